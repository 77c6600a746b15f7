import type { Scenario } from '../../engine/context.js'
import { NotApplicable } from '../../engine/outcome.js'
import { dig, isObject, isSuccess, objectBody, outcomeOf, sameDecimal } from '../reading.js'
import { expectMember } from './enumerations.js'
import type { EnumerationName } from '../spec-table.js'
import {
  type Check,
  isAccount,
  isAmount,
  isBoolean,
  isCurrency,
  isDecimal,
  isListOf,
  isText,
  isTime,
  isUuid,
} from '../spec-values.js'
import { askQuote, quoteSubject } from '../subjects/quote.js'

const requiredFields: Readonly<Record<string, Check>> = {
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
  is_third_party: isBoolean,
}

const optionalFields: Readonly<Record<string, Check>> = {
  additional_in_currencies: isListOf(isCurrency),
  rate_lock_valid_until: isTime,
  slippage_tolerance_in_bips: isDecimal,
  fee_profile_id: isUuid,
  deposit_account_type: isText,
  external_id: isText,
  batch_payout: isBoolean,
  pay_by_reference: isBoolean,
}

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

// An optional field that is null counts as absent: which of both stands for "nothing" is open.
const fields: Scenario = async (context) => {
  const { exchange } = await quoteSubject(context)
  const body = objectBody(exchange)
  for (const [name, isRight] of Object.entries(requiredFields)) {
    const came = body[name] === undefined ? 'is absent' : 'is something else'
    const message = `${name} of a quote is required, of the type in its table; it ${came}`
    context.expect(isRight(body[name]), message, exchange, `/${name}`)
  }
  for (const [name, isRight] of Object.entries(optionalFields)) {
    const holds = body[name] === undefined || body[name] === null || isRight(body[name])
    context.expect(holds, `${name} of a quote is not of the type in its table`, exchange, `/${name}`)
  }
}

const enumerated: readonly (readonly [EnumerationName, ...string[]])[] = [
  ['RateExpiryPolicy', 'rate_expiry_policy'],
  ['FeeSettlement', 'fee_settlement'],
  ['DepositAccountType', 'deposit_account_type'],
  ['Blockchain', 'source_currency', 'blockchain'],
  ['Blockchain', 'destination_currency', 'blockchain'],
  ['Blockchain', 'recipient_account', 'chain'],
  ['PaymentNetwork', 'fee', 'banking_fee_network'],
  ['FeeSettlement', 'fee', 'iron_fee_settlement'],
]

const enumerationsHold: Scenario = async (context) => {
  const { exchange } = await quoteSubject(context)
  const body = objectBody(exchange)
  for (const [name, ...path] of enumerated) expectMember(context, exchange, name, path, dig(body, ...path))
}

/** What a served quote says, held against the specification's own tables. */
export const quoteAnswerScenarios: Readonly<Record<string, Scenario>> = {
  'quote/exact-amount-in': expectExact('amount_in'),
  'quote/exact-amount-out': expectExact('amount_out'),
  'quote/fields': fields,
  'quote/enumerations': enumerationsHold,
}
