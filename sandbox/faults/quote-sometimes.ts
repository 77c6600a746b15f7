import { isEditable } from './edit.js'
import { fault, type Fault } from './fault.js'
import { onQuote } from './quote-edits.js'

/** Faults in quotes that only some callers see. */
export const quoteSometimesFaults: readonly Fault[] = [
  fault(
    'quote/fields:newest-version-signature-missing',
    'leaves the signature out of quotes of the newest version',
    () =>
      onQuote((quote, { service, version }) => {
        if (version === service.versions.supported.at(-1)) delete quote['signature']
      }),
  ),
  fault('quote/fields:first-alone-with-an-id', 'leaves quote_id out of every quote but the first', () => {
    let served = 0
    return onQuote((quote) => {
      served += 1
      if (served > 1) delete quote['quote_id']
    })
  }),
  fault('quote/fee:of-fiat-alone', 'leaves total_fee out of quotes for fiat sources', () =>
    onQuote(({ fee, source_currency: source }) => {
      if (isEditable(fee) && isEditable(source) && source['type'] === 'Fiat') delete fee['total_fee']
    }),
  ),
  fault(
    'quote/enumerations:first-version-alone',
    'spells the fee settlement settled_later for callers of the first version',
    () =>
      onQuote((quote, { service, version }) => {
        if (version === service.versions.supported[0]) quote['fee_settlement'] = 'settled_later'
      }),
  ),
]
