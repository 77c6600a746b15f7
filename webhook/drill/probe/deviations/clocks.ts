import { uptime } from 'node:os'
import type { Deviation } from './deviation.js'

const farthestHours = 14
const halves = [5.5, -3.5, 9.5, 4.5, 3.5, 5.75, -9.5]

/** Offsets in hours of a clock in another time zone. */
const hours: readonly number[] = [
  ...Array.from({ length: farthestHours }, (_, index) => [index + 1, -index - 1]).flat(),
  ...halves,
]

const clock = (
  mistake: string,
  description: string,
  read: (now: string) => string,
  title?: string,
): Deviation => ({
  mistake,
  aspect: 'clock',
  description,
  ...(title !== undefined && { title }),
  plan: { clock: read },
})

const zone = (hour: number): Deviation => {
  const size = Math.abs(hour)
  return clock(
    'time-zone',
    `signed ${size} h ${hour < 0 ? 'back' : 'ahead'}`,
    (now) => String(Number(now) + hour * 3600),
    `Your receiver compares the timestamp with a clock that is ${size} h ${hour < 0 ? 'behind' : 'ahead'}, as of another time zone.`,
  )
}

const isNow = (timestamp: string): boolean => Math.abs(Date.now() / 1000 - Number(timestamp)) < 2

// Exact to the millisecond, because a receiver that confuses the units may have a window of 300 ms.
const milliseconds = (now: string): string => (isNow(now) ? String(Date.now()) : `${now}000`)

/** Timestamps for receivers with another clock. */
export const ofClocks: readonly Deviation[] = [
  clock('milliseconds', 'with a timestamp in milliseconds', milliseconds),
  clock('milliseconds', 'with a timestamp in microseconds', (now) => `${milliseconds(now)}000`),
  clock('milliseconds', 'with a timestamp in nanoseconds', (now) => `${milliseconds(now)}000000`),
  clock('date-text', 'with a timestamp such as 2026-01-31T12:00:00.000Z', () => new Date().toISOString()),
  clock('date-text', 'with a timestamp such as Sat, 31 Jan 2026 12:00:00 GMT', () =>
    new Date().toUTCString(),
  ),
  clock('other-clock', 'with the seconds since the machine was started as its timestamp', () =>
    String(Math.floor(uptime())),
  ),
  ...hours.map(zone),
]
