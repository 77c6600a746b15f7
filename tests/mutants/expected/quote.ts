import type { AlsoBroken } from './also-broken.js'

/** What faults of quote break besides their own rule. */
export const quoteAlsoBroken: AlsoBroken = {
  'quote/enumerations': { 'documents/body': 'the document enumerates the values' },
  'quote/fee': { 'documents/body': 'the document requires the field' },
  'quote/fields': { 'documents/body': 'the document requires the field' },
  'quote/references': { 'documents/body': 'the document limits the text' },
}
