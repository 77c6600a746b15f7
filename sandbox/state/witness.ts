import type { Chance } from './chance.js'
import type { Clock } from './clock.js'

/**
 * The times of the clock, in milliseconds, at which the same work over the same records comes to the same: `from` is
 * one of them, `until` is not. Where they do not leave a time between them it never does.
 */
export interface Span {
  readonly from: number
  readonly until: number
}

/** Tells whether a moment, as an ISO date and time, has come. */
export type IsPast = (moment: string) => boolean

/** Hands out time and chance, and sees what work takes of them. */
export interface Witness {
  readonly clock: Clock
  readonly chance: Chance
  /** Asked instead of the clock where a moment divides what is before from what is after. */
  readonly isPast: IsPast
  /** Says of the work that it did something which doing it again would not do. */
  readonly cannotRepeat: () => void
  /** Runs work that does not wait, and says how long its result would be the same. */
  readonly watch: <T>(work: () => T) => { readonly value: T; readonly span: Span }
}

/** Watches a clock and a source of ids: who asks for the time or for a new id cannot be repeated. */
export const createWitness = (clock: Clock, chance: Chance): Witness => {
  let from = -Infinity
  let until = Infinity
  const cannotRepeat = (): void => {
    until = -Infinity
  }
  return {
    cannotRepeat,
    clock: () => {
      cannotRepeat()
      return clock()
    },
    chance: {
      ...chance,
      uuid: (stream) => {
        cannotRepeat()
        return chance.uuid(stream)
      },
    },
    isPast: (moment) => {
      const at = Date.parse(moment)
      const past = at <= clock().getTime()
      if (past) from = Math.max(from, at)
      else until = Math.min(until, at)
      return past
    },
    watch: (work) => {
      from = -Infinity
      until = Infinity
      const value = work()
      return { value, span: { from, until } }
    },
  }
}
