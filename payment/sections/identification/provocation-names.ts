import type { Kind } from './submission/facts.js'
import { identificationCodes } from '../../tables/identification-codes.js'

const kinds: readonly Kind[] = ['Business', 'Person', 'Token', 'Link']

/**
 * The names that a user's patches are looked up by: a structured code, a code for one kind of submission
 * (`reuse_rejected:Token`), or a kind of submission, whose patch makes what is built a valid one.
 */
export const provocationNames: readonly string[] = [
  ...identificationCodes,
  ...identificationCodes.flatMap((code) => kinds.map((kind) => `${code}:${kind}`)),
  ...kinds,
]
