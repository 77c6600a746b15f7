import type { ScenarioContext } from '../../engine/context.js'
import { isEnding, Skip } from '../../engine/outcome.js'
import type { Hint } from '../../engine/sample.js'
import { type Exchange, jsonBody } from '../../model/exchange.js'
import { dig, idIn, isSuccess, outcomeOf, walk } from '../reading.js'
import { askQuote, quoteSubject } from '../subjects/quote.js'
import type { TourLog } from './cause.js'
import { endpoint } from './endpoint.js'

interface Ramp {
  readonly id: string
  readonly customerId: string
  readonly created: Exchange
}

const must = (exchange: Exchange, what: string): Exchange => {
  if (!isSuccess(exchange)) throw new Skip(`${what}: ${outcomeOf(exchange)}`)
  return exchange
}

const autoramp = async (context: ScenarioContext, log: TourLog): Promise<Ramp> => {
  const operation = context.operation('post', '/autoramps')
  const subject = await quoteSubject(context)
  const quote = must(await askQuote(context, subject), 'the quote is not served a second time')
  const since = Date.now()
  const body = jsonBody(quote.response)
  const created = must(await context.call(operation, { body }), 'no autoramp could be created')
  log.caused('new-autoramp', 'new_autoramp', subject.customerId, since, 'an autoramp was created')
  const id = idIn(created, 'autoramp')
  if (id === undefined) throw new Skip('the autoramp that was created names no id')
  return { id, customerId: subject.customerId, created }
}

const approve = async (context: ScenarioContext, log: TourLog, ramp: Ramp): Promise<void> => {
  const operation = context.operation('put', '/sandbox/autoramp/{}')
  const since = Date.now()
  const was = dig(jsonBody(ramp.created.response), 'status')
  must(await context.call(operation, { path: [ramp.id], body: 'Approved' }), 'no autoramp could be approved')
  if (was === 'Approved') throw new Skip('the autoramp was approved from the start')
  log.caused(
    'autoramp-status',
    'register_autoramp_status',
    ramp.customerId,
    since,
    'an autoramp was approved',
  )
}

const depositAddress = async (
  context: ScenarioContext,
  log: TourLog,
  ramp: Ramp,
  since: number,
): Promise<void> => {
  const operation = context.operation('get', '/autoramps/{}')
  const read = must(await context.call(operation, { path: [ramp.id] }), 'the autoramp is not served')
  const rails = walk(jsonBody(read.response)).find(([pointer]) => pointer.endsWith('/deposit_rails'))?.[1]
  const hasRails = Array.isArray(rails) && rails.length > 0
  if (!hasRails) throw new Skip('the autoramp shows no deposit rails')
  const what = 'an autoramp received a deposit address'
  log.caused('deposit-address', 'deposit_address_created', ramp.customerId, since, what)
}

const transaction = async (context: ScenarioContext, log: TourLog, ramp: Ramp): Promise<string> => {
  const operation = context.operation('post', '/sandbox/transaction')
  const hint: Hint = (place) => ({ autoramp_id: ramp.id, amount: '100' })[place.at(-1) ?? '']
  const since = Date.now()
  const created = must(
    await context.call(operation, { body: context.sampleBody(operation, hint) }),
    'no transaction could be simulated',
  )
  log.caused('transaction', 'transaction', ramp.customerId, since, 'a transaction happened')
  const id = idIn(created, 'transaction')
  if (id === undefined) throw new Skip('the transaction that was simulated names no id')
  log.bankPayouts.push(id)
  return id
}

const complete = async (context: ScenarioContext, log: TourLog, ramp: Ramp, id: string): Promise<void> => {
  const operation = context.operation('put', '/sandbox/transaction/{}/state')
  const since = Date.now()
  const body = { state: 'Completed' }
  const idempotencyKey = context.session.uuid()
  must(
    await context.call(operation, { path: [id], body, idempotencyKey }),
    'no transaction could be brought to its end',
  )
  const what = 'the status of a transaction changed'
  log.caused('transaction-status', 'transaction_status', ramp.customerId, since, what)
}

const ping = async (context: ScenarioContext, log: TourLog, customerId: string): Promise<void> => {
  const { id } = await endpoint(context)
  if (id === undefined)
    throw new Skip('no operation tells the id of the webhook; send a ping in the dashboard')
  const operation = context.operation('post', '/webhooks/{}/ping')
  const since = Date.now()
  const hint: Hint = (place) => (place.at(-1) === 'customer_id' ? customerId : undefined)
  const body = operation.requestBody ? context.sampleBody(operation, hint) : undefined
  must(await context.call(operation, { path: [id], body }), 'no ping could be asked for')
  log.caused('ping', 'ping', '', since, 'a ping was asked for')
}

const attempt = async <T>(
  log: TourLog,
  rules: readonly string[],
  work: () => Promise<T>,
): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (!isEnding(error)) throw error
    log.missed(error.message, ...rules)
    return undefined
  }
}

const ofRamp = ['new-autoramp', 'autoramp-status', 'deposit-address', 'transaction', 'transaction-status']

/** Makes an autoramp that pays out to a bank account, a transaction on it, and a ping; logs what of it worked. */
export async function payments(context: ScenarioContext, log: TourLog): Promise<void> {
  const since = Date.now()
  const ramp = await attempt(log, ofRamp, () => autoramp(context, log))
  if (ramp) {
    await attempt(log, ['autoramp-status'], () => approve(context, log, ramp))
    await attempt(log, ['deposit-address'], () => depositAddress(context, log, ramp, since))
    const id = await attempt(log, ['transaction', 'transaction-status'], () =>
      transaction(context, log, ramp),
    )
    if (id !== undefined) await attempt(log, ['transaction-status'], () => complete(context, log, ramp, id))
  }
  await attempt(log, ['ping'], () => ping(context, log, log.causes[0]?.customerId ?? ''))
}
