import { isDateTime, isDecimal, isUuid } from './formats.js'

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
