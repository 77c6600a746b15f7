import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable, Skip } from '../../../conformance/model/outcome.js'
import { type Hint, memberAt, walk } from '../../../document/index.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { idIn, isSuccess, objectBody } from '../../../conformance/exchange/reading.js'
import { deepEqual } from '../../../runtime/deep-equal.js'
import type { Operation } from '../../../runtime/surface.js'
import { hasChange } from '../../../versions/index.js'
import { createCustomer, type CustomerKind } from '../../fixtures/customer.js'
import { stateIn } from '../../fixtures/customer-state.js'
import { signEverything, startIdentification } from '../../fixtures/onboarding.js'
import { addressId, freshIban, recipientHint, sampleIbans } from '../../fixtures/recipient.js'
import { type Cause, type CauseLog, follows } from './cause.js'
import { endpoint } from './endpoint.js'
import { payments } from './payments.js'
import { attemptStep, expectSuccess } from './attempt-step.js'

interface CausingCustomer {
  readonly id: string
  readonly version: string
}

type Step = (context: ScenarioContext, log: CauseLog, customer: CausingCustomer) => Promise<void>

const readState = async (
  context: ScenarioContext,
  { id, version }: CausingCustomer,
): Promise<string | undefined> => {
  const operation = context.find('get', '/customers/{}')
  if (!operation) return undefined
  const exchange = await context.call(operation, { path: [id], version: [version] })
  return isSuccess(exchange) ? stateIn(context, exchange)?.state : undefined
}

/** Logs a change of the customer's status where the service shows it: which step changes it is not promised. */
const watchState = async (
  context: ScenarioContext,
  log: CauseLog,
  customer: CausingCustomer,
  work: () => Promise<unknown>,
): Promise<void> => {
  const since = Date.now()
  const before = await readState(context, customer)
  await work()
  const after = await readState(context, customer)
  if (before === undefined || after === undefined || before === after) return
  log.caused('customer-status', {
    kind: 'customer_status',
    customerId: customer.id,
    resource: { sort: 'customer', id: customer.id },
    status: after,
    since,
    what: `the status of a customer changed from ${before}`,
  })
}

const signing: Step = async (context, log, customer) => {
  const since = Date.now()
  const resource = { sort: 'customer', id: customer.id } as const
  await watchState(context, log, customer, async () => {
    const { signed } = await signEverything(context, customer.id, customer.version)
    if (signed === 0) throw new NotApplicable('nothing is outstanding for a new customer')
    log.caused('abilities-signing', {
      kind: 'customer_fiat_abilities',
      customerId: customer.id,
      resource,
      since,
      what: 'a signing was recorded',
    })
  })
}

const decide = async (
  context: ScenarioContext,
  log: CauseLog,
  { id: customerId, version }: CausingCustomer,
  isApproved: boolean,
): Promise<void> => {
  const control = context.operation('post', '/sandbox/identification/{}')
  const id = await startIdentification(context, customerId, version)
  if (id === undefined) throw new Skip('the identification that was started names no id')
  const resource = log.addResource('identification', id)
  const since = Date.now()
  const what = isApproved ? 'approved' : 'declined'
  const answer = await context.call(control, {
    path: [id],
    version: [version],
    body: { approved: isApproved },
  })
  expectSuccess(answer, `an identification could not be ${what}`)
  const status = isApproved ? 'Approved' : 'Declined'
  const cause = { customerId, since, what: `an identification was ${what}` }
  log.caused('identification-status', { ...cause, kind: 'identification_status', resource, status })
  if (!isApproved) return
  const customer = { sort: 'customer', id: customerId } as const
  log.caused('abilities-identification', { ...cause, kind: 'customer_fiat_abilities', resource: customer })
}

const approval: Step = (context, log, customer) =>
  watchState(context, log, customer, () => decide(context, log, customer, true))

const refusal: Step = (context, log, customer) =>
  watchState(context, log, customer, () => decide(context, log, customer, false))

/** The last step of the onboarding, after which a customer is active: nobody else's event is waited for. */
const completion: Step = async (context, log, customer) => {
  const control = context.operation('post', '/sandbox/identification/{}')
  const { id: customerId, version } = customer
  const id = await startIdentification(context, customerId, version)
  if (id === undefined) return
  await context.call(control, { path: [id], version: [version], body: { approved: true } })
  await watchState(context, log, customer, () => signEverything(context, customerId, version))
}

const isStraight = ({ response }: Exchange): boolean =>
  walk(jsonBody(response)).some(([, value]) => value === 'Registered')

const straightRule = 'fiat-address-straight'

const straightAway = (log: CauseLog, cause: Omit<Cause, 'rule' | 'kind'>): void =>
  log.caused(straightRule, {
    ...cause,
    kind: 'register_fiat_address_status',
    what: `${cause.what} at once`,
    status: 'Registered',
  })

const swiftHint =
  (id: string): Hint =>
  (path, schema) =>
    ({ bic: 'DEUTDEFF', account_number: '12345678' })[path.at(-1) ?? ''] ??
    recipientHint(id, sampleIbans[0])(path, schema)

/** An account that is reached by SWIFT may have no provider between that takes time; it is of a customer of its own. */
const straightAccount = async (context: ScenarioContext, log: CauseLog, version: string): Promise<void> => {
  const { id: customerId } = await createCustomer(context, version)
  const operation = context.operation('post', '/addresses/fiat')
  const body = context.sampleBody(operation, swiftHint(customerId), ['SWIFT', 'Fiat', 'Individual'])
  const since = Date.now()
  const exchange = await context.call(operation, { body, version: [version], isGuess: true })
  if (!isSuccess(exchange) || !isStraight(exchange)) {
    return log.missed(new NotApplicable('no bank account went straight to Registered'), straightRule)
  }
  const resource = log.addResource('bank account', idIn(exchange, addressId))
  straightAway(log, { customerId, resource, since, what: 'a bank account was registered' })
}

const bankAccount: Step = async (context, log, { id: customerId, version }) => {
  const operation = context.operation('post', '/addresses/fiat')
  const since = Date.now()
  const hint = recipientHint(customerId, freshIban(context))
  const body = context.sampleBody(operation, hint, ['SEPA', 'Fiat', 'Individual'])
  const exchange = await context.call(operation, { body, version: [version] })
  expectSuccess(exchange, 'no bank account could be registered')
  const resource = log.addResource('bank account', idIn(exchange, addressId))
  const cause = { customerId, resource, since, what: 'a bank account was registered' }
  log.caused('new-bank-account', { ...cause, kind: 'new_bank_account' })
  const registered = { ...cause, kind: 'register_fiat_address_status' }
  log.caused('fiat-address-status', registered)
  if (isStraight(exchange)) return straightAway(log, cause)
  await awaitEvent(context, log, registered)
  if (resource) await verification(context, log, { customerId, id: resource.id, was: statusIn(exchange) })
  await straightAccount(context, log, version)
}

/** Waits for an event before the next change: one that is written later may say what holds by then. */
const awaitEvent = async (
  context: ScenarioContext,
  log: CauseLog,
  cause: Omit<Cause, 'rule'>,
): Promise<void> => {
  const { receiver } = await endpoint(context)
  const waitMs = receiver.since(0).length === 0 ? 0 : (context.session.plan.webhooks?.waitMs ?? 0)
  await receiver.wait(follows(cause, log.resources), waitMs)
}

const statusIn = ({ response }: Exchange): unknown => memberAt(jsonBody(response), 'status')

const verification = async (
  context: ScenarioContext,
  log: CauseLog,
  { customerId, id, was }: { readonly customerId: string; readonly id: string; readonly was: unknown },
): Promise<void> => {
  const control = context.find('put', '/sandbox/fiat-verification/{}')
  if (!control) return
  const since = Date.now()
  const answer = await context.call(control, { path: [id], body: 'Registered' })
  const isChanged = isSuccess(answer) && statusIn(answer) === 'Registered' && was !== 'Registered'
  if (!isChanged) return
  log.caused('fiat-address-status', {
    kind: 'register_fiat_address_status',
    customerId,
    resource: { sort: 'bank account', id },
    status: 'Registered',
    since,
    what: 'the status of a bank account changed to Registered',
  })
}

const readRails = async (context: ScenarioContext, { id, version }: CausingCustomer): Promise<unknown> => {
  const operation = context.operation('get', '/customers/{}/abilities')
  const read = expectSuccess(
    await context.call(operation, { path: [id], version: [version] }),
    'the abilities are not served',
  )
  const { fiat_deposit: deposit, fiat_payout: payout } = objectBody(read)
  return { deposit, payout }
}

/**
 * Controls of the sandbox that stand in for compliance or for a banking provider. Their shapes are not shown: they are
 * found by their names, and what they did shows in the abilities.
 */
const railControls = ({ under }: ScenarioContext): readonly Operation[] =>
  [...under.operations.routes].flatMap(([route, operation]) =>
    /^(put|post|patch) \/sandbox\/[^{]*\{\}[^{]*$/.test(route) &&
    /review|complian|abilit|rail|provider/i.test(`${route} ${operation.operationId}`)
      ? [operation]
      : [],
  )

const opening: Hint = (_path, { type, enum: listed }) => {
  if (type === 'boolean') return true
  return listed?.includes('Active') === true ? 'Active' : undefined
}

const changedRails: Step = async (context, log, customer) => {
  const controls = railControls(context)
  let isChanged = false
  for (const operation of controls) {
    const before = await readRails(context, customer)
    const since = Date.now()
    const body = operation.requestBody && { body: context.sampleBody(operation, opening) }
    const { id, version } = customer
    await context.call(operation, { path: [id], version: [version], isGuess: true, ...body })
    if (deepEqual(before, await readRails(context, customer))) continue
    isChanged = true
    const cause: Omit<Cause, 'rule'> = {
      kind: 'customer_fiat_abilities',
      customerId: id,
      resource: { sort: 'customer', id },
      since,
      what: `${operation.method.toUpperCase()} ${operation.path} changed the rails of a customer`,
    }
    log.caused('abilities-changed', cause)
    await awaitEvent(context, log, cause)
  }
  if (!isChanged) throw new NotApplicable('the document has no control that changes the rails of a customer')
}

/** Creates a customer, whose event is due. */
export async function causingCustomer(
  context: ScenarioContext,
  log: CauseLog,
  version: string,
  kind?: CustomerKind,
): Promise<CausingCustomer> {
  const since = Date.now()
  const { id } = await createCustomer(context, version, kind)
  const resource = log.addResource('customer', id)
  const what = 'a customer was created'
  log.caused('customer-created', { kind: 'customer_created', customerId: id, resource, since, what })
  return { id, version }
}

/**
 * Causes an event of every kind that a run can cause. Several customers, so that what follows from a signing is told
 * from what follows from an approval: in one order customers are identified first, in the other they sign first.
 */
export async function causeEvents(context: ScenarioContext, log: CauseLog): Promise<void> {
  const { supported } = context.session.plan
  const signer = await causingCustomer(context, log, context.under.version)
  await attemptStep(log, ['abilities-signing', 'customer-status'], () => signing(context, log, signer))
  const early = supported.find(
    (version) => !hasChange(version, 'signings-first') && version !== signer.version,
  )
  const rules = ['identification-status', 'abilities-identification', 'customer-status']
  const identified = early === undefined ? signer : await causingCustomer(context, log, early)
  await attemptStep(log, rules, () => approval(context, log, identified))
  if (early !== undefined) {
    const declined = await causingCustomer(context, log, early)
    await attemptStep(log, [], () => refusal(context, log, declined))
    await attemptStep(log, [], async () =>
      approval(context, log, await causingCustomer(context, log, early, 'Business')),
    )
    await attemptStep(log, [], async () =>
      completion(context, log, await causingCustomer(context, log, early)),
    )
  }
  // One more: an account that is registered sends the abilities too, which would be taken for those of a signing.
  const holder = await causingCustomer(context, log, context.under.version)
  const ofAccount = ['new-bank-account', 'fiat-address-status', 'fiat-address-straight']
  await attemptStep(log, ofAccount, () => bankAccount(context, log, holder))
  const reviewed = await causingCustomer(context, log, context.under.version)
  await attemptStep(log, ['abilities-changed'], () => changedRails(context, log, reviewed))
  await payments(context, log, signer.id)
}
