import { isDateTime, isDecimal, isUuid } from './formats.js'

declare const brand: unique symbol

/** Text that is known to be of a format. It is text everywhere; other text does not take its place. */
export type Branded<Format extends string> = string & { readonly [brand]: Format }

/** A UUID, such as an identifier of a customer. */
export type Uuid = Branded<'uuid'>

/** A moment in the form of RFC 3339. */
export type DateTime = Branded<'date-time'>

/** A decimal number as text: as a JavaScript number it could lose digits. */
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

/** The text as a UUID. @throws RangeError when it is none. */
export function uuid(text: string): Uuid {
  return checked(text, isUuid, 'a UUID')
}

/** The text as a moment; a Date in the form of RFC 3339. @throws RangeError for what is no moment. */
export function dateTime(moment: string | Date): DateTime {
  return checked(
    typeof moment === 'string' ? moment : moment.toISOString(),
    isDateTime,
    'a date-time of RFC 3339',
  )
}

/** The text as a decimal number. @throws RangeError when it is none. */
export function decimal(text: string): Decimal {
  return checked(text, isDecimal, 'a decimal number')
}
