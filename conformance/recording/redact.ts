import { isShort, makeRedactor as redactorOf, type Redact, type Secret } from '../../redaction/index.js'

/** The masks of secrets in published texts; they name the key without revealing it. */
export const masks = {
  key: '[redacted]',
  secondKey: '[redacted second key]',
  /** Any other value that was sent as a key, for instance an invalid one. */
  otherKey: '[redacted other key]',
} as const

/** The mask of a secret from an environment variable, with the variable's name. */
export const variableMask = /\[redacted: [A-Z][A-Z\d_]*\]/

/** The variable in a text that is a variable mask and nothing else. */
export function variableIn(text: string): string | undefined {
  return variableMask.exec(text)?.[0] === text ? text.slice('[redacted: '.length, -1) : undefined
}

const fewestLetters = 8

const otherCase = (key: string): string =>
  Array.from(key, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('')

/** An almost correct key, and how it differs. */
export type NearKey = readonly [key: string, what: string]

/** Almost correct keys, which a service must refuse. They are secrets too, because they reveal the key. */
export function nearKeys(key: string): readonly NearKey[] {
  const all: readonly NearKey[] = [
    [`${key}x`, 'with more than the key in X-API-Key'],
    [`x${key}`, 'with a letter before the key in X-API-Key'],
    [key.slice(0, -1), 'with less than the key in X-API-Key'],
    // The case of hexadecimal digits, as in a UUID, does not matter.
    ...(/^[\da-f-]+$/i.test(key)
      ? []
      : ([[otherCase(key), 'with the key in other letter case']] satisfies NearKey[])),
  ]
  return key === '' ? [] : all.filter(([near]) => near !== key && near.length >= fewestLetters)
}

/** The secrets of keys with their masks. The first key is the run's own, the others another partner's. */
export function secretsOf(keys: readonly string[]): readonly Secret[] {
  const [key = '', ...others] = keys
  const all = [{ value: key, mask: masks.key }, ...others.map((value) => ({ value, mask: masks.secondKey }))]
  return all.filter(({ value }) => value !== '')
}

/** Makes a function that removes every spelling of the given keys from a text; the first key is the run's own. */
export function makeRedactor(keys: readonly string[]): Redact {
  return redactorOf(secretsOf(keys))
}

/** The signature of a token that the run makes up, which is not a secret. */
export const madeUpSignature = Buffer.from('rampart-has-not-signed-this-....').toString('base64url')

const token = new RegExp(
  `\\b(eyJ[\\w-]{8,4000}\\.eyJ[\\w-]{8,})\\.(?!${madeUpSignature})[\\w-]{16,1000}`,
  'g',
)

/**
 * Also removes the signatures of tokens (JWT) that a service issues during a run, for which no secret is known. For
 * output alone, because the run sends back what the service signed.
 */
export function unsigned(redact: Redact): Redact {
  return (text) => redact(text).replaceAll(token, '$1.[redacted signature]')
}

interface Redactors {
  readonly count: number
  readonly long: Redact
  readonly all: Redact
}

/** The secrets of a run, which grow during it: renewed tokens, the secret of a new webhook. */
export class Secrets {
  readonly #given: readonly (readonly Secret[])[]
  readonly #learnt: Secret[] = []
  #redactors: Redactors | undefined

  /** @param given lists of secrets, which may grow */
  constructor(given: readonly (readonly Secret[])[]) {
    this.#given = given
  }

  learn(secret: Secret): void {
    if (!this.#learnt.some(({ value }) => value === secret.value)) this.#learnt.push(secret)
  }

  /** Removes long secrets from a text; short ones only as whole values, because one letter occurs in too many texts. */
  readonly long: Redact = (text) => this.#current.long(text)

  readonly all: Redact = (text) => this.#current.all(text)

  get #current(): Redactors {
    const count = this.#given.reduce((sum, { length }) => sum + length, this.#learnt.length)
    if (this.#redactors?.count === count) return this.#redactors
    const secrets = [...this.#given.flat(), ...this.#learnt]
    const inside = secrets.filter(({ value }) => !isShort(value))
    const all = redactorOf(secrets)
    // One function for both where it can be, because it remembers what it searched.
    return (this.#redactors = { count, all, long: inside.length < secrets.length ? redactorOf(inside) : all })
  }
}
