import { makeRedactor as redactorOf, type Redact, type Secret } from '../../redaction/index.js'
import { masks } from '../model/masks.js'

/**
 * Makes a function that takes every spelling of the given secrets out of a text. Whatever leaves the engine passes
 * through it. The first secret is the key of the run; the others are said to be of another partner.
 * @param near keys that are nearly one of them, which were sent to be refused
 */
export function makeRedactor(secrets: readonly string[], near: readonly string[] = []): Redact {
  const [key = '', ...others] = secrets
  const all: Secret[] = [
    { value: key, mask: masks.key },
    ...others.map((value) => ({ value, mask: masks.secondKey })),
    ...near.map((value) => ({ value, mask: masks.otherKey })),
  ]
  return redactorOf(all)
}
