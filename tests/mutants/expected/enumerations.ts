import type { AlsoBroken } from './also-broken.js'

const listed = { 'documents/body': 'the document lists the statuses' }

/** What faults of enumerations break besides their own rule. */
export const enumerationsAlsoBroken: AlsoBroken = {
  'enumerations/documents:identificationstatus-archived': {
    'documents/body': 'an identification that the run archived has the status that the document lacks',
  },
  'enumerations/identification-status': listed,
  'enumerations/identification-status:rejected': listed,
  'enumerations/identification-status:closed': listed,
}
