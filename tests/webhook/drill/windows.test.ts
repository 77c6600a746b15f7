import { expect, test } from 'vitest'
import { startServer } from '../../support/loopback.js'
import { drilled, mistakesIn } from './drilled.js'
import { handMade, type Parts, right } from './hand-made.js'
import { row } from '../../support/table.js'

const rules = ['stale', 'future']
  .map((name) => `receiver/${name}-timestamp`)
  .concat('receiver/window', 'receiver/recent', 'receiver/out-of-order')

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

/** Windows, their reported text, and the names of their mistakes. */
const windows: readonly (readonly [string, string, readonly string[], Partial<Parts>])[] = [
  row('of five minutes', 'up to 300 s old and 300 s ahead', [], within(300)),
  row('of a minute', 'up to 60 s old and 60 s ahead', [], within(60)),
  row('of ten minutes and none ahead but one', 'up to 600 s old and 60 s ahead', [], within(600, 60)),
  row('of an hour', 'up to 3,600 s old and 3,600 s ahead', ['wide-window'], within(3600)),
  row('of an hour back alone', 'up to 3,600 s old and 60 s ahead', ['wide-window'], within(3600, 60)),
  row('of 300,000 s', 'up to 300,000 s old and 300,000 s ahead', ['milliseconds-window'], within(300_000)),
  row('of the past alone', '300 s old and any number of seconds ahead', ['past-only'], within(300, 10 ** 12)),
  row('of the future', 'any number of seconds old and 300 s ahead', ['future-only'], within(10 ** 12, 300)),
  row('that is none', 'of any age and any future', ['no-window'], { isTimely: () => true }),
  row('of the container', 'of any age and any future', ['container-time'], byContainer(isNear)),
  row(
    'of the container, which may be ahead',
    'of any age and any future',
    ['container-time'],
    byContainer((ageMs) => ageMs <= 300_000),
  ),
  row('of a minute by the container too', 'up to 300 s old and 300 s ahead', ['old-events'], {
    handle: byContainer((ageMs) => ageMs <= 60_000).handle ?? right.handle,
  }),
  row(
    'of milliseconds, ahead alone',
    'of any age and any future',
    ['milliseconds-compared'],
    timely((timestamp) => timestamp - Date.now() <= 300_000),
  ),
  row(
    'of seconds that are taken for thousands of them',
    'of any age and any future',
    ['milliseconds-compared'],
    timely((timestamp) => seconds() - timestamp * 1000 <= 300),
  ),
  row('of dates', 'of any age and any future', ['date-compared'], {
    isTimely: (timestamp) => !(Math.abs(Date.now() - Date.parse(timestamp)) > 300_000),
  }),
  row(
    'of a clock that began with the process',
    'of any age and any future',
    ['other-clock'],
    timely((timestamp) => performance.now() / 1000 + 1000 - timestamp <= 300),
  ),
]

test.each(windows)('a window %s is measured and named', async (_, text, mistakes, parts) => {
  const { url } = await startServer(handMade(parts))
  const report = await drilled(url, { rules })
  expect(report.observations?.[0]).toContain(text)
  expect(mistakesIn(report)).toEqual(mistakes)
})
