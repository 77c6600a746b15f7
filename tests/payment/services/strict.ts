import type { Call } from './call.js'

const accountOf = ['customer_id', 'holder', 'iban', 'currency']

/** The query parameters that each operation knows; the quote checks its own. */
const queries: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^GET \/terms-and-conditions$/, ['country']],
  [/^GET \/addresses\/fiat$/, ['customer_id']],
  [/^GET \/autoramps\/quote$/, []],
  [/^GET \/autoramps\/[^/]+\/quote$/, ['source_currency_code']],
  [/./, []],
]

const bodies: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^POST \/customers$/, ['email', 'kind', 'profile', 'reference']],
  [/^POST \/(addresses\/fiat|bank-accounts)$/, accountOf],
  [/^POST \/customers\/[^/]+\/signings$/, ['content_id', 'signed', 'document_id', 'accepted', 'signed_by']],
]

/** True for a request with known parameters and members only. */
export const isKnown = ({ method, path, query, body }: Call): boolean => {
  const route = `${method} ${path}`
  const [, names = []] = queries.find(([pattern]) => pattern.test(route)) ?? []
  const isQuote = path === '/autoramps/quote'
  const [, members] = bodies.find(([pattern]) => pattern.test(route)) ?? []
  const given = typeof body === 'object' && body !== null ? Object.keys(body) : []
  return (
    (isQuote || [...query.keys()].every((name) => names.includes(name))) &&
    (members === undefined || given.every((name) => members.includes(name)))
  )
}
