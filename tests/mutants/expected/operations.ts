import type { AlsoBroken } from './also-broken.js'

/** What faults of operations break besides their own rule. */
export const operationsAlsoBroken: AlsoBroken = {
  'operations/available-after-creation:customer': {
    'versioning/read-across': 'a customer is not found under the newest version',
  },
  'operations/negative-data:body': {
    'versioning/malformed-version': 'an update is served whatever it is sent, the version included',
  },
  'operations/negative-data:path': {
    'versioning/malformed-version': 'a customer is served whatever is sent, the version included',
  },
}
