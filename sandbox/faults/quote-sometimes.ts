import { isObject } from './edit.js'
import type { Fault } from './fault.js'
import { onQuote } from './quote-edits.js'

/** Faults in quotes that only some callers see. */
export const quoteSometimesFaults: readonly Fault[] = [
  {
    rule: 'quote/fields',
    variant: 'newest-version-signature-missing',
    does: 'leaves the signature out of quotes of the newest version',
    hooks: () =>
      onQuote((quote, { service, version }) => {
        if (version === service.versions.supported.at(-1)) delete quote['signature']
      }),
  },
  {
    rule: 'quote/fields',
    variant: 'first-alone-with-an-id',
    does: 'leaves quote_id out of every quote but the first',
    hooks: () => {
      let served = 0
      return onQuote((quote) => {
        served += 1
        if (served > 1) delete quote['quote_id']
      })
    },
  },
  {
    rule: 'quote/fee',
    variant: 'of-fiat-alone',
    does: 'leaves total_fee out of quotes for fiat sources',
    hooks: () =>
      onQuote(({ fee, source_currency: source }) => {
        if (isObject(fee) && isObject(source) && source['type'] === 'Fiat') delete fee['total_fee']
      }),
  },
  {
    rule: 'quote/enumerations',
    variant: 'first-version-alone',
    does: 'spells the fee settlement settled_later for callers of the first version',
    hooks: () =>
      onQuote((quote, { service, version }) => {
        if (version === service.versions.supported[0]) quote['fee_settlement'] = 'settled_later'
      }),
  },
]
