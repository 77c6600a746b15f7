const datePattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const dateTimePattern =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const timePattern =
  /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const decimalPattern = /^-?\d+(?:\.\d+)?$/
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
// RFC 3986: scheme, authority, path, query and fragment, each of its own characters.
const uriPattern =
  /^[a-z][a-z\d+.-]*:(?:\/\/(?:(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*@)?(?:\[(?:[\da-f]*:[\da-f:]*:[\da-f:.]*|v[\da-f]+\.[\w.~!$&'()*+,;=:-]+)\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?(?=[/?#]|$)|(?!\/\/))(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*(?:\?(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/i
// RFC 5321, Mailbox: a local part that may stand in quotes, and a domain or the address of a host.
const emailPattern =
  /^(?:(?![^@]{65})[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*|\[(?:(?:25[0-5]|2[0-4]\d|[01]?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|[01]?\d?\d)){3}|IPv6:[\da-f:.]+)\])$/i
const leapPattern = /^(\d\d):(\d\d):60(?:\.\d+)?(?:z|([+-]\d\d):(\d\d))$/i

const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (days[month - 1] ?? 0)

// No Date and no captured groups: dates are most of what a validator of a payment spends its time on.
const isInCalendar = (text: string): boolean => {
  const day = Number(text.slice(8, 10))
  return day <= 28 || day <= daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)))
}

// A second is inserted at the end of a day in UTC, whatever the clocks of a zone show then (RFC 3339, 5.7).
const isEndOfDay = (time: string): boolean => {
  const [, hour, minute, hours = '+00', minutes = '0'] = leapPattern.exec(time) ?? []
  const ahead = Number(hours) * 60 + (hours.startsWith('-') ? -1 : 1) * Number(minutes)
  return (Number(hour) * 60 + Number(minute) - ahead + 2 * 1440) % 1440 === 1439
}

const isTime = (text: string): boolean => timePattern.test(text) && (text[6] !== '6' || isEndOfDay(text))

/** RFC 3339 full-date that exists in the calendar. */
export function isDate(text: string): boolean {
  return datePattern.test(text) && isInCalendar(text)
}

/** RFC 3339 date-time: a T between date and time, seconds, and an offset with minutes or Z. */
export function isDateTime(text: string): boolean {
  if (!dateTimePattern.test(text) || !isInCalendar(text)) return false
  return text[17] !== '6' || isEndOfDay(text.slice(11))
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
  time: isTime,
  decimal: isDecimal,
  uuid: (text: string): boolean => uuidPattern.test(text),
  email: (text: string): boolean => emailPattern.test(text),
  uri: (text: string): boolean => uriPattern.test(text),
  int32: /* @__PURE__ */ integerBetween(-(2 ** 31), 2 ** 31 - 1),
  uint32: /* @__PURE__ */ integerBetween(0, 2 ** 32 - 1),
  int64: /* @__PURE__ */ integerBetween(-(2 ** 63), 2 ** 63),
  uint64: /* @__PURE__ */ integerBetween(0, 2 ** 64),
}
