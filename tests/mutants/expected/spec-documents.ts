import type { AlsoBroken } from './also-broken.js'

/** What faults of spec-documents break besides their own rule. */
export const specDocumentsAlsoBroken: AlsoBroken = {
  'spec-documents/locations:stray': {
    'autoramp/rail-document': 'the document of another version has no FedNow rail',
    'versioning/response-shapes': 'the document before it seems to lack the rail',
  },
  'spec-documents/named-operations:none': {
    'documents/shown': 'what has no operations needs no key',
    'versioning/listed-changes': 'every operation of the next document is new',
  },
}
