import { amountProblem } from '../quotes/request.js'
import type { BodyOf, Call, Handlers, SuccessOf } from '../service/service.js'
import { defined } from '../primitives/defined.js'
import { badRequest } from '../primitives/refusal.js'
import type { Currency } from '../api/schemas.js'
import { shareOf } from '../money/rates.js'
import { Decimal, formatDecimal, parseDecimal, placesOf, roundDown } from '../money/decimal.js'
import { type Money, sameMoney, supportedMoney } from '../money/money.js'
import type { AutorampRecord, TransactionRecord } from '../state/records.js'
import { moveTo, isFinal, simulatedState } from './transactions.js'
import { openAutoramp } from '../autoramp/autoramps.js'
import { requireRecord } from '../state/repository.js'

type Body = Omit<BodyOf<'createSandboxTransaction'>, 'autoramp_id'>

type Owner = Pick<Call<'createSandboxTransaction'>, 'service' | 'partnerId'>

const feeInBips = 25

/** The deposited currency: the named one, which the autoramp must accept, or its first. */
const inputOf = (body: Body, { sources }: AutorampRecord): Currency => {
  const { input_currency: named = sources[0] } = body
  const money = supportedMoney('/input_currency', named)
  if (!sources.some((source) => sameMoney(supportedMoney('/input_currency', source), money)))
    throw badRequest('request body at /input_currency is not accepted by the autoramp')
  return named
}

const decimalAt = (place: string, text: string): Decimal => {
  const value = parseDecimal(text)
  if (value === undefined || value.lt(0))
    throw badRequest(`request body at ${place} must be a plain decimal of at most 18 digits a side`)
  return value
}

const feeOf = ({ fee: text, amount }: Body, source: Money): Decimal => {
  if (text === undefined) return shareOf(new Decimal(amount), feeInBips, source.scale)
  const fee = decimalAt('/fee', text)
  if (placesOf(fee) > source.scale)
    throw badRequest(`request body at /fee must have at most ${source.scale} decimal places`)
  return fee
}

type Amounts = Pick<TransactionRecord, 'amountIn' | 'amountOut' | 'fee' | 'rate'>

/** `amount_out = (amount - fee) x fx_rate`, cut to its decimal places, unless it is given. */
const amountsOf = (body: Body, source: Money, destination: Money): Amounts => {
  const problem =
    amountProblem('request body at /amount', body.amount, source) ??
    amountProblem('request body at /amount_out', body.amount_out, destination)
  if (problem !== undefined) throw badRequest(problem)
  const amountIn = new Decimal(body.amount)
  const fee = feeOf(body, source)
  const rate = decimalAt('/fx_rate', body.fx_rate ?? '1')
  const converted = roundDown(amountIn.minus(fee).times(rate), destination.scale)
  const amountOut = new Decimal(body.amount_out ?? converted)
  if (amountOut.lte(0)) throw badRequest('the amount is too small to cover the fee')
  return {
    amountIn: formatDecimal(amountIn, source.scale),
    amountOut: formatDecimal(amountOut, destination.scale),
    fee: formatDecimal(fee, source.scale),
    rate: formatDecimal(rate),
  }
}

const newId = ({ service, partnerId }: Owner, { transaction_id: chosen }: Body): string => {
  if (chosen !== undefined && service.store.transactions.find(partnerId, chosen) !== undefined)
    throw badRequest('request body at /transaction_id is taken by another transaction')
  return chosen ?? service.random.uuid('transaction')
}

/**
 * Simulates a deposit to an autoramp, up to the state in the body.
 * @param openBankingId the provider's id of the open-banking payment that it came from
 */
export function deposit(owner: Owner, autoramp: AutorampRecord, body: Body, openBankingId?: string) {
  const { service, partnerId } = owner
  const sourceCurrency = inputOf(body, autoramp)
  const { destination: destinationCurrency, customerId } = autoramp
  const moneyOf = (currency: Currency): Money => supportedMoney('/input_currency', currency)
  const amounts = amountsOf(body, moneyOf(sourceCurrency), moneyOf(destinationCurrency))
  const record = {
    id: newId(owner, body),
    partnerId,
    customerId,
    autorampId: autoramp.id,
    sourceCurrency,
    destinationCurrency,
    ...amounts,
    status: 'FundsReviewInProgress' as const,
    ...defined({ origin: body.source, openBankingId }),
    createdAt: service.clock(),
  }
  service.store.transactions.save(record)
  return moveTo(service, record, body.initial_state ?? 'Pending')
}

const codeOf = (currency: Currency): string => (currency.type === 'Fiat' ? currency.code : currency.token)

const render = (record: TransactionRecord): SuccessOf<'createSandboxTransaction'>['body'] => ({
  id: record.id,
  autoramp_id: record.autorampId,
  customer_id: record.customerId,
  amount_in: record.amountIn,
  amount_out: record.amountOut,
  currency_in: codeOf(record.sourceCurrency),
  currency_out: codeOf(record.destinationCurrency),
  state: simulatedState(record),
  created_at: record.createdAt.toISOString(),
})

/** POST /sandbox/transaction and PUT /sandbox/transaction/{id}/state: simulated deposits. */
export const simulationHandlers = {
  createSandboxTransaction: (call) => {
    const autoramp = openAutoramp(call, call.body.autoramp_id)
    return { status: 201, body: render(deposit(call, autoramp, call.body)) }
  },
  updateSandboxTransactionState: ({ service, partnerId, path, body }) => {
    const record = requireRecord(service.store.transactions, partnerId, path.id, 'transaction')
    const same = simulatedState(record) === body.state
    if (isFinal(record) && !same)
      throw badRequest(`the transaction is ${record.status} and cannot change any more`)
    return { status: 200, body: render(same ? record : moveTo(service, record, body.state)) }
  },
} satisfies Handlers
