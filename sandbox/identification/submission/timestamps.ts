const datePattern = /^([0-9]{4}-[0-9]{2}-[0-9]{2})$/
const timestampPattern = /^([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9:.]+)([Zz]|[+-][0-9]{2}:[0-9]{2})?$/

/** The start of a calendar day in UTC; `undefined` unless the text is an existing `YYYY-MM-DD`. */
export function parseDate(text: string): Date | undefined {
  const date = new Date(`${datePattern.exec(text)?.[1]}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? date : undefined
}

/** An RFC 3339 timestamp, or a date. Without an offset it is UTC. */
export function parseMoment(text: string): Date | undefined {
  const [, day = '', time = '', offset = 'Z'] = timestampPattern.exec(text) ?? []
  if (day === '') return parseDate(text)
  if (parseDate(day) === undefined) return undefined
  const moment = new Date(`${day}T${time}${offset.toUpperCase()}`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** The same day some months earlier, or the last day of that month if it is shorter. */
export function monthsBefore(date: Date, months: number): Date {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)))
}
