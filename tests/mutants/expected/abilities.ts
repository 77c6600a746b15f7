import type { AlsoBroken } from './also-broken.js'

/** What faults of abilities break besides their own rule. */
export const abilitiesAlsoBroken: AlsoBroken = {
  'abilities/flows': { 'answers/body': 'the document enumerates the flows' },
  'abilities/fields': { 'answers/body': 'the document requires the field' },
  'abilities/flows:missing': { 'answers/body': 'the document requires the flows' },
  'abilities/rail-status:onboarded': { 'answers/body': 'the document enumerates the statuses' },
  'abilities/rail-status': { 'answers/body': 'the document enumerates the statuses' },
  'abilities/fields:active': { 'answers/body': 'the document requires the field' },
  'abilities/fields:business': { 'answers/body': 'the document requires the field' },
  'abilities/rail-status:flag': { 'answers/body': 'the document enumerates the statuses' },
}
