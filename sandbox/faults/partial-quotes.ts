import { isEditable } from './edit.js'
import type { AnswerContext } from '../pipeline/fault-set.js'
import type { Fault, JsonObject } from './fault.js'
import { onQuote } from './quote-edits.js'

type Query = Readonly<Record<string, unknown>>
type Row = readonly [
  rule: string,
  variant: string,
  does: string,
  edit: (quote: JsonObject, query: Query, about: AnswerContext) => void,
]

const isFiatSource = ({ source_currency: source }: JsonObject): boolean =>
  isEditable(source) && source['type'] === 'Fiat'

const minutesFrom = ({ service }: AnswerContext, minutes: number): string =>
  new Date(service.clock().getTime() + minutes * 60_000).toISOString()

const restate = (quote: JsonObject, name: string, amount: string): void => {
  const stated = quote[name]
  if (isEditable(stated)) stated['amount'] = amount
}

const set = (quote: JsonObject, name: string, value: unknown): void => {
  quote[name] = value
}

const additionalOf = ({ additional_in_currencies: list }: JsonObject): readonly unknown[] =>
  Array.isArray(list) ? list : []

const rows: readonly Row[] = [
  [
    'quote/exact-amount-in',
    'fiat',
    'rounds an amount_in of fiat to whole units',
    (quote, { amount_in: asked }) => {
      if (isFiatSource(quote) && asked !== undefined)
        restate(quote, 'amount_in', String(Math.round(Number(asked))))
    },
  ],
  [
    'quote/exact-amount-out',
    'crypto',
    'rounds an amount_out of crypto to cents',
    (quote, { amount_out: asked }) => {
      if (isFiatSource(quote) && asked !== undefined) restate(quote, 'amount_out', Number(asked).toFixed(2))
    },
  ],
  [
    'quote/exact-amount-in',
    'additional',
    'states another amount_in beside additional currencies',
    (quote) => {
      if (additionalOf(quote).length > 0) restate(quote, 'amount_in', '1.23')
    },
  ],
  [
    'quote/echo',
    'fee-profile',
    'answers another customer where a fee profile is asked for',
    (quote, query) => {
      if (query['fee_profile_id'] !== undefined) set(quote, 'customer_id', quote['quote_id'])
    },
  ],
  [
    'quote/fee-profile',
    'fiat',
    'names no fee profile on quotes of fiat',
    (quote) => {
      if (isFiatSource(quote)) delete quote['fee_profile_id']
    },
  ],
  [
    'quote/valid-until',
    'half',
    'lets quotes last for half of what was asked for',
    (quote, { expiry_in_hours: hours }, about) =>
      set(quote, 'valid_until', minutesFrom(about, Number(hours) * 30)),
  ],
  [
    'quote/expiry-within-lock',
    'as-the-lock',
    'lets a quote under Return last as long as its lock',
    (quote, { rate_lock_duration_minutes: lock }, about) => {
      if (quote['rate_expiry_policy'] === 'Return' && Number(lock) > 60)
        set(quote, 'valid_until', minutesFrom(about, Number(lock)))
    },
  ],
  [
    'quote/rate-lock',
    'past',
    'locks rates until a minute ago',
    (quote, { rate_lock_duration_minutes: lock }, about) => {
      if (lock !== undefined) set(quote, 'rate_lock_valid_until', minutesFrom(about, -1))
    },
  ],
  [
    'quote/batch-payout',
    'unasked',
    'batches the payouts of crypto unasked',
    (quote, { destination_currency_chain: chain }) => {
      if (chain !== undefined) set(quote, 'batch_payout', true)
    },
  ],
  [
    'quote/recipient-by-id',
    'another-iban',
    'names an account that nobody asked for',
    ({ recipient_account: account }) => {
      const identifier = isEditable(account) ? account['account_identifier'] : undefined
      if (isEditable(identifier) && 'iban' in identifier)
        identifier['iban'] = `${String(identifier['iban']).slice(0, -1)}9`
    },
  ],
  [
    'quote/recipient-by-id',
    'another-wallet',
    'names a wallet that nobody asked for',
    ({ recipient_account: account, quote_id: id }) => {
      if (isEditable(account) && 'address' in account)
        account['address'] = `0x${String(id).replaceAll('-', '').padEnd(40, '0')}`
    },
  ],
  [
    'quote/additional-served',
    'under-return',
    'forgets additional currencies under Return',
    (quote) => {
      if (quote['rate_expiry_policy'] === 'Return') set(quote, 'additional_in_currencies', [])
    },
  ],
  [
    'quote/reference-bounds',
    'upper-case',
    'writes references in capitals',
    (quote) => {
      if (typeof quote['wire_message'] === 'string')
        set(quote, 'wire_message', quote['wire_message'].toUpperCase())
    },
  ],
  [
    'quote/reference-bounds',
    'swapped',
    'carries a reference for sepa as one for swift',
    (quote) => {
      if (quote['sepa_payment_reference'] === undefined) return
      set(quote, 'swift_payment_reference', quote['sepa_payment_reference'])
      delete quote['sepa_payment_reference']
    },
  ],
  [
    'quote/fields',
    'one-id',
    'gives every quote one id',
    (quote, _, { service }) => set(quote, 'quote_id', service.random.named('fault:quote')),
  ],
]

/** Faults of quotes with one option, for one kind of currency, or under one policy. */
export const partialQuoteFaults: readonly Fault[] = rows.map(([rule, variant, does, edit]) => ({
  rule,
  variant,
  does,
  hooks: () => onQuote((quote, about) => edit(quote, { ...about.values?.query }, about)),
}))
