import { isShort, makeRedactor as redactorOf, type Redact, type Secret } from '../../redaction/index.js'
import { masks } from '../model/masks.js'

const fewestLetters = 8

const otherCase = (key: string): string =>
  Array.from(key, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('')

/** A key that is nearly the one given, and what is wrong with it. */
export type NearKey = readonly [key: string, what: string]

/**
 * Keys that are nearly that of a run, which no service may take for it. They give the key away, so they are secrets
 * as well. Of a short key there are none.
 */
export function nearKeys(key: string): readonly NearKey[] {
  const all: readonly NearKey[] = [
    [`${key}x`, 'with more than the key in X-API-Key'],
    [key.slice(0, -1), 'with less than the key in X-API-Key'],
    // Hexadecimal digits, as in a UUID, are the same key in either letter case.
    ...(/^[\da-f-]+$/i.test(key)
      ? []
      : ([[otherCase(key), 'with the key in other letter case']] satisfies NearKey[])),
  ]
  return key === '' ? [] : all.filter(([near]) => near !== key && near.length >= fewestLetters)
}

/** The secrets of keys, and what stands for each. The first one is the key of the run, the others another partner's. */
export function secretsOf(keys: readonly string[]): readonly Secret[] {
  const [key = '', ...others] = keys
  const all = [{ value: key, mask: masks.key }, ...others.map((value) => ({ value, mask: masks.secondKey }))]
  return all.filter(({ value }) => value !== '')
}

/** Makes a function that takes every spelling of the given keys out of a text; the first is the key of the run. */
export function makeRedactor(keys: readonly string[]): Redact {
  return redactorOf(secretsOf(keys))
}

interface Redactors {
  readonly count: number
  readonly long: Redact
  readonly all: Redact
}

/** The secrets of a run, which get more while it goes on: tokens that are renewed, the secret of a new webhook. */
export class Secrets {
  readonly #given: () => readonly Secret[]
  readonly #learnt: Secret[] = []
  #redactors: Redactors | undefined

  /** @param given the secrets as they are now; ones that are no longer used stay among them */
  constructor(given: () => readonly Secret[]) {
    this.#given = given
  }

  /** Takes a further secret in. */
  learn(secret: Secret): void {
    if (!this.#learnt.some(({ value }) => value === secret.value)) this.#learnt.push(secret)
  }

  /**
   * Takes the secrets that are hidden wherever they stand out of a text. Short ones stay, which are hidden only as
   * whole values: a text of one letter is in too much of what is judged.
   */
  readonly long: Redact = (text) => this.#current.long(text)

  /** Takes every secret out of a text. */
  readonly all: Redact = (text) => this.#current.all(text)

  get #current(): Redactors {
    const given = this.#given()
    const count = given.length + this.#learnt.length
    if (this.#redactors?.count === count) return this.#redactors
    const secrets = [...given, ...this.#learnt]
    const long = redactorOf(secrets.filter(({ value }) => !isShort(value)))
    return (this.#redactors = { count, long, all: redactorOf(secrets) })
  }
}
