import { isObject } from '../../../runtime/json.js'

/** One text of a submission: where it stands, and what it says. */
export interface Field {
  /** The object that it is a member of: the key of that object, `submission` at the top. */
  readonly of: string
  readonly name: string
  readonly value: string
  /** JSON Pointer. */
  readonly at: string
  /** The beneficiary of the root company that it belongs to. */
  readonly beneficiary: number | undefined
}

/** Keys below which fields are read. What stands below any other key is the caller's own affair. */
const places = new Set([
  'address',
  'beneficiaries',
  'beneficiary_info',
  'birth_place',
  'business_details',
  'company_data',
  'company_info',
  'documents',
  'edd_questionnaire',
  'identity',
  'main_business_countries',
  'planned_activities',
  'questionnaire',
  'source_of_funds',
])

/** The root beneficiary that a JSON Pointer leads into; `undefined` elsewhere. */
export function beneficiaryAt(pointer: string): number | undefined {
  const [, index] = /^\/company_data\/beneficiaries\/([0-9]+)(?:\/|$)/.exec(pointer) ?? []
  return index === undefined ? undefined : Number(index)
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

/** Every text of a body at a place that submissions have. */
export function fieldsOf(body: unknown): readonly Field[] {
  return [...membersOf(body, 'submission', '')]
}
