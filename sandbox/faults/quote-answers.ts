import { Big } from 'big.js'

import { isObject, withHeader } from './edit.js'
import type { About } from '../pipeline/fault-set.js'
import type { Fault } from './fault.js'
import { ofQuote } from './quote-place.js'

const addCent = (amount: unknown): void => {
  if (!isObject(amount) || typeof amount['amount'] !== 'string') return
  amount['amount'] = new Big(amount['amount']).plus('0.01').toFixed()
}

const roundTo = (amount: unknown, places: number): void => {
  if (!isObject(amount) || typeof amount['amount'] !== 'string') return
  amount['amount'] = new Big(amount['amount']).round(places).toFixed()
}

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

/** One fault for each field, which then says something else than what was asked for. */
const echoing = (rule: string, fields: Readonly<Record<string, (was: unknown) => unknown>>): Fault[] =>
  Object.entries(fields).map(([name, make]) => ({
    rule,
    variant: name.replaceAll('_', '-'),
    does: `answers another ${name} in the quote than the one asked for`,
    hooks: () =>
      ofQuote((quote) => {
        if (quote[name] !== undefined) quote[name] = make(quote[name])
      }),
  }))

const asked = ({ values }: About, name: string): boolean => values?.query[name] !== undefined

/** Faults in the quote that is answered. */
export const quoteAnswerFaults: readonly Fault[] = [
  {
    rule: 'quote/exact-amount-in',
    does: 'answers an amount_in that is 0.01 more than the one asked for',
    hooks: () =>
      ofQuote((quote, about) => {
        if (asked(about, 'amount_in')) addCent(quote['amount_in'])
      }),
  },
  {
    rule: 'quote/exact-amount-out',
    does: 'answers an amount_out that is 0.01 more than the one asked for',
    hooks: () =>
      ofQuote((quote, about) => {
        if (asked(about, 'amount_out')) addCent(quote['amount_out'])
      }),
  },
  {
    rule: 'quote/exact-amount-in',
    variant: 'whole-cents',
    does: 'rounds amount_in to cents',
    hooks: () =>
      ofQuote((quote, about) => {
        if (asked(about, 'amount_in')) roundTo(quote['amount_in'], 2)
      }),
  },
  {
    rule: 'quote/exact-amount-out',
    variant: 'large-amounts',
    does: 'rounds an amount_out of more than a million to whole units',
    hooks: () =>
      ofQuote((quote, about) => {
        const amount = quote['amount_out']
        const isLarge = isObject(amount) && Number(amount['amount']) > 1_000_000
        if (asked(about, 'amount_out') && isLarge) roundTo(amount, 0)
      }),
  },
  {
    rule: 'quote/content-type',
    does: 'sends quotes in latin1',
    hooks: () => ({
      answer: (answer, { operationId }) =>
        operationId === 'getAutorampQuote' && answer.status === 200
          ? withHeader(answer, 'content-type', 'application/json; charset=iso-8859-1')
          : answer,
    }),
  },
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
  {
    rule: 'quote/optional-echo',
    variant: 'reference-refused',
    does: 'answers pay_by_reference false though it was asked for, for crypto sources',
    hooks: () =>
      ofQuote((quote, about) => {
        const isCrypto = about.values?.query['source_currency_chain'] !== undefined
        if (isCrypto && quote['pay_by_reference'] === true) quote['pay_by_reference'] = false
      }),
  },
  {
    rule: 'quote/fee-profile',
    does: 'leaves fee_profile_id out of every quote',
    hooks: () => ofQuote((quote) => delete quote['fee_profile_id']),
  },
  {
    rule: 'quote/amount-currencies',
    does: 'states amount_out in the source currency',
    hooks: () =>
      ofQuote((quote) => {
        const { amount_out: amount } = quote
        if (isObject(amount)) amount['currency'] = quote['source_currency']
      }),
  },
  {
    rule: 'quote/pay-by-reference',
    does: 'generates a payment reference for every quote without being asked',
    hooks: () =>
      ofQuote((quote, about) => {
        if (!asked(about, 'pay_by_reference')) quote['pay_by_reference'] = true
      }),
  },
  {
    rule: 'quote/pay-by-reference',
    variant: 'ignored',
    does: 'says nothing of a payment reference that was asked for',
    hooks: () => ofQuote((quote) => delete quote['pay_by_reference']),
  },
  {
    rule: 'quote/valid-until',
    does: 'answers quotes that have ended an hour ago',
    hooks: () => ofQuote((quote) => Object.assign(quote, { valid_until: inHours(-1) })),
  },
  {
    rule: 'quote/valid-until',
    variant: 'a-day',
    does: 'lets every quote under Slippage last for 24 hours, whatever was asked for',
    hooks: () =>
      ofQuote((quote) => {
        if (quote['rate_expiry_policy'] === 'Slippage') quote['valid_until'] = inHours(24)
      }),
  },
  {
    rule: 'quote/rate-lock',
    does: 'locks every rate for a day',
    hooks: () => ofQuote((quote) => Object.assign(quote, { rate_lock_valid_until: inHours(24) })),
  },
  {
    rule: 'quote/additional-served',
    does: 'forgets the second of the additional currencies',
    hooks: () =>
      ofQuote(({ additional_in_currencies: list }) => {
        if (Array.isArray(list)) list.splice(1, 1)
      }),
  },
  {
    rule: 'quote/additional-served',
    variant: 'unasked',
    does: 'takes USDT as an additional currency without being asked',
    hooks: () =>
      ofQuote((quote, about) => {
        const { source_currency: source } = quote
        if (asked(about, 'additional_in_currency_codes') || !isObject(source)) return
        if (source['type'] === 'Crypto') quote['additional_in_currencies'] = [{ ...source, token: 'USDT' }]
      }),
  },
  {
    rule: 'quote/recipient-by-id',
    does: 'pays every quote to the same account',
    hooks: () => {
      let first: unknown
      return ofQuote((quote) => {
        const { recipient_account: account, destination_currency: money } = quote
        if (!isObject(money) || money['code'] !== 'EUR') return
        first ??= account
        quote['recipient_account'] = first
      })
    },
  },
  { rule: 'quote/sender', does: 'takes African currencies without a sender' },
  { rule: 'quote/expiry-within-lock', does: 'lets a quote under Return outlive its rate lock' },
  { rule: 'quote/additional-source', does: 'takes the source currency among the additional ones' },
  { rule: 'quote/additional-chain', does: 'takes additional currencies of other chains' },
  { rule: 'quote/batch-payout', does: 'takes batch_payout for a crypto destination' },
  { rule: 'quote/references', does: 'takes references of any length and form' },
]
