import { readUntil, type Scenario, type ScenarioContext } from '../../conformance/rules/context.js'
import { ifPossible, NotApplicable } from '../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../conformance/exchange/exchange.js'
import { isSuccess } from '../../conformance/exchange/reading.js'
import { brief } from '../../reporting/index.js'
import { memberAt } from '../../document/index.js'
import {
  createCustomer,
  type Customer,
  type CustomerKind,
  type CustomerState,
  stateIn,
  underOf,
  versionHeader,
} from '../fixtures/customer.js'
import {
  awaitStep,
  decide,
  outstandingItems,
  readSignings,
  signItem,
  startIdentification,
} from '../fixtures/onboarding.js'
import { registerAccount } from '../fixtures/recipient.js'
import { defaultVersion, hasChange, isDescribed } from '../../versions/index.js'
import { recordIn, type Steps } from '../fixtures/steps.js'

/** The state in which a customer of a version starts. */
export function firstState(version: string): string {
  return hasChange(version, 'signings-first') ? 'SigningsRequired' : 'IdentificationRequired'
}

/** A customer of this run, with its state at creation. */
export interface Fresh {
  readonly customer: Required<Customer>
  readonly initial: CustomerState
}

/** Creates a customer under a version, once for all rules. @throws an ending where its state is not shown */
export async function create(
  context: ScenarioContext,
  version: string,
  kind: CustomerKind = 'Person',
): Promise<Fresh> {
  const name = kind === 'Person' ? `created ${version}` : `created ${kind} ${version}`
  const customer = await context.once(name, () => createCustomer(context, version, kind))
  const initial = stateIn(context, customer.created)
  if (initial) return { customer, initial }
  throw new NotApplicable('the response to POST /customers names no onboarding state, and none is promised')
}

/** The responses with a customer after each step of an identification, and a function to read it again. */
interface Path {
  readonly steps: readonly (readonly [step: string, exchange: Exchange])[]
  readonly read: () => Promise<Exchange>
}

/** The states of a customer during its onboarding, whose steps are sent under some version. */
const pathUnder = async (context: ScenarioContext, created: string, sentUnder: string): Promise<Path> => {
  const operation = context.operation('get', '/customers/{}')
  const holder = await createCustomer(context, created)
  const sender = { id: holder.id, version: sentUnder }
  const read = (): Promise<Exchange> => context.call(operation, { path: [holder.id] })
  const steps: [string, Exchange][] = []
  const sign = async (): Promise<void> => {
    const items = outstandingItems(await readSignings(context, holder))
    for (const item of items) await signItem(context, sender, item)
    if (items.length === 0) return
    // Later steps are compared one by one, so the effect of this one must not come between them.
    await awaitStep(context, holder, 'SigningsRequired')
    steps.push(['signing', await read()])
  }
  const signsFirst = hasChange(created, 'signings-first')
  if (signsFirst) await ifPossible(sign())
  const identification = await startIdentification(context, sender)
  steps.push(['identification', await read()])
  const version = versionHeader(sentUnder)
  const approved = identification && (await decide(context, identification, true, { version }))
  if (approved && isSuccess(approved)) {
    await awaitStep(context, holder, 'IdentificationRequired')
    steps.push(['approval', await read()])
  }
  if (!signsFirst) await ifPossible(sign())
  return { steps, read }
}

/** Whether two customers reach the same state; an approval may show late. */
const comeTogether = async (context: ScenarioContext, own: Path, mixed: Path): Promise<boolean> => {
  const stateOf = (exchange: Exchange): string | undefined => stateIn(context, exchange)?.state
  let due: string | undefined
  const last = await readUntil(
    context,
    async () => {
      due = stateOf(await own.read())
      return mixed.read()
    },
    (came) => stateOf(came) === due,
  )
  return due === undefined || stateOf(last) === due
}

/** The version of the creation determines the order of steps; those of the steps do not affect states. */
const expectSameOrder = async (context: ScenarioContext, created: string): Promise<void> => {
  const otherVersion = context.session.plan.supported.findLast(
    (one) => isDescribed(one) && firstState(one) !== firstState(created),
  )
  if (otherVersion === undefined) return
  const unmixed = await pathUnder(context, created, created)
  const mixed = await pathUnder(context, created, otherVersion)
  const cameAt = new Map(mixed.steps)
  for (const [step, exchange] of unmixed.steps) {
    const due = stateIn(context, exchange)
    const came = cameAt.get(step)
    // A step that only one of the customers takes leaves them in different states.
    if (!came) return
    if (!due || !isSuccess(came)) continue
    const reached = stateIn(context, came)
    const isSame =
      reached?.state === due.state ||
      (step !== 'identification' && (await comeTogether(context, unmixed, mixed)))
    const message = `a customer created ${underOf(created)} is in ${reached?.state ?? 'no state of those named'} after its ${step} under ${otherVersion}; expected ${due.state}, as after its ${step} under its own version`
    context.expect(isSame, message, came, due.pointer)
  }
}

/** Expects a customer to be in a state, where the response shows one. @param created as for `stateIn` */
export function expectState(
  context: ScenarioContext,
  exchange: Exchange,
  due: string,
  say: (came: string) => string,
  created?: Exchange,
): void {
  const read = stateIn(context, exchange, created)
  if (read) context.expect(read.state === due, say(read.state), exchange, read.pointer)
}

const expectPinned: Steps<[Fresh, string]> = async (context, fresh, created) => {
  const { customer, initial } = fresh
  const operation = context.operation('get', '/customers/{}')
  const versions = context.session.plan.supported.filter((one) => isDescribed(one))
  for (const version of [...versions.map((one) => [one]), [], ['']]) {
    const exchange = await context.call(operation, { path: [customer.id], version })
    const under = underOf(version[0] ?? '')
    const say = (came: string) =>
      `a customer created ${underOf(created)} in ${initial.state} reads ${came} ${under}`
    expectState(context, exchange, initial.state, say)
    if (!isSuccess(exchange)) context.refused ??= exchange
  }
  await expectListed(context, customer.id, initial, created)
  await ifPossible(expectElsewhere(context, fresh, created))
}

/** If the customer list contains this customer, it has the same state. */
const expectListed: Steps<[string, CustomerState, string]> = async (context, id, initial, created) => {
  const list = context.find('get', '/customers')
  if (!list || context.session.plan.subjects.customerId !== undefined) return
  for (const version of context.session.plan.supported.filter((one) => isDescribed(one))) {
    const exchange = await context.call(list, { version: [version] })
    const state = memberAt(recordIn(exchange, id), ...initial.pointer.split('/').slice(1))
    const message = `a customer created ${underOf(created)} in ${initial.state} is listed in ${brief(state, 40)} ${underOf(version)}`
    if (typeof state === 'string') context.expect(state === initial.state, message, exchange)
  }
}

/** Other reads of the customer show the same state, also after a change under another version. */
const expectElsewhere: Steps<[Fresh, string]> = async (context, { customer, initial }, created) => {
  const { id, created: creation } = customer
  const others = context.session.plan.supported.filter((one) => isDescribed(one) && one !== created)
  const external = memberAt(jsonBody(creation.response), 'external_id')
  const found = typeof external === 'string' && context.find('get', '/customers/{}/external')
  const changing = context.find('put', '/customers/{}')
  const reading = context.operation('get', '/customers/{}')
  const owing = context.find('get', '/customers/{}/required-signings')
  for (const other of others) {
    const under = { version: [other] }
    const exchanges = found ? [await context.call(found, { path: [external], ...under })] : []
    if (owing) await context.call(owing, { path: [id], ...under })
    // A bank account is not a step of onboarding.
    await ifPossible(registerAccount(context, { customerId: id }, { ...under, isGuess: true }))
    exchanges.push(await context.call(reading, { path: [id], ...under }))
    if (changing) {
      const body = context.sampleBody(changing)
      const update = await context.call(changing, { path: [id], body, isGuess: true, ...under })
      if (isSuccess(update)) exchanges.push(update, await context.call(reading, { path: [id], ...under }))
    }
    const was = `a customer created ${underOf(created)} in ${initial.state}`
    const say = (came: string) => `${was} is in ${came} after a call under ${other}`
    for (const exchange of exchanges) expectState(context, exchange, initial.state, say)
  }
}

/** `customers/pinned`: judged for both kinds of customer, and for one that is created without a version. */
export const customersPinned: Scenario = async (context) => {
  context.operation('get', '/customers/{}')
  await expectPinned(context, await create(context, context.version), context.version)
  const business = await ifPossible(create(context, context.version, 'Business'))
  if (business) await ifPossible(expectPinned(context, business, context.version))
  // The order is pinned for a customer without a version too.
  const unversioned = context.version === defaultVersion && (await ifPossible(create(context, '')))
  if (unversioned) await ifPossible(expectPinned(context, unversioned, ''))
  await ifPossible(expectSameOrder(context, context.version))
  if (unversioned) await ifPossible(expectSameOrder(context, ''))
}
