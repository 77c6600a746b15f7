import type { AlsoBroken } from './also-broken.js'

/** What faults of abilities break besides their own rule. */
export const abilitiesAlsoBroken: AlsoBroken = {
  'abilities/flows': { 'documents/body': 'the document enumerates the flows' },
  'abilities/fields': { 'documents/body': 'the document requires the field' },
  'abilities/flows:missing': { 'documents/body': 'the document requires the flows' },
  'abilities/rail-status:onboarded': { 'documents/body': 'the document enumerates the statuses' },
  'abilities/rail-status': { 'documents/body': 'the document enumerates the statuses' },
  'abilities/fields:active': { 'documents/body': 'the document requires the field' },
  'abilities/fields:business': { 'documents/body': 'the document requires the field' },
  'abilities/rail-status:flag': { 'documents/body': 'the document enumerates the statuses' },
}
