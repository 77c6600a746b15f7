import type { ScenarioContext } from '../../engine/context.js'
import { ifPossible, Skip } from '../../engine/outcome.js'
import type { Receiver } from '../../engine/receiver.js'
import type { Hint } from '../../engine/sample.js'
import { type Exchange, jsonBody } from '../../model/exchange.js'
import { eventKinds } from '../../model/delivery.js'
import { dig, idIn, isObject, isSuccess, walk } from '../reading.js'

/** The webhook that leads to the receiver, as far as it is known. */
export interface Endpoint {
  readonly receiver: Receiver
  /** Its id on the service, where an operation tells it. */
  readonly id: string | undefined
  /** Kinds that it gets, where an operation tells them; undefined stands for all. */
  readonly kinds: ReadonlySet<string> | undefined
}

const topicOf = (kind: string): string =>
  kind
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')

const topics = eventKinds.map(topicOf)

const endpointHint =
  (url: string): Hint =>
  (place) => {
    const name = place.at(-1) ?? ''
    if (/^((endpoint|target|callback|webhook)[-_]?)?ur[li]$/i.test(name)) return url
    if (/^(label|name|title|description)$/i.test(name)) return 'rampart contract check'
    if (/^((event|webhook)[-_]?)?(topics|events|kinds|types)$/i.test(name)) return topics
    return /^(enabled|active)$/i.test(name) ? true : undefined
  }

const secretIn = (exchange: Exchange): string | undefined => {
  const found = walk(jsonBody(exchange.response)).find(
    ([pointer, value]) => /secret[^/]*$/i.test(pointer) && typeof value === 'string' && value !== '',
  )
  return typeof found?.[1] === 'string' ? found[1] : undefined
}

/** Registers the receiver, where the document has an operation for it; usually that is done in a dashboard. */
const register = async (context: ScenarioContext, receiver: Receiver): Promise<Endpoint | undefined> => {
  const operation = context.find('post', '/webhooks')
  if (!operation || !context.session.plan.allowWrites) return undefined
  const created = await context.call(operation, {
    body: context.sampleBody(operation, endpointHint(receiver.url)),
  })
  const secret = isSuccess(created) ? secretIn(created) : undefined
  if (secret === undefined) return undefined
  context.session.learnWebhookSecret(secret)
  return { receiver, id: idIn(created, 'webhook'), kinds: undefined }
}

const listed = async (context: ScenarioContext, receiver: Receiver): Promise<Endpoint> => {
  const operation = context.find('get', '/webhooks')
  const answer = operation && (await ifPossible(context.call(operation)))
  const items = answer && isSuccess(answer) ? walk(jsonBody(answer.response)).map(([, value]) => value) : []
  const own = items.find(
    (item) => isObject(item) && Object.values(item).some((value) => value === receiver.url),
  )
  const subscribed = dig(own, 'topics') ?? dig(own, 'events')
  const kinds = Array.isArray(subscribed)
    ? new Set(eventKinds.filter((kind) => subscribed.includes(topicOf(kind)) || subscribed.includes(kind)))
    : undefined
  const id = dig(own, 'id')
  return { receiver, id: typeof id === 'string' ? id : undefined, kinds }
}

/** The webhook of this run: registered by the user, or by the run where the service has an operation for it. */
export function endpoint(context: ScenarioContext): Promise<Endpoint> {
  const { receiver, memory, webhookSecret } = context.session
  if (!receiver) throw new Skip('it needs a receiver of webhooks; open one with --webhook-port')
  return memory.once('webhook endpoint', async () => {
    const own = webhookSecret === '' ? await ifPossible(register(context, receiver)) : undefined
    return own ?? listed(context, receiver)
  })
}
