const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/
const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const timePattern =
  /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const decimalPattern = /^-?\d+(?:\.\d+)?$/
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const uriPattern = /^[a-z][a-z\d+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})+$/i

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** RFC 3339 full-date that exists in the calendar. */
export function isDate(text: string): boolean {
  const match = datePattern.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** RFC 3339 date-time: a T between date and time, seconds, and an offset with minutes or Z. */
export function isDateTime(text: string): boolean {
  const match = dateTimePattern.exec(text)
  return match !== null && isDate(match[1] ?? '')
}

/** A fixed-point decimal number: digits with an optional fraction, no exponent. */
export function isDecimal(text: string): boolean {
  return decimalPattern.test(text)
}

const integerBetween = (low: number, high: number) => ({
  type: 'number' as const,
  validate: (value: number): boolean => Number.isInteger(value) && value >= low && value <= high,
})

/**
 * The formats that validators check, by name: a predicate for strings, or one for numbers.
 * The bounds of the 64-bit formats are the nearest doubles.
 */
export const formats = {
  date: isDate,
  'date-time': isDateTime,
  time: (text: string): boolean => timePattern.test(text),
  decimal: isDecimal,
  uuid: (text: string): boolean => uuidPattern.test(text),
  uri: (text: string): boolean => uriPattern.test(text),
  int32: integerBetween(-(2 ** 31), 2 ** 31 - 1),
  uint32: integerBetween(0, 2 ** 32 - 1),
  int64: integerBetween(-(2 ** 63), 2 ** 63),
  uint64: integerBetween(0, 2 ** 64),
}
