import type { AlsoBroken } from './also-broken.js'

/** What faults of autoramp break besides their own rule. */
export const autorampAlsoBroken: AlsoBroken = {
  'autoramp/deposit-rails': { 'answers/body': 'the document has an array there' },
  'autoramp/rail-document': { 'answers/body': 'the rail is served where it is due, and not listed' },
  'autoramp/unknown-id': { 'answers/status': 'the document has no 204 there' },
}
