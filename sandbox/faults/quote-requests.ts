import { fault, type Fault, withoutVariant } from './fault.js'
import { chainNames, codes, first, list, ofQuery, type Pairs } from './quote-query.js'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const keepFirst = (query: Pairs, count: number): void => {
  for (const name of [codes, chainNames]) {
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

/** Accepts a request without one of its required parameters. */
const without = (name: string, stand: string): Fault => ({
  rule: 'quote/missing-parameter',
  variant: name.replaceAll('_', '-'),
  does: `takes a request without ${name}`,
  hooks: () =>
    ofQuery((query) => {
      if (!query.has(name)) query.set(name, [stand])
    }),
})

/** Accepts an invalid value of a parameter. */
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

const decimal = /^\d+(\.\d+)?$/
const whole = /^\d+$/
const flag = /^(true|false)$/

/** Faults in the requests that the quote operation accepts. */
export const quoteRequestFaults: readonly Fault[] = [
  withoutVariant(without('is_third_party', 'false')),
  without('rate_expiry_policy', 'Slippage'),
  without('expiry_in_hours', '1'),
  without('source_currency_code', 'USDC'),
  without('destination_currency_code', 'EUR'),
  withoutVariant(lenient('rate_expiry_policy', /^(Return|Slippage)$/, 'Slippage')),
  lenient('fee_profile_id', uuid, undefined),
  lenient('amount_in', decimal, '100'),
  lenient('amount_out', decimal, '100'),
  lenient('slippage_tolerance_in_bips', decimal, '50'),
  lenient('expiry_in_hours', whole, '1'),
  lenient('rate_lock_duration_minutes', whole, '60'),
  lenient('is_third_party', flag, 'false'),
  lenient('pay_by_reference', flag, 'false'),
  lenient('batch_payout', flag, 'false'),
  lenient('source_currency_chain', /^(?!Dogecoin)/, 'Solana'),
  lenient('destination_currency_chain', /^(?!Dogecoin)/, 'Ethereum'),
  fault('quote/additional-types', 'takes any additional chain for that of the source', () =>
    ofQuery((query) => {
      if (list(query, chainNames).includes('Dogecoin'))
        query.set(chainNames, [first(query, 'source_currency_chain') ?? ''])
    }),
  ),
  fault(
    'quote/code-length',
    'takes a source_currency_code of more than 32 characters for some currency',
    () => ofQuery(mendLongCode),
  ),
  fault('quote/code-length:destination', 'cuts a destination_currency_code to three characters', () =>
    ofQuery((query) => {
      const code = first(query, 'destination_currency_code') ?? ''
      if (code.length > 32) query.set('destination_currency_code', [code.slice(0, 3)])
    }),
  ),
  fault('quote/account-length', 'takes account and mobile numbers of more than 256 characters', () =>
    ofQuery(mendLongAccounts),
  ),
  fault('quote/expiry-limit', 'takes expiry_in_hours above 24', () =>
    ofQuery((query) => {
      if (Number(first(query, 'expiry_in_hours')) > 24) query.set('expiry_in_hours', ['24'])
    }),
  ),
  fault('quote/additional-limit', 'takes more than 16 additional currencies, and forgets them', () =>
    ofQuery((query) => {
      if (list(query, codes).length > 16) keepFirst(query, 0)
    }),
  ),
  fault('quote/additional-length', 'takes additional codes and chains of different lengths', () =>
    ofQuery((query) => {
      const lengths = [list(query, codes).length, list(query, chainNames).length]
      if (lengths[0] !== lengths[1]) keepFirst(query, Math.min(...lengths))
    }),
  ),
  fault('quote/recipient-precedence', 'prefers recipient_account to recipient_account_id', () =>
    ofQuery((query) => {
      if (query.has('recipient_account')) query.delete('recipient_account_id')
    }),
  ),
]
