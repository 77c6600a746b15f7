import type { Asked } from '../behave.js'
import { at, bare, type Broken, nothing, ofQuote } from './broken.js'

type Quote = Record<string, unknown>

const part = (quote: Quote, name: string): Quote => quote[name] as Quote

/** A quote with a part of it changed. */
const within = (name: string, change: (part: Quote) => Quote) =>
  ofQuote((quote) => ({ ...quote, [name]: change(part(quote, name)) }))

const refuses = (isRefused: (about: Asked) => boolean) =>
  at('GET', /^\/autoramps\/quote$/, (answer, about) =>
    answer.status === 200 && isRefused(about) ? nothing(400, 'no')(answer) : answer,
  )

/** Wrong in what a quote says and in what one can be asked for. */
export const quoteWrongs: Readonly<Record<string, Broken>> = {
  'states a fee as a number': {
    breaks: ['answers/body', 'quote/fee'],
    choices: bare,
    wrong: within('fee', (fee) => ({ ...fee, total_fee: 1 })),
  },
  'states an amount as a number': {
    breaks: ['answers/body', 'quote/amounts'],
    choices: bare,
    wrong: within('amount_out', (amount) => ({ ...amount, amount: 90 })),
  },
  'has a network fee that is on the newer list alone': {
    breaks: ['quote/enumerations'],
    choices: bare,
    wrong: within('fee', (fee) => ({
      ...fee,
      network_fees: [{ ...(fee['total_fee'] as object), type: 'BaseGas' }],
    })),
  },
  'forgets the settlement of a partner fee': {
    breaks: ['quote/fee-lists'],
    choices: bare,
    wrong: within('fee', (fee) => ({ ...fee, partner_fees: [{ label: 'us', fee: fee['total_fee'] }] })),
  },
  'calls a bank account by another name': {
    breaks: ['quote/accounts'],
    choices: bare,
    wrong: within('recipient_account', (account) => ({ ...account, type: 'Bank' })),
  },
  'pays someone else': {
    breaks: ['quote/echo'],
    choices: bare,
    wrong: ofQuote((quote) => ({ ...quote, customer_id: '3f2b8a54-6c1d-4e7f-9a0b-5d4c3b2a1f00' })),
  },
  'states the amount in in the destination currency': {
    breaks: ['quote/amount-currencies'],
    choices: bare,
    wrong: within('amount_in', (amount) => ({ ...amount, currency: { type: 'Fiat', code: 'EUR' } })),
  },
  'makes up a reference unasked': {
    breaks: ['quote/pay-by-reference'],
    choices: bare,
    wrong: ofQuote((quote, { query }) =>
      query.has('pay_by_reference') ? quote : { ...quote, pay_by_reference: true },
    ),
  },
  'states another external id': {
    breaks: ['quote/optional-echo'],
    choices: bare,
    wrong: ofQuote((quote, { query }) => ({ ...quote, external_id: query.has('external_id') ? 'x' : null })),
  },
  'serves quotes that are over': {
    breaks: ['quote/valid-until'],
    choices: bare,
    wrong: ofQuote((quote) => ({ ...quote, valid_until: '2020-01-01T00:00:00Z' })),
  },
  'serves nothing without an external id': {
    breaks: ['quote/optional-parameters'],
    choices: bare,
    wrong: refuses(({ query }) => !query.has('external_id')),
  },
  'serves nothing without additional currencies': {
    breaks: ['quote/optional-parameters'],
    choices: bare,
    wrong: refuses(({ query }) => !query.has('additional_in_currency_codes')),
  },
  'counts to 15': {
    breaks: ['quote/additional-bound'],
    choices: { beyondLimits: 'refuse' },
    wrong: refuses(({ query }) => (query.get('additional_in_currency_codes') ?? '').split(',').length === 16),
  },
  'refuses the shortest reference': {
    breaks: ['quote/reference-bounds'],
    choices: { texts: 'refuse' },
    wrong: refuses(({ query }) => query.get('sepa_payment_reference')?.length === 6),
  },
  'lets the raw recipient win': {
    breaks: ['quote/recipient-precedence'],
    wrong: ofQuote((quote, { query }) =>
      query.has('recipient_account_id') && query.has('recipient_account')
        ? {
            ...quote,
            recipient_account: {
              type: 'Fiat',
              account_identifier: { type: 'SEPA', iban: query.get('recipient_account') },
            },
          }
        : quote,
    ),
  },
}
