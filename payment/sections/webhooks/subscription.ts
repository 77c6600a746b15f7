import { setTimeout as delay } from 'node:timers/promises'
import type { Operation } from '../../../runtime/surface.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import {
  endingOf,
  ifPossible,
  Inconclusive,
  isEnding,
  NotApplicable,
  Skip,
} from '../../../conformance/model/outcome.js'
import { buildRequest } from '../../../conformance/rules/request.js'
import { customerOf, type Delivery, kindOf, mentions } from '../../../conformance/exchange/delivery.js'
import { shapesOf } from '../../schema/document-shape.js'
import { createCustomer } from '../../fixtures/customer.js'
import { signEverything } from '../../fixtures/onboarding.js'
import type { CauseLog } from './cause.js'
import { type Endpoint, register } from './endpoint.js'
import { succeeded } from '../../fixtures/steps.js'
import { askPing } from './causes.js'

/** The rules that need a restricted subscription; without them the webhook is not changed. */
export const subscriptionRules = ['topics', 'ping-always', 'disabled'].map((name) => `webhooks/${name}`)

/** A period in which a webhook received only some kinds, or none, with the customers of its events. */
export interface Period {
  readonly endpoint: Endpoint
  readonly since: number
  readonly until: number
  readonly customers: readonly string[]
  /** Undefined if a ping was requested, otherwise the reason why it was not. */
  readonly ping: Error | undefined
}

/** The period of a restricted webhook and that of a disabled one, or the reason for none. */
export interface Subscription {
  readonly partial: Period | Error
  readonly disabled: Period | Error
}

/** The only kind that the restricted webhook receives besides ping. */
export const subscribed = 'customer_created'
const topics = ['CustomerCreated']

const quietest = 1_000
const longestQuiet = 5_000

/** The silence after which no more deliveries are expected: several times the usual delay of this run. */
const quietMs = (receiver: Endpoint['receiver'], { causes }: CauseLog, waitMs: number): number => {
  const all = receiver.since(0)
  const delays = causes.flatMap(({ since, customerId, kind }) => {
    const first = all.find(
      (one) => one.arrivedAt >= since && kindOf(one) === kind && customerOf(one) === customerId,
    )
    return first && kind === subscribed ? [first.arrivedAt - since] : []
  })
  const usual = delays.toSorted((one, other) => one - other)[Math.floor(delays.length / 2)] ?? 0
  return Math.min(Math.max(4 * usual, quietest), longestQuiet, waitMs)
}

const updating = (context: ScenarioContext): Operation => {
  const operation = context.find('patch', '/webhooks/{}') ?? context.find('put', '/webhooks/{}')
  if (operation) return operation
  throw new NotApplicable(`the document of ${context.under.version} has no operation that changes a webhook`)
}

const takes = (context: ScenarioContext, { requestBody }: Operation, name: string): boolean => {
  const { schemas } = context.under.surface
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => shapesOf(schema, schemas))
  return bodies.some(({ properties }) => properties.has(name))
}

/** Watches a changed webhook; the change is undone afterwards, at the latest at the end of the run. */
const whileChanged = async (
  context: ScenarioContext,
  { id }: Endpoint,
  name: 'topics' | 'enabled',
  [value, before]: readonly [value: unknown, before: unknown],
  watch: () => Promise<Period>,
): Promise<Period> => {
  const operation = updating(context)
  if (id === undefined) throw new Skip('no operation tells the id of the webhook', 'receiver')
  if (!takes(context, operation, name))
    throw new NotApplicable(`the document has no operation that changes ${name} of a webhook`)
  const set = async (value: unknown, what: string): Promise<void> => {
    const answer = await context.call(operation, { path: [id], body: { [name]: value } })
    succeeded(answer, `the ${name} of a webhook could not be ${what}`)
  }
  const subject = `webhook ${id} ${name}`
  const options = { path: [id], body: { [name]: before }, version: [] }
  context.session.keepRestore(subject, buildRequest(operation, options, context))
  await set(value, 'changed')
  try {
    return await watch()
  } finally {
    const restored = set(before, 'put back').then(() => context.session.keepRestore(subject, undefined))
    await ifPossible(restored)
  }
}

/** A new customer, which causes events of the subscribed kind and of others. */
const makeNews = async (context: ScenarioContext): Promise<string> => {
  const { id } = await createCustomer(context, context.under.version)
  await ifPossible(signEverything(context, id, context.under.version))
  return id
}

/** Causes events of the subscribed kind and of others, and waits until no more arrive. */
const watchPart = async (
  context: ScenarioContext,
  endpoint: Endpoint,
  waitMs: number,
  quiet: number,
): Promise<Period> => {
  const since = Date.now()
  const first = await makeNews(context)
  const ping = await endingOf(askPing(context, endpoint.id, first))
  const { id: second } = await createCustomer(context, context.under.version)
  const isNews = (delivery: Delivery): boolean =>
    kindOf(delivery) === subscribed && delivery.address === endpoint.address && mentions(delivery, second)
  await endpoint.receiver.wait(isNews, waitMs)
  await delay(quiet)
  return { endpoint, since, until: Date.now(), customers: [first, second], ping }
}

const watchDisabled = async (
  context: ScenarioContext,
  endpoint: Endpoint,
  quiet: number,
): Promise<Period> => {
  const since = Date.now()
  const customers = [await makeNews(context)]
  await delay(quiet)
  return { endpoint, since, until: Date.now(), customers, ping: undefined }
}

const orReason = async (work: () => Promise<Period>): Promise<Period | Error> => {
  try {
    return await work()
  } catch (error) {
    if (isEnding(error)) return error
    throw error
  }
}

/**
 * Restricts a webhook to some kinds for a while, then disables it: its own one if the document has the operation to
 * register it, otherwise that of the run, whose topics are restored.
 */
export async function trySubscription(
  context: ScenarioContext,
  main: Endpoint,
  log: CauseLog,
  waitMs: number,
): Promise<Subscription> {
  if (waitMs === 0) {
    const silent = new Inconclusive('no webhook came')
    return { partial: silent, disabled: silent }
  }
  const own = await ifPossible(register(context, main.receiver, 'part', topics))
  const endpoint = own ?? main
  const quiet = quietMs(main.receiver, log, waitMs)
  const watch = (): Promise<Period> => watchPart(context, endpoint, waitMs, quiet)
  const partial = await orReason(async () => {
    if (own) return watch()
    if (main.topics === undefined) throw new Skip('no operation tells the topics of the webhook', 'receiver')
    return whileChanged(context, main, 'topics', [topics, main.topics], watch)
  })
  const disabled = await orReason(() =>
    whileChanged(context, endpoint, 'enabled', [false, true], () => watchDisabled(context, endpoint, quiet)),
  )
  return { partial, disabled }
}
