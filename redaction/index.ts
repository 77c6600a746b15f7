export { makeRedactor, type Redact } from './redactor.js'
export { isShort, type Secret, shortestInside } from './spellings.js'
