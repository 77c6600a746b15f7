import type { QueryPairs } from '../pipeline/query.js'
import type { Fault } from './fault.js'

/** Adds a missing parameter, if the source is fiat. */
const filled = (query: QueryPairs, name: string, value: string): QueryPairs =>
  !query.has('source_currency_chain') && !query.has(name) ? new Map([...query, [name, [value]]]) : query

const rows: readonly (readonly [
  rule: string,
  variant: string,
  does: string,
  change: (query: QueryPairs) => QueryPairs,
])[] = [
  [
    'quote/missing-parameter',
    'fiat',
    'takes a request for fiat without is_third_party',
    (query) => filled(query, 'is_third_party', 'false'),
  ],
  [
    'quote/parameter-types',
    'unit',
    'takes an expiry with a unit',
    (query) =>
      query.get('expiry_in_hours')?.[0] === '1h' ? new Map([...query, ['expiry_in_hours', ['1']]]) : query,
  ],
  [
    'quote/expiry-limit',
    'fiat',
    'takes 25 hours for fiat',
    (query) =>
      !query.has('source_currency_chain') && query.get('expiry_in_hours')?.[0] === '25'
        ? new Map([...query, ['expiry_in_hours', ['24']]])
        : query,
  ],
  [
    'quote/recipient-precedence',
    'crypto',
    'prefers recipient_account to the id of a wallet',
    (query) =>
      !query.has('source_currency_chain') && query.has('recipient_account')
        ? new Map([...query].filter(([name]) => name !== 'recipient_account_id'))
        : query,
  ],
  [
    'quote/sender',
    'kenya',
    'takes Kenyan shillings without a bank',
    (query) =>
      query.get('source_currency_code')?.[0] === 'KES' ? filled(query, 'sender_bank', 'Access Bank') : query,
  ],
]

/** Invalid quote requests that are accepted in one variant. */
export const partialQueryFaults: readonly Fault[] = rows.map(([rule, variant, does, change]) => ({
  rule,
  variant,
  does,
  hooks: () => ({
    query: (query, operationId) => (operationId === 'getAutorampQuote' ? change(query) : query),
  }),
}))
