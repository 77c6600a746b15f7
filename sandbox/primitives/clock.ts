import type { Table } from './table.js'

/** The sandbox's only source of time. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

const minute = 60_000

/** `date` moved by a number of minutes. */
export function plusMinutes(date: Date, minutes: number): Date {
  return new Date(date.getTime() + minutes * minute)
}

/** Controls the time of a sandbox. From a set time it continues at the pace of the underlying clock. */
export interface TimeControl {
  readonly now: Clock
  readonly set: (date: Date) => void
  /** Returns to the underlying clock. */
  readonly reset: () => void
}

const aheadKey = 'ahead'

/**
 * A clock with an adjustable offset to the underlying one, which `kept` stores.
 * @param moved called after every change
 */
export function virtualClock(behind: Clock, kept: Table<number>, moved: () => void): TimeControl {
  let ahead = kept.get(aheadKey) ?? 0
  const move = (milliseconds: number): void => {
    ahead = milliseconds
    kept.set(aheadKey, milliseconds)
    moved()
  }
  return {
    now: () => (ahead === 0 ? behind() : new Date(behind().getTime() + ahead)),
    set: (date) => move(date.getTime() - behind().getTime()),
    reset: () => move(0),
  }
}
