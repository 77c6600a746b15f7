import { describe, expect, test } from 'vitest'
import { startServer } from '../../support/loopback.js'
import { drilled, mistakesIn } from './drilled.js'
import { handMade, type Parts } from './hand-made.js'

const rules = ['stale', 'future']
  .map((name) => `receiver/${name}-timestamp`)
  .concat('receiver/window', 'receiver/recent')

const seconds = (): number => Date.now() / 1000

const timely = (isFine: (timestamp: number) => boolean): Partial<Parts> => ({
  isTimely: (timestamp) => /^\d{10,13}$/.test(timestamp) && isFine(Number(timestamp)),
})

const within = (past: number, future = past): Partial<Parts> =>
  timely((timestamp) => seconds() - timestamp <= past && timestamp - seconds() <= future)

const byContainer = (isFine: (ageMs: number) => boolean): Partial<Parts> => ({
  isTimely: () => true,
  handle: (event) => {
    const { timestamp }: Readonly<Record<string, unknown>> = { ...event }
    return isFine(Date.now() - Date.parse(String(timestamp))) ? 200 : 400
  },
})

const isNear = (ageMs: number): boolean => Math.abs(ageMs) <= 300_000

/** Windows, what is said of them, and the mistakes that they are called. */
const windows: readonly (readonly [string, Partial<Parts>, string, readonly string[]])[] = [
  ['of five minutes', within(300), 'up to 300 s old and 300 s ahead', []],
  ['of a minute', within(60), 'up to 60 s old and 60 s ahead', []],
  ['of ten minutes and none ahead but one', within(600, 60), 'up to 600 s old and 60 s ahead', []],
  ['of an hour', within(3600), 'up to 3,600 s old and 3,600 s ahead', ['wide-window']],
  ['of an hour back alone', within(3600, 60), 'up to 3,600 s old and 60 s ahead', ['wide-window']],
  ['of 300,000 s', within(300_000), 'up to 300,000 s old and 300,000 s ahead', ['milliseconds-window']],
  ['of the past alone', within(300, 10 ** 12), '300 s old and any number of seconds ahead', ['past-only']],
  ['of the future', within(10 ** 12, 300), 'any number of seconds old and 300 s ahead', ['future-only']],
  ['that is none', { isTimely: () => true }, 'of any age and any future', ['no-window']],
  ['of the container', byContainer(isNear), 'of any age and any future', ['container-time']],
  [
    'of the container, which may be ahead',
    byContainer((ageMs) => ageMs <= 300_000),
    'of any age and any future',
    ['container-time'],
  ],
  [
    'of milliseconds, ahead alone',
    timely((timestamp) => timestamp - Date.now() <= 300_000),
    'of any age and any future',
    ['milliseconds-compared'],
  ],
  [
    'of seconds that are taken for thousands of them',
    timely((timestamp) => seconds() - timestamp * 1000 <= 300),
    'of any age and any future',
    ['milliseconds-compared'],
  ],
  [
    'of a clock that began with the process',
    timely((timestamp) => performance.now() / 1000 + 1000 - timestamp <= 300),
    'of any age and any future',
    ['other-clock'],
  ],
]

describe('a window', () => {
  test.each(windows)('%s is measured and named', async (_, parts, text, mistakes) => {
    const { url } = await startServer(handMade(parts))
    const report = await drilled(url, { rules })
    expect(report.observations?.[0]).toContain(text)
    expect(mistakesIn(report)).toEqual(mistakes)
  })
})
