import type { AlsoBroken } from './also-broken.js'

/** What faults of terms break besides their own rule. */
export const termsAlsoBroken: AlsoBroken = {
  'terms/country-required:document': { 'documents/statements': 'the document has it optional' },
  'terms/items': { 'answers/body': 'the document requires the field' },
  'terms/items:brazil': { 'answers/body': 'the document requires the field' },
}
