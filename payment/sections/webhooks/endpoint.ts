import { eventKinds } from '../../../conformance/exchange/delivery.js'
import type { JsonSchemaObject } from '../../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, NotApplicable, Skip } from '../../../conformance/model/outcome.js'
import type { Receiver } from '../../../conformance/session/receiver.js'
import { type Hint, isObject, memberAt, walk } from '../../../document/index.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { findLike } from '../../fixtures/routes.js'
import { listedIn, shapesIn } from '../../documents/view.js'
import { topicOf } from '../../tables/messages.js'
import { idIn, isSuccess } from '../../../conformance/exchange/reading.js'

/** A webhook that points at the receiver, as far as known. */
export interface Endpoint {
  readonly receiver: Receiver
  /** The receiver's address in its URL. */
  readonly address: string
  /** Its id, if an operation shows it. */
  readonly id: string | undefined
  /** Its topics, if an operation shows them. */
  readonly topics: readonly unknown[] | undefined
  /** Empty where it is not shown. */
  readonly secret: string
}

/** Kinds that a webhook receives, `ping` always among them; undefined means all. */
export function kindsOf({ topics }: Endpoint): ReadonlySet<string> | undefined {
  const isOne = (kind: string): boolean =>
    kind === 'ping' || [topicOf(kind), kind].some((one) => topics?.includes(one))
  return topics && new Set(eventKinds.filter(isOne))
}

/** The wanted topics that the document lists. */
const listedTopics = (
  { under }: ScenarioContext,
  node: JsonSchemaObject,
  wanted: readonly string[],
): readonly string[] => {
  const items = shapesIn(under, node).flatMap((shape) => shape.items)
  const listed = items.flatMap((item) => listedIn(under, item))
  return listed.length === 0 ? wanted : wanted.filter((topic) => listed.includes(topic))
}

const endpointHint =
  (context: ScenarioContext, url: string, topics: readonly string[]): Hint =>
  (path, node) => {
    const name = path.at(-1) ?? ''
    if (/^((endpoint|target|callback|webhook)[-_]?)?ur[li]$/i.test(name)) return url
    if (/^(label|name|title|description)$/i.test(name)) return 'rampart contract check'
    if (/^((event|webhook)[-_]?)?(topics|events|kinds|types)$/i.test(name))
      return listedTopics(context, node, topics)
    return /^(enabled|active)$/i.test(name) ? true : undefined
  }

/** Webhook secrets in a response; they are shown once, at registration. */
export function webhookSecretsIn({ request, response, target }: Exchange): readonly string[] {
  if (target !== 'api' || !/\/webhooks?([-/]|$)/.test(new URL(request.url).pathname)) return []
  return walk(jsonBody(response)).flatMap(([pointer, value]) =>
    /secret[^/]*$/i.test(pointer) && typeof value === 'string' && value !== '' ? [value] : [],
  )
}

/** Registers an address of the receiver for some topics; undefined where the service has no operation for it. */
export async function register(
  context: ScenarioContext,
  receiver: Receiver,
  address: string,
  topics: readonly string[],
): Promise<Endpoint | undefined> {
  const operation = findLike(context, 'post', '/webhooks')
  if (!operation || !context.session.plan.allowWrites) return undefined
  const url = address === '' ? receiver.url : receiver.urlOf(address)
  const body = context.sampleBody(operation, endpointHint(context, url, topics))
  // Where the document does not allow this URL, the events would go to somebody else.
  if (!walk(body).some(([, value]) => value === url)) return undefined
  const created = await context.call(operation, { body })
  const [secret] = isSuccess(created) ? context.session.secretsShownIn(created) : []
  if (secret === undefined) return undefined
  // The first secret remains that of the run.
  if (context.session.webhookSecret === '') context.session.webhookSecret = secret
  return { receiver, address, id: idIn(created, 'webhook'), topics: undefined, secret }
}

const leadsTo = (item: Readonly<Record<string, unknown>>, holds: (url: URL) => boolean): boolean =>
  Object.values(item).some(
    (value) => typeof value === 'string' && URL.canParse(value) && holds(new URL(value)),
  )

/** The service's record of a webhook, by its URL, or else by its origin. */
export async function listedWebhook(
  context: ScenarioContext,
  url: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const operation = findLike(context, 'get', '/webhooks')
  const exchange = operation && (await ifPossible(context.call(operation)))
  const shown = exchange && isSuccess(exchange) ? walk(jsonBody(exchange.response)) : []
  const { href, origin } = new URL(url)
  const all = shown.map(([, value]) => value).filter(isObject)
  return (
    all.find((item) => leadsTo(item, (one) => one.href === href)) ??
    all.find((item) => leadsTo(item, (one) => one.origin === origin))
  )
}

const listed = async (context: ScenarioContext, receiver: Receiver): Promise<Endpoint> => {
  const own = await listedWebhook(context, receiver.url)
  const topics = memberAt(own, 'topics') ?? memberAt(own, 'events')
  const id = memberAt(own, 'id')
  return {
    receiver,
    address: '',
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : undefined,
    topics: Array.isArray(topics) ? topics : undefined,
    secret: context.session.webhookSecret,
  }
}

/** The webhook of this run: registered by the user, or by the run where the service has the operation. */
export function endpoint(context: ScenarioContext): Promise<Endpoint> {
  const { receiver, memory, webhookSecret } = context.session
  if (!receiver) throw new Skip('it needs a receiver of webhooks; open one with --webhook-port', 'receiver')
  return memory.once('webhook endpoint', async () => {
    const all = eventKinds.map(topicOf)
    const own = webhookSecret === '' ? await ifPossible(register(context, receiver, '', all)) : undefined
    return own ?? listed(context, receiver)
  })
}

/** Authentication 3: only the registration shows the secret of a webhook. */
export const secretOnce: Scenario = async (context) => {
  const { id, secret } = await endpoint(context)
  if (secret === '') throw new Skip('the secret of the webhook is not known', 'receiver')
  const [list, read] = [findLike(context, 'get', '/webhooks'), findLike(context, 'get', '/webhooks/{}')]
  const update = findLike(context, 'patch', '/webhooks/{}')
  const { label } = (await listedWebhook(context, context.session.receiver?.url ?? '')) ?? {}
  const shown = [
    list && (await context.call(list)),
    read && id && (await context.call(read, { path: [id] })),
    // The label that it has, so that nothing changes.
    update && id && label !== undefined && (await context.call(update, { path: [id], body: { label } })),
  ]
  const exchanges = shown.filter((one) => typeof one === 'object')
  if (exchanges.length === 0) throw new NotApplicable('the document has no operation that shows webhooks')
  for (const exchange of exchanges) {
    const message = 'the secret of a webhook is shown once, when it is registered; it is shown again'
    context.expect(!context.session.secretsShownIn(exchange).includes(secret), message, exchange)
  }
}
