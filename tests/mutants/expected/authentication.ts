import type { AlsoBroken } from './also-broken.js'

/** What faults of authentication break besides their own rule. */
export const authenticationAlsoBroken: AlsoBroken = {
  'authentication/key-required': {
    'authentication/key-in-header': 'what has it elsewhere has none in the header',
    'operations/ignored-auth': 'every operation is served without a key',
  },
  'authentication/sub-partner-optional': { 'terms/items': 'no country has terms for whoever names none' },
  'authentication/unknown-key': { 'operations/ignored-auth': 'every operation is served with any key' },
}
