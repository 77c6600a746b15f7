import { isShort, makeRedactor as redactorOf, type Redact, type Secret } from '../../redaction/index.js'
import { masks } from '../model/masks.js'

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
