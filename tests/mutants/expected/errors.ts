import type { AlsoBroken } from './also-broken.js'

/** What faults of errors break besides their own rule. */
export const errorsAlsoBroken: AlsoBroken = {
  'errors/string-body:not-found': { 'documents/body': 'the document declares a string' },
  'errors/bad-request-body': { 'documents/body': 'the document declares a string' },
  'errors/string-body': { 'documents/body': 'the document declares a string' },
}
