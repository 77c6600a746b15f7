import type { AlsoBroken } from './also-broken.js'

/** What faults of errors break besides their own rule. */
export const errorsAlsoBroken: AlsoBroken = {
  'errors/string-body:not-found': { 'documents/body': 'the document declares a string' },
  'errors/bad-request-body:creation': { 'documents/body': 'the document declares a string' },
  'errors/api-error:creation': {
    'operations/no-server-error': 'it is a failure of the service, whatever its body',
    'documents/body': 'the document declares an object',
  },
  'errors/bad-request-body': { 'documents/body': 'the document declares a string' },
  'errors/api-error': { 'operations/no-server-error': 'it is a failure of the service, whatever its body' },
  'errors/string-body': { 'documents/body': 'the document declares a string' },
  'errors/string-body:number': { 'documents/body': 'the document declares a string' },
  'errors/bad-request-body:null': {
    'documents/body': 'the document declares a string',
    'identification/plain-string': 'null is no string',
  },
}
