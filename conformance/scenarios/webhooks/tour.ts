import type { ScenarioContext } from '../../engine/context.js'
import { isEnding, Skip } from '../../engine/outcome.js'
import type { Hint } from '../../engine/sample.js'
import { type Exchange, jsonBody } from '../../model/exchange.js'
import { isSuccess, outcomeOf, walk } from '../reading.js'
import { createCustomer } from '../subjects/customer.js'
import { stateIn } from '../subjects/customer-state.js'
import { identify, signEverything } from '../subjects/onboarding.js'
import { freshIban, recipientHint, sampleIbans } from '../subjects/recipient.js'
import { type Tour, TourLog } from './cause.js'
import { endpoint } from './endpoint.js'
import { payments } from './payments.js'

interface TourCustomer {
  readonly id: string
  readonly version: string
}

type Step = (context: ScenarioContext, log: TourLog, customer: TourCustomer) => Promise<void>

const readState = async (
  context: ScenarioContext,
  { id, version }: TourCustomer,
): Promise<string | undefined> => {
  const operation = context.find('get', '/customers/{}')
  if (!operation) return undefined
  const exchange = await context.call(operation, { path: [id], version: [version] })
  return isSuccess(exchange) ? stateIn(context, exchange)?.state : undefined
}

/** Tells of a change of the customer's status where the service shows it: which step changes it is not promised. */
const watchState = async (
  context: ScenarioContext,
  log: TourLog,
  customer: TourCustomer,
  work: () => Promise<unknown>,
): Promise<void> => {
  const since = Date.now()
  const before = await readState(context, customer)
  await work()
  const after = await readState(context, customer)
  if (before !== undefined && after !== undefined && before !== after)
    log.caused('customer-status', 'customer_status', customer.id, since, 'the status of a customer changed')
}

const signing: Step = async (context, log, customer) => {
  const since = Date.now()
  await watchState(context, log, customer, async () => {
    const { signed } = await signEverything(context, customer.id, customer.version)
    if (signed > 0)
      log.caused('abilities-signing', 'customer_fiat_abilities', customer.id, since, 'a signing was recorded')
    else log.missed('nothing is outstanding for a new customer', 'abilities-signing')
  })
}

const identification: Step = async (context, log, customer) => {
  const since = Date.now()
  await watchState(context, log, customer, () => identify(context, customer.id, customer.version))
  const what = 'an identification was approved'
  log.caused('identification-status', 'identification_status', customer.id, since, what)
  log.caused('abilities-identification', 'customer_fiat_abilities', customer.id, since, what)
}

const bankAccount: Step = async (context, log, { id, version }) => {
  const operation = context.operation('post', '/addresses/fiat')
  const since = Date.now()
  const body = context.sampleBody(operation, recipientHint(id, freshIban(context)), [
    'SEPA',
    'Fiat',
    'Individual',
  ])
  const exchange = await context.call(operation, { body, version: [version] })
  if (!isSuccess(exchange)) throw new Skip(`no bank account could be registered: ${outcomeOf(exchange)}`)
  const what = 'a bank account was registered'
  log.caused('new-bank-account', 'new_bank_account', id, since, what)
  log.caused('fiat-address-status', 'register_fiat_address_status', id, since, what)
  if (isStraight(exchange))
    log.caused('fiat-address-straight', 'register_fiat_address_status', id, since, `${what} at once`)
  else await straightAccount(context, log, version)
}

const isStraight = ({ response }: Exchange): boolean =>
  walk(jsonBody(response)).some(([, value]) => value === 'Registered')

const swiftHint =
  (id: string): Hint =>
  (place, schema) =>
    ({ bic: 'DEUTDEFF', account_number: '12345678' })[place.at(-1) ?? ''] ??
    recipientHint(id, sampleIbans[0])(place, schema)

/** An account that is reached by SWIFT may have no provider between that takes time; it is of a customer of its own. */
const straightAccount = async (context: ScenarioContext, log: TourLog, version: string): Promise<void> => {
  const { id } = await createCustomer(context, version)
  const operation = context.operation('post', '/addresses/fiat')
  const body = context.sampleBody(operation, swiftHint(id), ['SWIFT', 'Fiat', 'Individual'])
  const since = Date.now()
  const exchange = await context.call(operation, { body, version: [version], isGuess: true })
  const rule = 'fiat-address-straight'
  const what = 'a bank account was registered at once'
  if (isSuccess(exchange) && isStraight(exchange))
    log.caused(rule, 'register_fiat_address_status', id, since, what)
  else log.missed('no bank account went straight to Registered', rule)
}

const attempt = async (
  context: ScenarioContext,
  log: TourLog,
  [step, rules]: readonly [Step, readonly string[]],
  customer: TourCustomer,
): Promise<void> => {
  try {
    await step(context, log, customer)
  } catch (error) {
    if (!isEnding(error)) throw error
    log.missed(error.message, ...rules)
  }
}

const create = async (context: ScenarioContext, log: TourLog, version: string): Promise<TourCustomer> => {
  const since = Date.now()
  const { id } = await createCustomer(context, version)
  log.caused('customer-created', 'customer_created', id, since, 'a customer was created')
  return { id, version }
}

/**
 * Two customers, so that what follows from a signing is told from what follows from an approval: before 2026-08-01
 * customers are identified first, from then on they sign first.
 */
const goRound = async (context: ScenarioContext): Promise<Tour> => {
  const { webhooks, supported } = context.session.plan
  await endpoint(context)
  const log = new TourLog()
  const signer = await create(context, log, context.under.version)
  await attempt(context, log, [signing, ['abilities-signing', 'customer-status']], signer)
  const early = supported.find((version) => version < '2026-08-01' && version !== signer.version)
  const identified = early === undefined ? signer : await create(context, log, early)
  const rules = ['identification-status', 'abilities-identification', 'customer-status']
  await attempt(context, log, [identification, rules], identified)
  const ofAccount = ['new-bank-account', 'fiat-address-status', 'fiat-address-straight']
  await attempt(context, log, [bankAccount, ofAccount], signer)
  await payments(context, log)
  const { since, causes, reasons, bankPayouts } = log
  return { since, causes, reasons, bankPayouts, deadline: Date.now() + (webhooks?.waitMs ?? 0) }
}

/** Goes once round the service, so that it sends an event of every kind that a run can cause. */
export function tour(context: ScenarioContext): Promise<Tour> {
  return context.once('webhooks tour', () => goRound(context))
}
