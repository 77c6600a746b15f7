import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable, Skip } from '../../../conformance/model/outcome.js'
import { type Hint, memberAt, walk } from '../../../document/index.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { idIn, isSuccess } from '../../../conformance/exchange/reading.js'
import { askQuote, quoteSubject } from '../../fixtures/quote.js'
import type { CauseLog, Resource } from './cause.js'
import { endpoint } from './endpoint.js'
import { attemptStep, expectSuccess } from './attempt-step.js'

interface Ramp {
  readonly resource: Resource
  readonly customerId: string
  readonly created: Exchange
}

const autoramp = async (context: ScenarioContext, log: CauseLog): Promise<Ramp> => {
  const operation = context.operation('post', '/autoramps')
  const subject = await quoteSubject(context)
  const quote = expectSuccess(await askQuote(context, subject), 'the quote is not served a second time')
  const { customerId } = subject
  log.addResource('customer', customerId)
  const since = Date.now()
  const body = jsonBody(quote.response)
  const created = expectSuccess(await context.call(operation, { body }), 'no autoramp could be created')
  const resource = log.addResource('autoramp', idIn(created, 'autoramp'))
  const what = 'an autoramp was created'
  log.caused('new-autoramp', { kind: 'new_autoramp', customerId, resource, since, what })
  if (!resource) throw new Skip('the autoramp that was created names no id')
  return { resource, customerId, created }
}

const statusOf = ({ response }: Exchange): unknown => memberAt(jsonBody(response), 'status')

const approve = async (
  context: ScenarioContext,
  log: CauseLog,
  { resource, customerId, created }: Ramp,
): Promise<void> => {
  const operation = context.operation('put', '/sandbox/autoramp/{}')
  const since = Date.now()
  const answer = await context.call(operation, { path: [resource.id], body: 'Approved' })
  expectSuccess(answer, 'no autoramp could be approved')
  if (statusOf(created) === 'Approved') throw new Skip('the autoramp was approved from the start')
  const status = statusOf(answer) === 'Approved' ? 'Approved' : undefined
  const what = 'an autoramp was approved'
  const kind = 'register_autoramp_status'
  log.caused('autoramp-status', { kind, customerId, resource, status, since, what })
}

/** Cancelled is final, so this comes last; a service that refuses it changed nothing. */
const cancel = async (
  context: ScenarioContext,
  log: CauseLog,
  { resource, customerId }: Ramp,
): Promise<void> => {
  const operation = context.find('put', '/sandbox/autoramp/{}')
  if (!operation) return
  const since = Date.now()
  const status = 'Cancelled'
  const answer = await context.call(operation, { path: [resource.id], body: status, isGuess: true })
  if (!isSuccess(answer) || statusOf(answer) !== status) return
  const kind = 'register_autoramp_status'
  log.caused('autoramp-status', {
    kind,
    customerId,
    resource,
    status,
    since,
    what: 'an autoramp was cancelled',
  })
}

const depositAddress = async (
  context: ScenarioContext,
  log: CauseLog,
  { resource, customerId }: Ramp,
  since: number,
): Promise<void> => {
  const operation = context.operation('get', '/autoramps/{}')
  const read = expectSuccess(
    await context.call(operation, { path: [resource.id] }),
    'the autoramp is not served',
  )
  const rails = walk(jsonBody(read.response)).find(([pointer]) => pointer.endsWith('/deposit_rails'))?.[1]
  const hasRails = Array.isArray(rails) && rails.length > 0
  if (!hasRails) throw new NotApplicable('the autoramp shows no deposit rails')
  const what = 'an autoramp received a deposit address'
  log.caused('deposit-address', { kind: 'deposit_address_created', customerId, resource, since, what })
}

const transaction = async (context: ScenarioContext, log: CauseLog, ramp: Ramp): Promise<Resource> => {
  const operation = context.operation('post', '/sandbox/transaction')
  const hint: Hint = (path) => ({ autoramp_id: ramp.resource.id, amount: '100' })[path.at(-1) ?? '']
  const since = Date.now()
  const { customerId } = ramp
  const body = context.sampleBody(operation, hint)
  const created = expectSuccess(await context.call(operation, { body }), 'no transaction could be simulated')
  const resource = log.addResource('transaction', idIn(created, 'transaction'))
  log.caused('transaction', {
    kind: 'transaction',
    customerId,
    resource,
    since,
    what: 'a transaction happened',
  })
  if (!resource) throw new Skip('the transaction that was simulated names no id')
  log.bankPayouts.push(resource.id)
  return resource
}

const end = async (
  context: ScenarioContext,
  log: CauseLog,
  { customerId }: Ramp,
  resource: Resource,
  state: 'Completed' | 'Failed',
): Promise<void> => {
  const operation = context.operation('put', '/sandbox/transaction/{}/state')
  const since = Date.now()
  const idempotencyKey = context.session.uuid()
  const answer = await context.call(operation, { path: [resource.id], body: { state }, idempotencyKey })
  expectSuccess(answer, `no transaction could be brought to ${state}`)
  const what = `a transaction was ${state.toLowerCase()}`
  log.caused('transaction-status', { kind: 'transaction_status', customerId, resource, since, what })
}

const ends = ['Completed', 'Failed'] as const

const transactions = async (context: ScenarioContext, log: CauseLog, ramp: Ramp): Promise<void> => {
  for (const state of ends) {
    const resource = await attemptStep(log, ['transaction', 'transaction-status'], () =>
      transaction(context, log, ramp),
    )
    if (resource)
      await attemptStep(log, ['transaction-status'], () => end(context, log, ramp, resource, state))
  }
}

/** Uses the Ping action of a webhook. @throws Skip or NotApplicable where that cannot be done. */
export async function askPing(
  context: ScenarioContext,
  id: string | undefined,
  customerId: string,
): Promise<void> {
  if (id === undefined)
    throw new Skip('no operation tells the id of the webhook; send a ping in the dashboard', 'receiver')
  const operation = context.operation('post', '/webhooks/{}/ping')
  const hint: Hint = (path) => (path.at(-1) === 'customer_id' ? customerId : undefined)
  const body = operation.requestBody ? context.sampleBody(operation, hint) : undefined
  expectSuccess(await context.call(operation, { path: [id], body }), 'no ping could be asked for')
}

const ping = async (context: ScenarioContext, log: CauseLog, customerId: string): Promise<void> => {
  const { id } = await endpoint(context)
  const since = Date.now()
  await askPing(context, id, customerId)
  log.caused('ping', { kind: 'ping', customerId: '', since, what: 'a ping was asked for' })
}

const ofRamp = ['new-autoramp', 'autoramp-status', 'deposit-address', 'transaction', 'transaction-status']

/** Makes an autoramp that pays out to a bank account, transactions on it, and a ping; logs what of it worked. */
export async function payments(context: ScenarioContext, log: CauseLog, customerId: string): Promise<void> {
  const since = Date.now()
  const ramp = await attemptStep(log, ofRamp, () => autoramp(context, log))
  if (ramp) {
    await attemptStep(log, ['autoramp-status'], () => approve(context, log, ramp))
    await attemptStep(log, ['deposit-address'], () => depositAddress(context, log, ramp, since))
    await transactions(context, log, ramp)
    await attemptStep(log, [], () => cancel(context, log, ramp))
  }
  await attemptStep(log, ['ping'], () => ping(context, log, customerId))
}
