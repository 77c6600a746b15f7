const datePattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const dateTimePattern =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const timePattern =
  /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const decimalPattern = /^-?\d+(?:\.\d+)?$/
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const uriPattern = /^[a-z][a-z\d+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})+$/i

const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (days[month - 1] ?? 0)

// No Date and no captured groups: dates are most of what a validator of a payment spends its time on.
const isInCalendar = (text: string): boolean => {
  const day = Number(text.slice(8, 10))
  return day <= 28 || day <= daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)))
}

/** RFC 3339 full-date that exists in the calendar. */
export function isDate(text: string): boolean {
  return datePattern.test(text) && isInCalendar(text)
}

/** RFC 3339 date-time: a T between date and time, seconds, and an offset with minutes or Z. */
export function isDateTime(text: string): boolean {
  return dateTimePattern.test(text) && isInCalendar(text)
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
  int32: /* @__PURE__ */ integerBetween(-(2 ** 31), 2 ** 31 - 1),
  uint32: /* @__PURE__ */ integerBetween(0, 2 ** 32 - 1),
  int64: /* @__PURE__ */ integerBetween(-(2 ** 63), 2 ** 63),
  uint64: /* @__PURE__ */ integerBetween(0, 2 ** 64),
}
