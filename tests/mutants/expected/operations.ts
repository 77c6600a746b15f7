import type { AlsoBroken } from './also-broken.js'

/** What faults of operations break besides their own rule. */
export const operationsAlsoBroken: AlsoBroken = {
  'requests/invalid-refused:body': {
    'versioning/every-operation': 'an update is served whatever it is sent, an unknown version included',
    'versioning/malformed-version': 'an update is served whatever it is sent, the version included',
  },
  'requests/invalid-refused:path': {
    'versioning/every-operation': 'wallets are listed whatever is sent, an unknown version included',
    'versioning/malformed-version': 'wallets are listed whatever is sent, the version included',
  },
  'security/required:write': { 'authentication/key-required': 'an update is served without a key' },
  'state/readable:customer': {
    'versioning/read-across': 'a customer is not found under the newest version',
  },
}
