import type { AlsoBroken } from './also-broken.js'

const documented = { 'answers/body': 'the documents say the form of refusals too' }

const certified = {
  'identification/cdd-certification-invalid': 'a certification wants the tax number of an owner as well',
}

/** What faults of identifications break besides their own rule. */
export const identificationAlsoBroken: AlsoBroken = {
  'identification/kinds': { 'documents/statements': 'the document lists no such kind' },
  'identification/tin-required': certified,
  'identification/tin-required:owner': certified,
  'identification/cdd-certification-invalid': {
    'identification/tin-required': 'a tax number that is missing has two codes',
  },
  'identification/error-array': documented,
  'identification/error-array:single': documented,
  'identification/error-fields': documented,
  'identification/error-fields:docs-url': documented,
  'identification/error-fields:type': documented,
  'identification/error-codes': {
    ...documented,
    'identification/selfie-expired': 'the code that is due has another name',
  },
  'identification/beneficiary-index:text': documented,
  'identification/plain-string': documented,
  'identification/plain-string:one-version': documented,
  'identification/plain-string-unversioned': documented,
}
