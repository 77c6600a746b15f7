import type { QueryPairs } from '../http/query.js'
import type { Fault, Hooks } from './fault.js'

type Pairs = Map<string, readonly string[]>

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

const first = (query: QueryPairs, name: string): string | undefined => query.get(name)?.[0]

const list = (query: QueryPairs, name: string): readonly string[] => {
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

/** Takes a request without one of its required parameters. */
const without = (name: string, stand: string): Fault => ({
  rule: 'quote/missing-parameter',
  variant: name.replaceAll('_', '-'),
  does: `takes a request without ${name}`,
  hooks: () =>
    ofQuery((query) => {
      if (!query.has(name)) query.set(name, [stand])
    }),
})

/** Takes what is no value of a parameter for one that is. */
const lenient = (name: string, good: RegExp, stand: string | undefined): Fault => ({
  rule: 'quote/parameter-types',
  variant: name.replaceAll('_', '-'),
  does: `takes any ${name}`,
  hooks: () =>
    ofQuery((query) => {
      const value = first(query, name)
      if (value === undefined || good.test(value)) return
      if (stand === undefined) query.delete(name)
      else query.set(name, [stand])
    }),
})

const DECIMAL = /^\d+(\.\d+)?$/
const WHOLE = /^\d+$/
const FLAG = /^(true|false)$/

/** Refuses what is allowed. */
const refusing = (
  rule: string,
  variant: string,
  does: string,
  refuses: (query: QueryPairs) => boolean,
): Fault => ({
  rule,
  variant,
  does,
  hooks: () =>
    ofQuery((query) => {
      if (refuses(query)) query.delete('is_third_party')
    }),
})

/** Faults in what the quote operation takes. */
export const quoteRequestFaults: readonly Fault[] = [
  without('is_third_party', 'false'),
  without('rate_expiry_policy', 'Slippage'),
  without('expiry_in_hours', '1'),
  without('source_currency_code', 'USDC'),
  without('destination_currency_code', 'EUR'),
  lenient('rate_expiry_policy', /^(Return|Slippage)$/, 'Slippage'),
  lenient('fee_profile_id', UUID, undefined),
  lenient('amount_in', DECIMAL, '100'),
  lenient('amount_out', DECIMAL, '100'),
  lenient('slippage_tolerance_in_bips', DECIMAL, '50'),
  lenient('expiry_in_hours', WHOLE, '1'),
  lenient('rate_lock_duration_minutes', WHOLE, '10'),
  lenient('is_third_party', FLAG, 'false'),
  lenient('pay_by_reference', FLAG, 'false'),
  lenient('batch_payout', FLAG, 'false'),
  lenient('source_currency_chain', /^(?!Dogecoin)/, 'Solana'),
  lenient('destination_currency_chain', /^(?!Dogecoin)/, 'Ethereum'),
  refusing(
    'quote/optional-parameters',
    'external-id-required',
    'serves no quote without an external_id',
    (query) => !query.has('external_id'),
  ),
  refusing(
    'quote/optional-parameters',
    'external-id-refused',
    'serves no quote with an external_id',
    (query) => query.has('external_id'),
  ),
  refusing(
    'quote/optional-parameters',
    'sender-required',
    'serves no quote without a sender_mobile_number',
    (query) => !query.has('sender_mobile_number'),
  ),
  refusing(
    'quote/account-bound',
    'sender-account-number',
    'refuses a sender_account_number of 256 characters',
    (query) => (first(query, 'sender_account_number') ?? '').length === 256,
  ),
  refusing(
    'quote/additional-bound',
    'of-sixteen',
    'refuses 16 additional currencies',
    (query) => list(query, CODES).length === 16,
  ),
  refusing('quote/expiry-limit', 'of-a-day', 'refuses expiry_in_hours=24 under Slippage', (query) => {
    const isReturn = first(query, 'rate_expiry_policy') === 'Return'
    return !isReturn && first(query, 'expiry_in_hours') === '24'
  }),
  ...Object.entries({ sepa: 140, ach: 10, fps: 18 }).map(([network, most]) =>
    refusing(
      'quote/reference-bounds',
      `${network}-longest`,
      `refuses ${network}_payment_reference of ${most} characters`,
      (query) => (first(query, `${network}_payment_reference`) ?? '').length === most,
    ),
  ),
  ...Object.entries({ sepa: 6, fps: 6, wire: 1, swift: 1 }).map(([network, least]) =>
    refusing(
      'quote/reference-bounds',
      `${network}-shortest`,
      `refuses a reference for ${network} of ${least} characters`,
      (query) =>
        (first(query, network === 'wire' ? 'wire_message' : `${network}_payment_reference`) ?? '').length ===
        least,
    ),
  ),
  refusing('quote/reference-bounds', 'sepa-plus', 'refuses a plus in sepa_payment_reference', (query) =>
    (first(query, 'sepa_payment_reference') ?? '').includes('+'),
  ),
  {
    rule: 'quote/additional-types',
    does: 'takes any additional chain for that of the source',
    hooks: () =>
      ofQuery((query) => {
        if (list(query, CHAINS).includes('Dogecoin'))
          query.set(CHAINS, [first(query, 'source_currency_chain') ?? ''])
      }),
  },
  {
    rule: 'quote/code-length',
    does: 'takes a source_currency_code of more than 32 characters for some currency',
    hooks: () => ofQuery(mendLongCode),
  },
  {
    rule: 'quote/code-length',
    variant: 'destination',
    does: 'cuts a destination_currency_code to three characters',
    hooks: () =>
      ofQuery((query) => {
        const code = first(query, 'destination_currency_code') ?? ''
        if (code.length > 32) query.set('destination_currency_code', [code.slice(0, 3)])
      }),
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
