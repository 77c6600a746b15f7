import type { AutorampType, Currency } from '../api/schemas.js'

/** The type of a conversion, derived from its two currencies. */
export function rampTypeOf(source: Currency, destination: Currency): AutorampType {
  if (source.type === 'Fiat') return 'Onramp'
  return destination.type === 'Fiat' ? 'Offramp' : 'Swap'
}
