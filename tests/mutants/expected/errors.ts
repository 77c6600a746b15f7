import type { AlsoBroken } from './also-broken.js'

/** What faults of errors break besides their own rule. */
export const errorsAlsoBroken: AlsoBroken = {
  'errors/string-body:not-found': { 'answers/body': 'the document declares a string' },
  'errors/bad-request-body:creation': { 'answers/body': 'the document declares a string' },
  'errors/api-error:creation': {
    'answers/server-error': 'it is a failure of the service, whatever its body',
  },
  'errors/bad-request-body': { 'answers/body': 'the document declares a string' },
  'errors/api-error': { 'answers/server-error': 'it is a failure of the service, whatever its body' },
  'errors/string-body': { 'answers/body': 'the document declares a string' },
  'errors/string-body:number': { 'answers/body': 'the document declares a string' },
  'errors/bad-request-body:null': {
    'answers/body': 'the document declares a string',
    'identification/plain-string': 'null is no string',
  },
}
