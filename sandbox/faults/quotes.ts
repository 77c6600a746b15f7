import { Big } from '#bundled/big.js'

import type { ResponseContext } from '../pipeline/fault-set.js'
import {
  hasParameter,
  asked,
  askingQuote,
  firstValue,
  header,
  lastOf,
  listItems,
  on,
  type Query,
  quote,
  skips,
} from './changes.js'
import { add, objectIn, remove, replace, fault, faultsOf, type Hooks } from './fault.js'

const operation = 'getAutorampQuote'
export const codes = 'additional_in_currency_codes'
export const chains = 'additional_in_currency_chains'

/** Gives a missing parameter of the quote a value. */
export function filled(name: string, value: string, when: (query: Query) => boolean = () => true): Hooks {
  return asked(operation, name, value, (query) => !query.has(name) && when(query))
}

/** Replaces wrong values of a parameter of the quote by a right one, or removes them. */
export function lenient(name: string, right: RegExp, value?: string): Hooks {
  const isWrong = (query: Query): boolean => query.has(name) && !right.test(firstValue(query, name) ?? '')
  return asked(operation, name, value, isWrong)
}

/** The time in a number of minutes from now. */
export function minutesFrom({ service }: ResponseContext, minutes: number): string {
  return new Date(service.clock().getTime() + minutes * 60_000).toISOString()
}

const keepFirst = (query: Query, count: number): void => {
  for (const name of [codes, chains]) {
    const kept = listItems(query, name).slice(0, count)
    if (kept.length === 0) query.delete(name)
    else query.set(name, [kept.join(',')])
  }
}

/** Replaces a code that is too long by that of a currency that can be exchanged for the destination. */
const knownCode = (query: Query): void => {
  if ((firstValue(query, 'source_currency_code') ?? '').length <= 32) return
  const toFiat = !query.has('destination_currency_chain')
  query.set('source_currency_code', [toFiat ? 'USDC' : 'EUR'])
  if (toFiat) query.set('source_currency_chain', ['Solana'])
  else query.delete('source_currency_chain')
}

const cent = replace('/amount', (amount) => new Big(String(amount)).plus('0.01').toFixed())

const withCent = (name: string): Hooks =>
  quote(
    (answered, about) => cent(objectIn(answered[name]), about),
    (about) => hasParameter(about, name),
  )

const sameAccount = (): Hooks => {
  let account: unknown
  return quote((answered) => {
    if (objectIn(answered['destination_currency'])['code'] !== 'EUR') return
    account ??= answered['recipient_account']
    answered['recipient_account'] = account
  })
}

/** Whether a query parameter of a quote names a record of the caller. */
export function namesRecord(parameter: 'customer_id' | 'recipient_account_id') {
  return ({ service: { store }, partnerId = '', values }: ResponseContext): boolean => {
    const records = parameter === 'customer_id' ? store.customers : store.fiatAddresses
    return records.find(partnerId, String(values?.query[parameter])) !== undefined
  }
}

export const described = { 'answers/body': 'the document describes the field, its type and its values' }

/** Faults in quotes, and in the requests for them. */
export const quoteFaults = faultsOf({
  'quote/fields': fault(quote(remove('/signature')), described)`leaves signature out of the quote`,
  'quote/fee': fault(quote(remove('/fee/total_fee')), described)`leaves fee.total_fee out of the quote`,
  'quote/enumerations': fault(quote(add('/fee_settlement', 'settled_later')), described)`
    answers another fee_settlement in the quote: unlisted`,
  'quote/exact-amount-in': fault(withCent('amount_in'))`
    answers an amount_in that is 0.01 more than the requested one`,
  'quote/exact-amount-out': fault(withCent('amount_out'))`
    answers an amount_out that is 0.01 more than the requested one`,
  'quote/content-type': fault(
    on('getAutorampQuote 200', header('content-type', 'application/json; charset=iso-8859-1')),
  )`sends quotes in latin1`,
  'quote/fee-profile': fault(quote(remove('/fee_profile_id')))`leaves fee_profile_id out of every quote`,
  'quote/amount-currencies': fault(
    quote((answered) => (objectIn(answered['amount_out'])['currency'] = answered['source_currency'])),
  )`states amount_out in the source currency`,
  'quote/pay-by-reference': fault(
    quote(add('/pay_by_reference', true), (about) => !hasParameter(about, 'pay_by_reference')),
  )`generates a payment reference for every quote without being asked`,
  'quote/valid-until': fault(quote((answered, about) => (answered['valid_until'] = minutesFrom(about, -60))))`
    answers quotes that expired an hour ago`,
  'quote/lasts': fault(quote((answered, about) => (answered['valid_until'] = minutesFrom(about, 10))))`
    lets every quote end after ten minutes`,
  'quote/rate-lock': fault(
    quote((answered, about) => (answered['rate_lock_valid_until'] = minutesFrom(about, 24 * 60))),
  )`locks every rate for a day`,
  'quote/expiry-within-lock': fault(
    quote((answered, about) => {
      const hours = Number(about.values?.query['expiry_in_hours'])
      if (answered['rate_expiry_policy'] === 'Return')
        answered['valid_until'] = minutesFrom(about, hours * 60)
    }),
  )`lets a quote under Return outlive its rate lock`,
  'quote/additional-served': fault(quote(remove('/additional_in_currencies/1')))`
    forgets the second of the additional currencies`,
  'quote/recipient-by-id': fault(sameAccount)`pays every quote to the same account`,
  'quote/sender': fault(skips('sender'))`accepts African currencies without a sender`,
  'quote/references': fault(skips('references'), { 'answers/body': 'the document limits the text' })`
    accepts references of any length and form`,
  'quote/additional-source': fault(skips('additional-source'))`
    accepts the source currency among the additional ones`,
  'quote/additional-chain': fault(skips('additional-chain'))`accepts additional currencies of other chains`,
  'quote/batch-payout': fault(skips('batch-payout'))`accepts batch_payout for a crypto destination`,
  'quote/own-recipient': fault(skips('own-recipient'))`pays addresses of other customers`,
  'quote/verified-wallet': fault(skips('wallet-proof'))`
    registers wallets of customers without a valid proof of ownership`,
  'quote/registered-recipient': fault(
    lastOf(
      'getAutorampQuote',
      (about, { status }) =>
        status === 404 && namesRecord('customer_id')(about) && !namesRecord('recipient_account_id')(about),
    ),
    {
      'quote/recipient-precedence': 'with an unknown id, the account beside it is paid',
      'quote/own-recipient': 'deleted addresses and those of others are not addresses of the customer',
    },
  )`serves a quote for a recipient_account_id that no address has`,
  'quote/bank-refusals': fault(
    lastOf(
      'registerFiatAddress',
      (_, { status, body }) => status === 400 && /routing_number/.test(String(body)),
    ),
  )`registers bank accounts with any routing_number`,
  'quote/missing-parameter': fault(filled('is_third_party', 'false'))`
    accepts a request without is_third_party`,
  'quote/parameter-types': fault(lenient('rate_expiry_policy', /^(Return|Slippage)$/, 'Slippage'))`
    accepts any rate_expiry_policy`,
  'quote/additional-types': fault(
    askingQuote((query) => {
      if (listItems(query, chains).includes('Dogecoin'))
        query.set(chains, [firstValue(query, 'source_currency_chain') ?? ''])
    }),
  )`treats any additional chain as that of the source`,
  'quote/code-length': fault(askingQuote(knownCode))`
    treats a source_currency_code of more than 32 characters as some currency`,
  'quote/account-length': fault(
    askingQuote((query) => {
      for (const name of ['recipient_account', 'sender_account_number', 'sender_mobile_number'])
        if ((firstValue(query, name) ?? '').length > 256) query.delete(name)
    }),
  )`accepts account and mobile numbers of more than 256 characters`,
  'quote/expiry-limit': fault(
    asked(operation, 'expiry_in_hours', '24', (query) => Number(firstValue(query, 'expiry_in_hours')) > 24),
  )`accepts expiry_in_hours above 24`,
  'quote/additional-limit': fault(
    askingQuote((query) => {
      if (listItems(query, codes).length > 16) keepFirst(query, 0)
    }),
  )`accepts more than 16 additional currencies, and ignores them`,
  'quote/additional-length': fault(
    askingQuote((query) => {
      const [some, others] = [listItems(query, codes).length, listItems(query, chains).length]
      if (some !== others) keepFirst(query, Math.min(some, others))
    }),
  )`accepts additional codes and chains of different lengths`,
  'quote/recipient-precedence': fault(
    asked(operation, 'recipient_account_id', undefined, (query) => query.has('recipient_account')),
  )`prefers recipient_account to recipient_account_id`,
})
