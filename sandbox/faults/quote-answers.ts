import { at } from './answers.js'
import { Big } from '#bundled/big.js'

import { isEditable, withHeader } from './edit.js'
import type { AnswerContext } from '../pipeline/fault-set.js'
import { fault, type Fault } from './fault.js'
import { onQuote } from './quote-edits.js'

const addCent = (amount: unknown): void => {
  if (!isEditable(amount) || typeof amount['amount'] !== 'string') return
  amount['amount'] = new Big(amount['amount']).plus('0.01').toFixed()
}

const roundTo = (amount: unknown, places: number): void => {
  if (!isEditable(amount) || typeof amount['amount'] !== 'string') return
  amount['amount'] = new Big(amount['amount']).round(places).toFixed()
}

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

/** One fault per field, which then differs from the request. */
const echoing = (rule: string, fields: Readonly<Record<string, (was: unknown) => unknown>>): Fault[] =>
  Object.entries(fields).map(([name, make]) => ({
    rule,
    variant: name.replaceAll('_', '-'),
    does: `answers another ${name} in the quote than the one asked for`,
    hooks: () =>
      onQuote((quote) => {
        if (quote[name] !== undefined) quote[name] = make(quote[name])
      }),
  }))

const asked = ({ values }: AnswerContext, name: string): boolean => values?.query[name] !== undefined

/** Faults in the quote of a response. */
export const quoteAnswerFaults: readonly Fault[] = [
  fault('quote/exact-amount-in', 'answers an amount_in that is 0.01 more than the one asked for', () =>
    onQuote((quote, about) => {
      if (asked(about, 'amount_in')) addCent(quote['amount_in'])
    }),
  ),
  fault('quote/exact-amount-out', 'answers an amount_out that is 0.01 more than the one asked for', () =>
    onQuote((quote, about) => {
      if (asked(about, 'amount_out')) addCent(quote['amount_out'])
    }),
  ),
  fault('quote/exact-amount-in:whole-cents', 'rounds amount_in to cents', () =>
    onQuote((quote, about) => {
      if (asked(about, 'amount_in')) roundTo(quote['amount_in'], 2)
    }),
  ),
  fault(
    'quote/exact-amount-out:large-amounts',
    'rounds an amount_out of more than a million to whole units',
    () =>
      onQuote((quote, about) => {
        const amount = quote['amount_out']
        const isLarge = isEditable(amount) && Number(amount['amount']) > 1_000_000
        if (asked(about, 'amount_out') && isLarge) roundTo(amount, 0)
      }),
  ),
  fault('quote/content-type', 'sends quotes in latin1', () =>
    at('getAutorampQuote', 200, (answer) =>
      withHeader(answer, 'content-type', 'application/json; charset=iso-8859-1'),
    ),
  ),
  ...echoing('quote/echo', {
    customer_id: () => '11111111-1111-4111-8111-111111111111',
    rate_expiry_policy: () => 'Slippage',
    is_third_party: () => false,
    destination_currency: () => ({ type: 'Fiat', code: 'EUR' }),
    source_currency: () => ({ type: 'Crypto', token: 'USDC', blockchain: 'Tron' }),
  }),
  ...echoing('quote/optional-echo', {
    external_id: (was) => `${String(was)}-1`,
    slippage_tolerance_in_bips: () => '49.9',
    batch_payout: () => false,
  }),
  fault(
    'quote/optional-echo:reference-refused',
    'answers pay_by_reference false though it was asked for, for crypto sources',
    () =>
      onQuote((quote, about) => {
        const isCrypto = about.values?.query['source_currency_chain'] !== undefined
        if (isCrypto && quote['pay_by_reference'] === true) quote['pay_by_reference'] = false
      }),
  ),
  fault('quote/fee-profile', 'leaves fee_profile_id out of every quote', () =>
    onQuote((quote) => delete quote['fee_profile_id']),
  ),
  fault('quote/amount-currencies', 'states amount_out in the source currency', () =>
    onQuote((quote) => {
      const { amount_out: amount } = quote
      if (isEditable(amount)) amount['currency'] = quote['source_currency']
    }),
  ),
  fault('quote/pay-by-reference', 'generates a payment reference for every quote without being asked', () =>
    onQuote((quote, about) => {
      if (!asked(about, 'pay_by_reference')) quote['pay_by_reference'] = true
    }),
  ),
  fault('quote/pay-by-reference:ignored', 'says nothing of a payment reference that was asked for', () =>
    onQuote((quote) => delete quote['pay_by_reference']),
  ),
  fault('quote/valid-until', 'answers quotes that have ended an hour ago', () =>
    onQuote((quote) => Object.assign(quote, { valid_until: inHours(-1) })),
  ),
  fault(
    'quote/valid-until:a-day',
    'lets every quote under Slippage last for 24 hours, whatever was asked for',
    () =>
      onQuote((quote) => {
        if (quote['rate_expiry_policy'] === 'Slippage') quote['valid_until'] = inHours(24)
      }),
  ),
  fault('quote/rate-lock', 'locks every rate for a day', () =>
    onQuote((quote) => Object.assign(quote, { rate_lock_valid_until: inHours(24) })),
  ),
  fault('quote/additional-served', 'forgets the second of the additional currencies', () =>
    onQuote(({ additional_in_currencies: list }) => {
      if (Array.isArray(list)) list.splice(1, 1)
    }),
  ),
  fault('quote/additional-served:unasked', 'takes USDT as an additional currency without being asked', () =>
    onQuote((quote, about) => {
      const { source_currency: source } = quote
      if (asked(about, 'additional_in_currency_codes') || !isEditable(source)) return
      if (source['type'] === 'Crypto') quote['additional_in_currencies'] = [{ ...source, token: 'USDT' }]
    }),
  ),
  fault('quote/recipient-by-id', 'pays every quote to the same account', () => {
    let first: unknown
    return onQuote((quote) => {
      const { recipient_account: account, destination_currency: money } = quote
      if (!isEditable(money) || money['code'] !== 'EUR') return
      first ??= account
      quote['recipient_account'] = first
    })
  }),
  fault('quote/sender', 'takes African currencies without a sender'),
  fault('quote/expiry-within-lock', 'lets a quote under Return outlive its rate lock'),
  fault('quote/additional-source', 'takes the source currency among the additional ones'),
  fault('quote/additional-chain', 'takes additional currencies of other chains'),
  fault('quote/batch-payout', 'takes batch_payout for a crypto destination'),
  fault('quote/references', 'takes references of any length and form'),
]
