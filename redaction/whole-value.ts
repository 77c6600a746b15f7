import type { Match } from './match.js'
import type { Layer } from './layers.js'
import type { Secret } from './spellings.js'

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** A text that is nothing else, a string in quotation marks, or the value of a parameter in a query. */
const patternOf = (short: string): RegExp => {
  const it = literal(short)
  return new RegExp(`^${it}$|(?<=")${it}(?=")|(?<==)${it}(?=[&#"\\s]|$)`, 'gi')
}

/** Finds short secrets, where they are whole values. */
export class WholeValues {
  readonly #patterns: readonly (readonly [RegExp, string])[]

  constructor(secrets: readonly Secret[]) {
    this.#patterns = secrets.map(({ value, mask }) => [patternOf(value), mask])
  }

  /** The matches in a layer. */
  in({ text, origin }: Layer): Match[] {
    return this.#patterns.flatMap(([pattern, mask]) =>
      Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => {
        const [start, stop] = origin(index, index + length)
        return { start, stop, mask }
      }),
    )
  }
}
