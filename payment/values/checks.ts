import { memberAt, isObject } from '../../document/index.js'

/** The type of a body in words, with its article. */
export function typeInWords(value: unknown): string {
  if (value === undefined) return 'something that is not JSON'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** True when a value has the type required by a table of the specification. */
export type Check = (value: unknown) => boolean

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const dateTime = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

export const isText: Check = (value) => typeof value === 'string'
export const isBoolean: Check = (value) => typeof value === 'boolean'
export const isUuid: Check = (value) => typeof value === 'string' && uuid.test(value)

/** A decimal number in a string. */
export const isDecimal: Check = (value) =>
  typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)

/** Date and time of RFC 3339. */
export const isTime: Check = (value) =>
  typeof value === 'string' && dateTime.test(value) && !Number.isNaN(Date.parse(value))

/** Resources, Currency. */
export const isCurrency: Check = (value) => {
  if (memberAt(value, 'type') === 'Fiat') return isText(memberAt(value, 'code'))
  return (
    memberAt(value, 'type') === 'Crypto' &&
    isText(memberAt(value, 'token')) &&
    isText(memberAt(value, 'blockchain'))
  )
}

const matching =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value)

const americanAccount = {
  routing_number: matching(/^[0-9]{9}$/),
  account_number: matching(/^[0-9A-Z]{4,17}$/),
}
const britishAccount = { sort_code: isText, account_number: isText }

const identifiers: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  SEPA: { iban: isText },
  ACH: americanAccount,
  Wire: americanAccount,
  RTP: americanAccount,
  FEDNOW: americanAccount,
  SWIFT: { bic: isText, account_number: isText },
  CHAPS: britishAccount,
  FPS: britishAccount,
}

/** Resources, BankAccountIdentifier: rails outside the table are allowed. */
const isBankIdentifier: Check = (value) =>
  isObject(value) &&
  isText(value['type']) &&
  Object.entries(identifiers[String(value['type'])] ?? {}).every(([name, check]) => check(value[name]))

/** Resources, Account. */
export const isAccount: Check = (value) => {
  if (!isObject(value)) return false
  if (value['type'] === 'Fiat') return isBankIdentifier(value['account_identifier'])
  if (value['type'] === 'Pix') return isUuid(value['id'])
  return value['type'] === 'Crypto' && isText(value['chain']) && isText(value['address'])
}
