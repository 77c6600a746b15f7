import { namedMistake } from '../signing/mistakes.js'

/** One mistake in a delivery. Contains no secret and no digest. */
export interface Mistake {
  readonly code: string
  readonly found: string
  readonly advice: string
}

/** A mistake of the table, with its fix. */
export function mistake(code: string, found: string): Mistake {
  return { code, found, advice: namedMistake(code).fix }
}

/** A mistake in signing that was found: what was signed, after "signed". */
export function signed(code: string, how: string): Mistake {
  return mistake(code, `it was signed ${how}`)
}

/** One reading of a part of a delivery: the right one, or one with a mistake. */
export interface Reading<T> {
  readonly value: T
  readonly mistake?: Mistake
}
