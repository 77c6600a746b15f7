const dayMs = 86_400_000

const shift = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Days of the calendar before, between and after the versions, near and far: none is served as a further one. */
export const unknownDates = [
  '1999-01-01',
  '2020-06-15',
  '2024-02-29',
  '2025-01-01',
  '2025-09-01',
  '2026-01-01',
  '2026-06-01',
  '2026-07-13',
  '2026-08-15',
  '2026-09-01',
  '2026-10-01',
  '2027-01-01',
  '2030-06-30',
  '2099-12-31',
]

/** Canonical in form, and no days of any calendar: whether unknown or malformed is open, that they are refused is not. */
export const impossibleDates = [
  '2026-02-30',
  '2026-06-31',
  '2026-08-32',
  '2026-08-00',
  '2026-13-01',
  '0000-00-00',
]

const inNextYear = (date: string): string => `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`

const isDay = (date: string): boolean => {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

const withDayAndMonthSwapped = (date: string): string => {
  const [year, month, day] = date.split('-')
  return `${year}-${day}-${month}`
}

/** Days that a service could take for one of its versions: those next to it, a week and a year later, and today. */
export function neighbours(supported: readonly string[]): string[] {
  const near = supported.flatMap((date) => [
    ...[-1, 1, 2, 7].map((days) => shift(date, days)),
    inNextYear(date),
    withDayAndMonthSwapped(date),
  ])
  const days = [...near, new Date().toISOString().slice(0, 10)].filter(isDay)
  return [...new Set(days)].filter((date) => !supported.includes(date))
}

/** Other ways to write a version, which a lenient reader could understand. */
const otherForms = (date: string): string[] => {
  const [year = '', month = '', day = ''] = date.split('-')
  const name = new Date(`${date}T00:00:00Z`).toLocaleString('en', { month: 'short', timeZone: 'UTC' })
  return [
    `${year}-${Number(month)}-${Number(day)}`,
    ...['', '/', '.', '_', ' '].map((mark) => [year, month, day].join(mark)),
    `${day}-${month}-${year}`,
    `${Number(day)} ${name} ${year}`,
    `${date}T00:00:00Z`,
    `${date}-preview`,
    `v${date}`,
    `'${date}'`,
    String(Date.parse(`${date}T00:00:00Z`) / 1000),
  ]
}

const singular = [
  '2026-08-1',
  '26-08-01',
  '02026-08-01',
  '2026-W31-6',
  '2026-08',
  '2026',
  '+2026-08-01',
  '>=2026-08-01',
  '2026-08-01Z',
  'V2026-08-01',
  '"2026-08-01"',
  // A list on one line is no date; two lines are another matter, which is open.
  '2026-08-01, 2025-03-13',
  '2026-08-01,2026-07-01',
  'latest',
  'newest',
  'current',
  'stable',
  'default',
  'null',
  '0',
  '1',
  '2',
  '3',
]

/** Texts that are no canonical dates, those among them that resemble the versions which are served. */
export function malformedValues(supported: readonly string[]): readonly string[] {
  return [...new Set([...supported.flatMap(otherForms), ...singular])]
}
