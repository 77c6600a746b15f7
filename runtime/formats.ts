const decimalPattern = /^-?\d+(?:\.\d+)?$/
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
// RFC 3986: scheme, authority, path, query and fragment, each with its allowed characters.
const uriPattern =
  /^[a-z][a-z\d+.-]*:(?:\/\/(?:(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*@)?(?:\[(?:[\da-f]*:[\da-f:]*:[\da-f:.]*|v[\da-f]+\.[\w.~!$&'()*+,;=:-]+)\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?(?=[/?#]|$)|(?!\/\/))(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*(?:\?(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/i
// RFC 5321, Mailbox: a local part, possibly quoted, and a domain or an address literal.
const emailPattern =
  /^(?:(?![^@]{65})[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*|\[(?:(?:25[0-5]|2[0-4]\d|[01]?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|[01]?\d?\d)){3}|IPv6:[\da-f:.]+)\])$/i
const leapPattern = /^(\d\d):(\d\d):60(?:\.\d+)?(?:z|([+-]\d\d):(\d\d))$/i

const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (days[month - 1] ?? 0)

// Parsing dates by hand takes a third of the time of a regular expression, and payments have many dates.
const digit = (text: string, at: number): number => {
  const value = text.charCodeAt(at) - 48
  return value >= 0 && value <= 9 ? value : -1000
}

/** The number of two digits; negative if they are not digits. */
const pair = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1)

const isUpTo = (value: number, most: number): boolean => value >= 0 && value <= most

const dash = 45
const colon = 58

/** Whether a text begins with a valid calendar date. */
const startsWithDay = (text: string): boolean => {
  const [century, year, month, day] = [pair(text, 0), pair(text, 2), pair(text, 5), pair(text, 8)]
  if (text.charCodeAt(4) !== dash || text.charCodeAt(7) !== dash) return false
  if (century < 0 || year < 0 || month < 1 || month > 12 || day < 1) return false
  return day <= 28 || day <= daysInMonth(century * 100 + year, month)
}

/** Whether a text ends with a time offset that begins at an index. */
const endsWithOffset = (text: string, at: number): boolean => {
  const sign = text[at]
  if (sign === 'Z' || sign === 'z') return text.length === at + 1
  if ((sign !== '+' && sign !== '-') || text.length !== at + 6) return false
  return isUpTo(pair(text, at + 1), 23) && text.charCodeAt(at + 3) === colon && isUpTo(pair(text, at + 4), 59)
}

/** Whether a text from an index on is a valid time with offset; a leap second is accepted anywhere. */
const endsWithClock = (text: string, at: number): boolean => {
  if (text.charCodeAt(at + 2) !== colon || text.charCodeAt(at + 5) !== colon) return false
  const isTime =
    isUpTo(pair(text, at), 23) && isUpTo(pair(text, at + 3), 59) && isUpTo(pair(text, at + 6), 60)
  if (!isTime || text[at + 8] !== '.') return isTime && endsWithOffset(text, at + 8)
  let end = at + 9
  while (digit(text, end) >= 0) end++
  return end > at + 9 && endsWithOffset(text, end)
}

// A leap second is at the end of a day in UTC, whatever the local time (RFC 3339, 5.7).
const isEndOfDay = (time: string): boolean => {
  const [, hour, minute, hours = '+00', minutes = '0'] = leapPattern.exec(time) ?? []
  const ahead = Number(hours) * 60 + (hours.startsWith('-') ? -1 : 1) * Number(minutes)
  return (Number(hour) * 60 + Number(minute) - ahead + 2 * 1440) % 1440 === 1439
}

/** Whether a text ends with a time of day that begins at an index. */
const endsWithTime = (text: string, at: number): boolean =>
  endsWithClock(text, at) && (text[at + 6] !== '6' || isEndOfDay(text.slice(at)))

/** RFC 3339 full-date that exists in the calendar. */
export function isDate(text: string): boolean {
  return text.length === 10 && startsWithDay(text)
}

/** RFC 3339 date-time: a T between date and time, seconds, and an offset with minutes or Z. */
export function isDateTime(text: string): boolean {
  return startsWithDay(text) && (text[10] === 'T' || text[10] === 't') && endsWithTime(text, 11)
}

/** A fixed-point decimal number: digits with an optional fraction, no exponent. */
export function isDecimal(text: string): boolean {
  return decimalPattern.test(text)
}

const integerBetween = (low: number, high: number) => ({
  type: 'number' as const,
  validate: (value: number): boolean => Number.isInteger(value) && value >= low && value <= high,
})

// Literals instead of calculations, which bundlers would not recognize as free of side effects.
/** RFC 3339 full-time: a time of the day with seconds, and an offset or Z. */
export function isTime(text: string): boolean {
  return endsWithTime(text, 0)
}

/** A UUID in its usual spelling, not as a URN. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}

/** An email address as in RFC 5321. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text)
}

/** An absolute URI as in RFC 3986. */
export function isUri(text: string): boolean {
  return uriPattern.test(text)
}

export const int32 = /* @__PURE__ */ integerBetween(-2147483648, 2147483647)
export const uint32 = /* @__PURE__ */ integerBetween(0, 4294967295)
// The limits of 64-bit formats are rounded to the nearest doubles.
export const int64 = /* @__PURE__ */ integerBetween(-9223372036854775808, 9223372036854775808)
export const uint64 = /* @__PURE__ */ integerBetween(0, 18446744073709551616)

/** The formats that validators check, by name: a predicate for strings, or one for numbers. */
export const formats = {
  date: isDate,
  'date-time': isDateTime,
  time: isTime,
  decimal: isDecimal,
  uuid: isUuid,
  email: isEmail,
  uri: isUri,
  int32,
  uint32,
  int64,
  uint64,
}

declare const brand: unique symbol

/**
 * A string that was checked for a format. It can be used as a string, but an unchecked string cannot take its place.
 */
export type Branded<Format extends string> = string & { readonly [brand]: Format }

/** A UUID, such as an identifier of a customer. */
export type Uuid = Branded<'uuid'>

/** A timestamp as in RFC 3339. */
export type DateTime = Branded<'date-time'>

/** A decimal number as a string, because a JavaScript number could lose digits. */
export type Decimal = Branded<'decimal'>

const checked = <Format extends string>(
  text: string,
  isRight: (text: string) => boolean,
  what: string,
): Branded<Format> => {
  const isBranded = (one: string): one is Branded<Format> => isRight(one)
  if (isBranded(text)) return text
  throw new RangeError(`${JSON.stringify(text)} is not ${what}`)
}

/** Checks that a string is a UUID. @throws RangeError if it is not. */
export function uuid(text: string): Uuid {
  return checked(text, isUuid, 'a UUID')
}

/** Checks that a string is a timestamp, or converts a Date to one. @throws RangeError if it is not. */
export function dateTime(moment: string | Date): DateTime {
  return checked(
    typeof moment === 'string' ? moment : moment.toISOString(),
    isDateTime,
    'a date-time of RFC 3339',
  )
}

/** Checks that a string is a decimal number. @throws RangeError if it is not. */
export function decimal(text: string): Decimal {
  return checked(text, isDecimal, 'a decimal number')
}

/** The part of a regular expression that validators use, which an automaton can implement. */
export interface Matcher {
  test(text: string): boolean
}

/**
 * A matcher for a pattern that would backtrack excessively: a table-driven automaton that reads each character once.
 * Called by generated code.
 * @param columns number of columns of the table
 * @param ranges the start of each range of characters, followed by its column, in order
 * @param moves the next state by state and column, row after row; -1 if no text can match any more, -2 if every text
 * does
 * @param ends states in which a text may end
 * @param isByUnit whether each half of a surrogate pair counts as a character, as without the flag `u`
 */
export function automaton(
  columns: number,
  ranges: readonly number[],
  moves: readonly number[],
  ends: readonly number[],
  isByUnit = false,
): Matcher {
  const columnOf = (point: number): number => {
    let low = 0
    let high = ranges.length / 2
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((ranges[middle * 2] ?? 0) <= point) low = middle
      else high = middle
    }
    return ranges[low * 2 + 1] ?? 0
  }
  return {
    test(text) {
      let state = 0
      for (const character of isByUnit ? text.split('') : text) {
        state = moves[state * columns + columnOf(character.codePointAt(0) ?? 0)] ?? -1
        if (state < 0) return state === -2
      }
      return ends.includes(state)
    },
  }
}

/**
 * Limits a pattern whose time is a high power of the text's length to texts up to a length; longer ones always match.
 * Called by generated code.
 */
export function upTo(most: number, pattern: Matcher): Matcher {
  return { test: (text) => text.length > most || pattern.test(text) }
}
