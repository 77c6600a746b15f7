import type { AlsoBroken } from './also-broken.js'

/** What faults of authentication break besides their own rule. */
export const authenticationAlsoBroken: AlsoBroken = {
  'authentication/key-required': {
    'authentication/key-in-header': 'what has it elsewhere has none in the header',
  },
  'authentication/sub-partner-optional': { 'terms/items': 'no country has terms for whoever names none' },
}
