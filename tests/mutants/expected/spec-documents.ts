import type { AlsoBroken } from './also-broken.js'

/** What faults of spec-documents break besides their own rule. */
export const specDocumentsAlsoBroken: AlsoBroken = {
  'spec-documents/named-operations:none': {
    'documents/shown': 'what has no operations needs no key',
    'versioning/listed-changes': 'every operation of the next document is new',
  },
}
