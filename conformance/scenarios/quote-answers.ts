import type { Scenario, ScenarioContext } from '../engine/context.js'
import { NotApplicable } from '../engine/outcome.js'
import type { Exchange } from '../model/exchange.js'
import { dig, isObject, isSuccess, objectBody, outcomeOf, sameDecimal } from './reading.js'
import { type EnumerationName, enumerations, referenceLimits } from './spec-table.js'
import { askQuote, quoteSubject } from './subjects/quote.js'
import { walletRecipient } from './subjects/recipient.js'

type Check = (value: unknown) => boolean

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const isDecimal: Check = (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
const isText: Check = (value) => typeof value === 'string'
const isUuid: Check = (value) => typeof value === 'string' && uuid.test(value)
const isTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isCurrency: Check = (value) =>
  isObject(value) &&
  ((value['type'] === 'Crypto' && isText(value['token']) && isText(value['blockchain'])) ||
    (value['type'] === 'Fiat' && isText(value['code'])))
const isAmount: Check = (value) =>
  isObject(value) && isDecimal(value['amount']) && isCurrency(value['currency'])
const isAccount: Check = (value) =>
  isObject(value) && ['Fiat', 'Crypto', 'Pix'].includes(String(value['type']))

const quoteFields: Readonly<Record<string, Check>> = {
  quote_id: isUuid,
  source_currency: isCurrency,
  destination_currency: isCurrency,
  recipient_account: isAccount,
  customer_id: isUuid,
  amount_in: isAmount,
  amount_out: isAmount,
  rate: isDecimal,
  rate_expiry_policy: isText,
  fee: isObject,
  fee_settlement: isText,
  valid_until: isTime,
  signature: isText,
  is_third_party: (value) => typeof value === 'boolean',
}

const feeAmounts = ['total_fee', 'iron_fee', 'partner_fee', 'transaction_fee', 'banking_fee', 'network_fee']
const feeLists = ['network_fees', 'network_fees_with_settlement', 'partner_fees']

const expectExact =
  (side: 'amount_in' | 'amount_out'): Scenario =>
  async (context) => {
    const subject = await quoteSubject(context)
    const amount = '73.21'
    const amounts = { amount_in: undefined, amount_out: undefined, [side]: amount }
    const exchange = await askQuote(context, subject, amounts)
    if (!isSuccess(exchange))
      throw new NotApplicable(`a quote for ${side} alone is not served: ${outcomeOf(exchange)}`)
    const came = dig(objectBody(exchange), side, 'amount')
    const message = `${side}=${amount} was asked for; the quote states ${JSON.stringify(came) ?? 'none'}`
    context.expect(sameDecimal(came, amount), message, exchange, `/${side}/amount`)
  }

const fields: Scenario = async (context) => {
  const { exchange } = await quoteSubject(context)
  const body = objectBody(exchange)
  for (const [name, check] of Object.entries(quoteFields)) {
    const came = JSON.stringify(body[name]) ?? 'nothing'
    context.expect(
      check(body[name]),
      `${name} of a quote is required by its table; ${came} came`,
      exchange,
      `/${name}`,
    )
  }
}

const expectMember = (
  context: ScenarioContext,
  exchange: Exchange,
  name: EnumerationName,
  path: readonly string[],
  value: unknown,
): void => {
  if (value === undefined || value === null) return
  const known = enumerations[name].some((member) => member === value)
  context.expect(
    known,
    `${path.join('.')} is ${JSON.stringify(value)}, which is no ${name}`,
    exchange,
    `/${path.join('/')}`,
  )
}

const enumerationsHold: Scenario = async (context) => {
  const { exchange } = await quoteSubject(context)
  const body = objectBody(exchange)
  const places: readonly (readonly [EnumerationName, ...string[]])[] = [
    ['RateExpiryPolicy', 'rate_expiry_policy'],
    ['FeeSettlement', 'fee_settlement'],
    ['DepositAccountType', 'deposit_account_type'],
    ['Blockchain', 'source_currency', 'blockchain'],
    ['Blockchain', 'destination_currency', 'blockchain'],
    ['Blockchain', 'recipient_account', 'chain'],
    ['PaymentNetwork', 'fee', 'banking_fee_network'],
    ['FeeSettlement', 'fee', 'iron_fee_settlement'],
  ]
  for (const [name, ...path] of places) expectMember(context, exchange, name, path, dig(body, ...path))
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const fee: Scenario = async (context) => {
  const { exchange } = await quoteSubject(context)
  const came = objectBody(exchange)['fee']
  for (const name of feeAmounts) {
    const pointer = `/fee/${name}`
    context.expect(isAmount(dig(came, name)), `fee.${name} is required to be an amount`, exchange, pointer)
  }
  for (const name of feeLists) {
    const pointer = `/fee/${name}`
    context.expect(
      Array.isArray(dig(came, name)),
      `fee.${name} is required to be an array`,
      exchange,
      pointer,
    )
  }
  for (const item of listOf(dig(came, 'network_fees'))) {
    expectMember(
      context,
      exchange,
      'DeprecatedNetworkFee',
      ['fee', 'network_fees', 'type'],
      dig(item, 'type'),
    )
  }
  for (const item of listOf(dig(came, 'network_fees_with_settlement'))) {
    const at = ['fee', 'network_fees_with_settlement']
    expectMember(context, exchange, 'NetworkFeeType', [...at, 'fee_type'], dig(item, 'fee_type'))
    expectMember(context, exchange, 'FeeSettlement', [...at, 'settlement'], dig(item, 'settlement'))
    context.expect(
      isAmount(dig(item, 'fee_amount')),
      'fee_amount is required to be an amount',
      exchange,
      `/${at.join('/')}`,
    )
  }
}

const breaksLimit = (name: string, value: unknown): boolean => {
  const limit = referenceLimits[name]
  if (!limit || typeof value !== 'string') return false
  // Full-string match: a `$` would let a final line break through.
  const wellFormed = limit.pattern.test(value) && !value.includes('\n')
  return !wellFormed || value.length < limit.min || value.length > limit.max
}

const references: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  for (const [name, { max }] of Object.entries(referenceLimits)) {
    for (const value of ['a'.repeat(max + 1), 'a_b{}c!']) {
      const exchange = await askQuote(context, subject, { [name]: value })
      if (!isSuccess(exchange)) continue
      const came = objectBody(exchange)[name]
      const message = `${name} of a quote is ${JSON.stringify(came)}, which breaks its limits`
      context.expect(!breaksLimit(name, came), message, exchange, `/${name}`)
    }
  }
}

const batchPayout: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  const recipient = await walletRecipient(context, subject.customerId)
  const exchange = await askQuote(context, subject, {
    source_currency_code: 'EUR',
    source_currency_chain: undefined,
    destination_currency_code: String(subject.query['source_currency_code']),
    destination_currency_chain: 'Ethereum',
    recipient_account_id: recipient,
    batch_payout: 'true',
  })
  const batched = isSuccess(exchange) && objectBody(exchange)['batch_payout'] === true
  context.expect(!batched, 'batch_payout is true for a crypto destination', exchange, '/batch_payout')
}

/** What a served quote says, held against the specification's own tables. */
export const quoteAnswerScenarios: Readonly<Record<string, Scenario>> = {
  'quote/exact-amount-in': expectExact('amount_in'),
  'quote/exact-amount-out': expectExact('amount_out'),
  'quote/fields': fields,
  'quote/enumerations': enumerationsHold,
  'quote/fee': fee,
  'quote/references': references,
  'quote/batch-payout': batchPayout,
}
