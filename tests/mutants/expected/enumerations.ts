import { faultName, knownFaults } from '../../../sandbox/index.js'
import type { AlsoBroken } from './also-broken.js'

const inAll = { 'enumerations/older-documents': 'earlier documents have the same list' }

const ofDocuments = knownFaults
  .filter(({ rule }) => rule === 'enumerations/documents')
  .map((fault) => [faultName(fault), inAll] as const)

const listed = { 'answers/body': 'the document lists the statuses' }

/** What faults of enumerations break besides their own rule. */
export const enumerationsAlsoBroken: AlsoBroken = {
  ...Object.fromEntries(ofDocuments),
  'enumerations/older-documents': {
    'versioning/listed-changes': 'the next document has one blockchain more',
  },
  'enumerations/event-kinds': {
    'versioning/listed-changes': 'the document before has one topic more',
  },
  'enumerations/documents:identificationstatus-archived': {
    ...inAll,
    'answers/body': 'an identification that the run archived has the status that the document lacks',
  },
  'enumerations/identification-status': listed,
  'enumerations/identification-status:rejected': listed,
  'enumerations/identification-status:closed': listed,
}
