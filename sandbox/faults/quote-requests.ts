import type { QueryPairs } from '../http/query.js'
import type { Fault, Hooks } from './fault.js'

type Pairs = Map<string, readonly string[]>

const POLICIES = new Set(['Return', 'Slippage'])
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const CODES = 'additional_in_currency_codes'
const CHAINS = 'additional_in_currency_chains'

/** Makes an unacceptable request acceptable before anyone looks at it. */
const ofQuery = (mend: (query: Pairs) => void): Hooks => ({
  query: (query: QueryPairs, operationId) => {
    if (operationId !== 'getAutorampQuote') return query
    const mended = new Map(query)
    mend(mended)
    return mended
  },
})

const first = (query: Pairs, name: string): string | undefined => query.get(name)?.[0]

const list = (query: Pairs, name: string): readonly string[] => {
  const text = first(query, name) ?? ''
  return text === '' ? [] : text.split(',')
}

const keepFirst = (query: Pairs, count: number): void => {
  for (const name of [CODES, CHAINS]) {
    const kept = list(query, name).slice(0, count)
    if (kept.length === 0) query.delete(name)
    else query.set(name, [kept.join(',')])
  }
}

const mendLongCode = (query: Pairs): void => {
  if ((first(query, 'source_currency_code') ?? '').length <= 32) return
  const toFiat = !query.has('destination_currency_chain')
  query.set('source_currency_code', [toFiat ? 'USDC' : 'EUR'])
  if (toFiat) query.set('source_currency_chain', ['Solana'])
  else query.delete('source_currency_chain')
}

const mendLongAccounts = (query: Pairs): void => {
  for (const name of ['recipient_account', 'sender_account_number', 'sender_mobile_number'])
    if ((first(query, name) ?? '').length > 256) query.delete(name)
}

const mendTypes = (query: Pairs): void => {
  const policy = first(query, 'rate_expiry_policy')
  if (policy !== undefined && !POLICIES.has(policy)) query.set('rate_expiry_policy', ['Slippage'])
  if (!UUID.test(first(query, 'fee_profile_id') ?? '')) query.delete('fee_profile_id')
}

/** Faults in what the quote operation takes. */
export const quoteRequestFaults: readonly Fault[] = [
  {
    rule: 'quote/missing-parameter',
    does: 'takes a request without is_third_party',
    hooks: () =>
      ofQuery((query) => {
        if (!query.has('is_third_party')) query.set('is_third_party', ['false'])
      }),
  },
  {
    rule: 'quote/parameter-types',
    does: 'takes any rate_expiry_policy and any fee_profile_id',
    hooks: () => ofQuery(mendTypes),
  },
  {
    rule: 'quote/code-length',
    does: 'takes a source_currency_code of more than 32 characters for some currency',
    hooks: () => ofQuery(mendLongCode),
  },
  {
    rule: 'quote/account-length',
    does: 'takes account and mobile numbers of more than 256 characters',
    hooks: () => ofQuery(mendLongAccounts),
  },
  {
    rule: 'quote/expiry-limit',
    does: 'takes expiry_in_hours above 24',
    hooks: () =>
      ofQuery((query) => {
        if (Number(first(query, 'expiry_in_hours')) > 24) query.set('expiry_in_hours', ['24'])
      }),
  },
  {
    rule: 'quote/additional-limit',
    does: 'takes more than 16 additional currencies, and forgets them',
    hooks: () =>
      ofQuery((query) => {
        if (list(query, CODES).length > 16) keepFirst(query, 0)
      }),
  },
  {
    rule: 'quote/additional-length',
    does: 'takes additional codes and chains of different lengths',
    hooks: () =>
      ofQuery((query) => {
        const lengths = [list(query, CODES).length, list(query, CHAINS).length]
        if (lengths[0] !== lengths[1]) keepFirst(query, Math.min(...lengths))
      }),
  },
  {
    rule: 'quote/recipient-precedence',
    does: 'prefers recipient_account to recipient_account_id',
    hooks: () =>
      ofQuery((query) => {
        if (query.has('recipient_account')) query.delete('recipient_account_id')
      }),
  },
]
