import type { AutorampType, Currency } from '../api/schemas.js'

/** The type of a conversion, as its two currencies tell. */
export function rampTypeOf(source: Currency, destination: Currency): AutorampType {
  if (source.type === 'Fiat') return 'Onramp'
  return destination.type === 'Fiat' ? 'Offramp' : 'Swap'
}
