export { layersOf } from './layers.js'
export { makeRedactor, type Redact } from './redactor.js'
export { isShort, type Secret, shortestInside } from './spellings.js'
