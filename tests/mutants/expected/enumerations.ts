import type { AlsoBroken } from './also-broken.js'

/** What faults of enumerations break besides their own rule. */
export const enumerationsAlsoBroken: AlsoBroken = {
  'enumerations/identification-status': { 'documents/body': 'the document lists the statuses' },
}
