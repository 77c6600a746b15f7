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
import {
  customerOf,
  type Delivery,
  type EventKind,
  kindOf,
  mentions,
} from '../../../conformance/exchange/delivery.js'
import { jsonIn, listedIn, shapesIn } from '../../documents/view.js'
import { findLike } from '../../fixtures/routes.js'
import { createCustomer } from '../../fixtures/customer.js'
import { signEverything, startedIdentification } from '../../fixtures/onboarding.js'
import { createAutoramp, simulateTransaction, transactionId } from '../../fixtures/autoramp.js'
import { quoteSubject } from '../../fixtures/quote.js'
import { registerAccount } from '../../fixtures/recipient.js'
import { type Steps, succeeded, wherePossible } from '../../fixtures/steps.js'
import { idIn, isSuccess } from '../../../conformance/exchange/reading.js'
import { defaultVersion } from '../../../versions/index.js'
import { type CauseLog, longestQuiet } from './cause.js'
import { type Endpoint, listedWebhook, register } from './endpoint.js'
import { askPing } from './causes.js'
import { controlCall, controlOf, findControl } from '../../fixtures/controls.js'

/** The rules that need a restricted subscription; without them the webhook is not changed. */
export const subscriptionRules = ['topics', 'ping-always', 'disabled'].map((name) => `webhooks/${name}`)

/** Things that were created in a period of a webhook, to cause events. */
interface Created {
  readonly customers: readonly string[]
  /** Ids of other resources. */
  readonly others: readonly string[]
}

/** A period in which a webhook received only some kinds, or none. */
export interface Period extends Created {
  readonly endpoint: Endpoint
  readonly since: number
  readonly until: number
  /** A kind whose topic was taken and put back, if one of its events was caused. */
  readonly regained?: EventKind | undefined
  /** Undefined if a ping was requested, otherwise the reason why it was not. */
  readonly ping?: Error | undefined
}

/** The periods of a webhook that is restricted, disabled, and enabled again, or the reason for none. */
export interface Subscription {
  readonly partial: Period | Error
  readonly disabled: Period | Error
  readonly enabled: Period | Error
}

/** The only kind that the restricted webhook receives besides ping. */
export const subscribed = 'customer_created'
const topics = ['CustomerCreated']

const quietest = 1_000

/** The silence after which no more deliveries are expected: several times the usual delay of this run. */
export function quietMs(
  { deliveries: all }: Pick<Endpoint['receiver'], 'deliveries'>,
  { causes }: Pick<CauseLog, 'causes'>,
  waitMs: number,
): number {
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
  const operation = findLike(context, 'patch', '/webhooks/{}') ?? findLike(context, 'put', '/webhooks/{}')
  if (operation) return operation
  throw new NotApplicable(`the document of ${context.under.version} has no operation that changes a webhook`)
}

const membersOf = (
  { under }: ScenarioContext,
  { requestBody }: Operation,
): ReadonlyMap<string, readonly unknown[]> =>
  new Map(
    shapesIn(under, jsonIn(requestBody)).flatMap(({ properties }) =>
      [...properties].map(
        ([name, schemas]) => [name, schemas.flatMap((one) => listedIn(under, one))] as const,
      ),
    ),
  )

/** How a webhook is disabled and enabled again: by a flag, or by a member with the two statuses that are stated. */
export function switching(context: ScenarioContext): readonly [name: string, off: unknown, on: unknown] {
  for (const [name, listed] of membersOf(context, updating(context))) {
    const spelled = (status: string): unknown => listed.find((one) => String(one).toLowerCase() === status)
    const [off, on] = [spelled('disabled'), spelled('enabled')]
    if (off !== undefined && on !== undefined) return [name, off, on]
  }
  return ['enabled', false, true]
}

/** A period of a changed webhook, and the reason why the change could not be undone, if any. */
interface Changed {
  readonly period: Period
  readonly unrestored: Error | undefined
}

/** The present members of a webhook that the body of a PUT may have, because a PUT may replace the whole. */
const presentOf = async (context: ScenarioContext, { receiver, address }: Endpoint): Promise<object> => {
  const operation = updating(context)
  if (operation.method !== 'put') return {}
  const url = address === '' ? receiver.url : receiver.urlOf(address)
  const members = membersOf(context, operation)
  const shown = Object.entries((await listedWebhook(context, url)) ?? {})
  return Object.fromEntries(shown.filter(([name]) => members.has(name)))
}

/** Watches a changed webhook. The change is undone afterwards, at the latest at the end of the run. */
const whileChanged = async (
  context: ScenarioContext,
  webhook: Endpoint,
  name: string,
  [value, before]: readonly [value: unknown, before: unknown],
  watch: () => Promise<Period>,
): Promise<Changed> => {
  const { id } = webhook
  const operation = updating(context)
  if (id === undefined) throw new Skip('no operation shows the id of the webhook', 'receiver')
  if (!membersOf(context, operation).has(name))
    throw new NotApplicable(`the document has no operation that changes ${name} of a webhook`)
  const present = await presentOf(context, webhook)
  const set = async (value: unknown, what: string): Promise<void> => {
    const exchange = await context.call(operation, { path: [id], body: { ...present, [name]: value } })
    succeeded(exchange, `the ${name} of a webhook could not be ${what}`)
  }
  const subject = `webhook ${id} ${name}`
  const options = { path: [id], body: { ...present, [name]: before }, version: [] }
  context.session.keepRestore(subject, buildRequest(operation, options, context))
  await set(value, 'changed')
  const period = await orReason(watch)
  const unrestored = await endingOf(set(before, 'put back'))
  if (!unrestored) context.session.keepRestore(subject, undefined)
  if (period instanceof Error) throw period
  return { period, unrestored }
}

/** An approved identification of a customer who signs later. @throws an ending where there is no control. */
const decided = async (context: ScenarioContext): Promise<Created> => {
  const control = controlOf(context, 'identification')
  const customer = await createCustomer(context, defaultVersion)
  const id = await startedIdentification(context, customer)
  const call = controlCall(context, control, id, 'Approved', { approved: true })
  await context.call(control, { ...call, version: [defaultVersion] })
  return { customers: [customer.id], others: [] }
}

/** An autoramp with a completed transaction, where the sandbox simulates one. */
const paid = async (context: ScenarioContext): Promise<Created> => {
  const autoramp = await createAutoramp(context, await quoteSubject(context))
  const simulating = findControl(context, 'transaction')
  const transaction = simulating && idIn(await simulateTransaction(context, autoramp), transactionId)
  if (transaction === undefined) return { customers: [], others: [autoramp] }
  const moving = findControl(context, 'transactionState')
  if (moving) {
    const call = controlCall(context, moving, transaction, 'Completed', { state: 'Completed' })
    await context.call(moving, { ...call, isGuess: true, idempotencyKey: context.session.uuid() })
  }
  return { customers: [], others: [autoramp, transaction] }
}

const createThings = async (context: ScenarioContext): Promise<Created> => {
  const { version } = context.under
  const customer = await createCustomer(context, version)
  const { id } = customer
  await ifPossible(signEverything(context, customer))
  await ifPossible(registerAccount(context, { customerId: id }, { version: [version] }))
  const more = await wherePossible([decided, paid], (make) => make(context))
  return {
    customers: [id, ...more.flatMap(({ customers }) => customers)],
    others: more.flatMap(({ others }) => others),
  }
}

/** Creates a customer, and waits for its event. @returns its id */
const awaitNewCustomer: Steps<[Endpoint, number], string> = async (
  context,
  { receiver, address },
  waitMs,
) => {
  const { id } = await createCustomer(context, context.under.version)
  const isOfCustomer = (delivery: Delivery): boolean =>
    kindOf(delivery) === subscribed && delivery.address === address && mentions(delivery, id)
  await receiver.wait(isOfCustomer, waitMs)
  return id
}

const regained = 'new_bank_account'

/** Causes an event of `regained` and waits for it, if the webhook got such events before and gets others now. */
const awaitRegained = async (
  context: ScenarioContext,
  { receiver, address }: Endpoint,
  customerId: string,
  waitMs: number,
): Promise<EventKind | undefined> => {
  const isOfKind = (one: Delivery): boolean => kindOf(one) === regained && one.address === address
  const all = receiver.deliveries.filter((one) => one.address === address)
  const isServed = all.some((one) => kindOf(one) === subscribed && mentions(one, customerId))
  if (!isServed || !all.some(isOfKind)) return undefined
  const options = { version: [context.under.version] }
  const began = Date.now()
  const made = await ifPossible(registerAccount(context, { customerId }, options))
  if (!made || !isSuccess(made)) return undefined
  // Of any customer: `webhooks/customer-id` reports a service whose events name another one.
  await receiver.wait((one) => isOfKind(one) && one.arrivedAt >= began, waitMs)
  return regained
}

type Caused = Omit<Period, 'endpoint' | 'since' | 'until'>

const watched = async (endpoint: Endpoint, cause: () => Promise<Caused>): Promise<Period> => {
  const since = Date.now()
  const caused = await cause()
  return { ...caused, endpoint, since, until: Date.now() }
}

const causeMost: Steps<[Endpoint, number, number], Caused> = async (context, endpoint, waitMs, quiet) => {
  const { customers, others } = await createThings(context)
  const ping = await endingOf(askPing(context, endpoint.id, customers[0] ?? ''))
  const last = await awaitNewCustomer(context, endpoint, waitMs)
  await delay(quiet)
  return { customers: [...customers, last], others, ping }
}

const orReason = async <Result>(work: () => Promise<Result>): Promise<Result | Error> => {
  try {
    return await work()
  } catch (error) {
    if (isEnding(error)) return error
    throw error
  }
}

/**
 * Restricts a webhook to some kinds for a while, then disables it and enables it again: its own one if the document has
 * the operation to register it, otherwise that of the run, whose topics are restored.
 */
export async function trySubscription(
  context: ScenarioContext,
  main: Endpoint,
  log: CauseLog,
  waitMs: number,
): Promise<Subscription> {
  if (waitMs === 0) {
    const silent = new Inconclusive('no webhook came')
    return { partial: silent, disabled: silent, enabled: silent }
  }
  const own = await ifPossible(register(context, main.receiver, 'part', topics))
  const endpoint = own ?? main
  const quiet = quietMs(main.receiver, log, waitMs)
  const watchMost = (): Promise<Period> =>
    watched(endpoint, () => causeMost(context, endpoint, waitMs, quiet))
  let isRestored = false
  const partial = await orReason(async () => {
    if (own) return watchMost()
    if (main.topics === undefined) throw new Skip('no operation shows the topics of the webhook', 'receiver')
    const values = [topics, main.topics] as const
    const { period, unrestored } = await whileChanged(context, main, 'topics', values, watchMost)
    isRestored = unrestored === undefined
    return period
  })
  const createQuietly = async (): Promise<Created> => {
    const made = await createThings(context)
    await delay(quiet)
    return made
  }
  const watchDisabled = (): Promise<Period> => watched(endpoint, createQuietly)
  const disabling = () => {
    const [name, off, on] = switching(context)
    return whileChanged(context, endpoint, name, [off, on], watchDisabled)
  }
  const changed = await orReason(disabling)
  if (changed instanceof Error) return { partial, disabled: changed, enabled: changed }
  const { period: disabled, unrestored } = changed
  const awaitOne = async (): Promise<Caused> => {
    const id = await awaitNewCustomer(context, endpoint, waitMs)
    const kind = isRestored ? await awaitRegained(context, endpoint, id, waitMs) : undefined
    return { customers: [id], others: [], regained: kind }
  }
  const enabled = unrestored ?? (await orReason(() => watched(endpoint, awaitOne)))
  return { partial, disabled, enabled }
}
