/** The sandbox's only source of time. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

const MINUTE = 60_000

/** `date` moved by a number of minutes. */
export const plusMinutes = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * MINUTE)
