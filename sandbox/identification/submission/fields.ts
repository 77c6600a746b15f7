import { isDate } from '../../../runtime/formats.js'
import { isObject } from '../../../runtime/json.js'

/** One string of a submission, with its location. */
export interface Field {
  /** The object that contains it: the key of that object, or `submission` at the top level. */
  readonly of: string
  readonly name: string
  readonly value: string
  readonly at: string
  /** Index of the root company's beneficiary that it belongs to. */
  readonly beneficiary: number | undefined
}

/** Keys of objects whose fields are read. The content below any other key is ignored. */
const places = new Set(
  `address beneficiaries beneficiary_info birth_place business_details company_data company_info
   documents edd_questionnaire identity main_business_countries planned_activities questionnaire source_of_funds`.split(
    /\s+/,
  ),
)

/** The root beneficiary in a JSON Pointer; `undefined` elsewhere. */
const beneficiaryAt = (pointer = ''): number | undefined => {
  const [, index] = /^\/company_data\/beneficiaries\/([0-9]+)(?:\/|$)/.exec(pointer) ?? []
  return index === undefined ? undefined : Number(index)
}

/** The root beneficiary that a violation of the document concerns. */
export function beneficiaryIn(violation: string): number | undefined {
  return beneficiaryAt(/ at (\/\S+)/.exec(violation)?.[1])
}

const membersOf = function* (value: unknown, of: string, at: string): Generator<Field> {
  if (!isObject(value)) return
  for (const [name, member] of Object.entries(value)) yield* fieldsAt(member, of, name, `${at}/${name}`)
}

const fieldsAt = function* (value: unknown, of: string, name: string, at: string): Generator<Field> {
  if (typeof value === 'string') yield { of, name, value, at, beneficiary: beneficiaryAt(at) }
  if (!places.has(name)) return
  const items = Array.isArray(value) ? value.map((item, index) => [item, `${at}/${index}`] as const) : []
  for (const [item, place] of items)
    yield* typeof item === 'string' ? fieldsAt(item, of, name, place) : membersOf(item, name, place)
  yield* membersOf(value, name, at)
}

/** Every string of a body at a known location. */
export function fieldsOf(body: unknown): readonly Field[] {
  return [...membersOf(body, 'submission', '')]
}

const files = new Set(
  `file flow_of_funds_diagram identity_document_back identity_document_front proof_of_address selfie
   source_of_funds_document source_of_funds_proof`.split(/\s+/),
)

/** Whether a field is a file, in base64. */
export function isFile({ name }: Field): boolean {
  return files.has(name)
}

/** Whether a field is a file that begins with an ASCII text. Only its beginning is decoded. */
export function isFileWith(field: Field, text: string): boolean {
  const start = Buffer.from(field.value.slice(0, 4 * text.length), 'base64')
  return isFile(field) && start.toString('latin1').startsWith(text)
}

/** The number of bytes in a base64 text, ignoring line breaks. */
export function sizeOf({ value }: Field): number {
  return Buffer.byteLength(value.replaceAll(/\s/g, ''), 'base64')
}

const timestampPattern = /^([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9:.]+)([Zz]|[+-][0-9]{2}:[0-9]{2})?$/

/** The start of a calendar day in UTC; `undefined` unless the text is an existing `YYYY-MM-DD`. */
export function parseDate(text: string): Date | undefined {
  return isDate(text) ? new Date(`${text}T00:00:00Z`) : undefined
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
