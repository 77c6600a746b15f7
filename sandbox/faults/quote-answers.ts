import { Big } from 'big.js'

import { editObject, isObject } from './edit.js'
import type { About, Fault, Hooks, JsonObject } from './fault.js'

const ofQuote = (edit: (quote: JsonObject, about: About) => void): Hooks => ({
  answer: (answer, about) =>
    about.operationId === 'getAutorampQuote' && answer.status === 200
      ? editObject(answer, (quote) => edit(quote, about))
      : answer,
})

const addCent = (amount: unknown): void => {
  if (!isObject(amount) || typeof amount['amount'] !== 'string') return
  amount['amount'] = new Big(amount['amount']).plus('0.01').toFixed()
}

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
    rule: 'quote/fields',
    does: 'leaves the signature out of the quote',
    hooks: () => ofQuote((quote) => delete quote['signature']),
  },
  {
    rule: 'quote/enumerations',
    does: 'spells the fee settlement settled_later',
    hooks: () => ofQuote((quote) => Object.assign(quote, { fee_settlement: 'settled_later' })),
  },
  {
    rule: 'quote/fee',
    does: 'leaves total_fee out of the fee',
    hooks: () =>
      ofQuote(({ fee }) => {
        if (isObject(fee)) delete fee['total_fee']
      }),
  },
  { rule: 'quote/expiry-within-lock', does: 'lets a quote under Return outlive its rate lock' },
  { rule: 'quote/additional-source', does: 'takes the source currency among the additional ones' },
  { rule: 'quote/additional-chain', does: 'takes additional currencies of other chains' },
  { rule: 'quote/batch-payout', does: 'takes batch_payout for a crypto destination' },
  { rule: 'quote/references', does: 'takes references of any length and form' },
]
