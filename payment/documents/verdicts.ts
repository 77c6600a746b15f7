import { lastKey, memberAt, objectOf, resolvePointer, textsOf } from '../../document/index.js'
import { entryOf } from '../../diff/catalogue/index.js'
import type { Change, Use } from '../../diff/model/report.js'

/** The subject of a change to the quote, by which rules select it. */
export type Subject = 'parameters' | 'style' | 'types' | 'values' | 'limits' | 'record' | 'responses'

/** Both documents with the changes between them. */
interface Comparison {
  readonly stated: unknown
  readonly served: unknown
  readonly changes: readonly Change[]
}

/** The verdict on a change, with its kind; the kind is `absent` where the document shows nothing. */
export interface Found {
  readonly is: 'contradicts' | 'lacks'
  readonly subject: Subject
  readonly kind: string
}

type Verdict = Found['is'] | undefined
type Ask = (change: Change, comparison: Comparison) => Verdict

const ownFormats = new Set(
  (
    'uuid decimal date-time date time duration uri uri-reference email hostname ipv4 ipv6 byte binary password ' +
    'regex float double int32 int64'
  ).split(' '),
)

/** True for known formats; unknown names count as equal to the stated format. */
const isFormat = (name: unknown): boolean => typeof name === 'string' && ownFormats.has(name)

const at = (document: unknown, pointer = '#'): unknown => resolvePointer(document, pointer)
const above = (pointer = ''): string => pointer.split('/').slice(0, -1).join('/')

const within = ({ uses }: Change): string => `${uses[0]?.operation} ${uses[0]?.within}`

const isBeside = (one: Change, other: Change): boolean =>
  one.uses.some((use) => other.uses.some((its) => isSame(use, its)))

const isSame = (one: Use, other: Use): boolean =>
  one.operation === other.operation && one.within === other.within

/** The number of properties of one object with changes of the same kinds. */
const siblings = (change: Change, { changes }: Comparison, kinds: RegExp): number =>
  changes.filter((one) => kinds.test(one.id) && above(within(one)) === above(within(change))).length

const namedAt = ({ from }: Change, { stated }: Comparison): unknown =>
  memberAt(at(stated, from?.pointer), 'x-named')

// An object without properties is undescribed, which a document may leave it.
const lost: Ask = (change, comparison) => {
  const properties = above(change.from?.pointer)
  const all = Object.keys(objectOf(at(comparison.stated, properties)))
  const required = textsOf(memberAt(at(comparison.stated, above(properties)), 'required'))
  const isSilent = siblings(change, comparison, /-property-(removed|renamed)$/) === all.length
  const name = lastKey(change.from?.pointer ?? '')
  const isDue = required.includes(name) || namedAt(change, comparison) === true
  return isDue && !isSilent ? 'contradicts' : 'lacks'
}

// An object without required properties makes no statement about them.
const optional: Ask = (change, comparison) => {
  const required = textsOf(memberAt(at(comparison.stated, above(above(change.from?.pointer))), 'required'))
  // Whether a named member is required is not stated, but it is named as one that is there.
  if (namedAt(change, comparison) !== undefined) return 'lacks'
  return siblings(change, comparison, /-became-optional$/) === required.length ? 'lacks' : 'contradicts'
}

// null counts as absent, so a nullable field is not required, unless callers send it too. A document may require
// fields that the specification does not state.
const forced: Ask = (change, comparison) => {
  const { changes, stated } = comparison
  const { direction, from: { pointer = '' } = {} } = change
  // A required property without a schema is located at its object.
  const isDescribed = above(pointer).endsWith('/properties')
  const object = at(stated, isDescribed ? above(above(pointer)) : pointer)
  const property = memberAt(object, 'properties', lastKey(within(change)))
  if (property === undefined || memberAt(property, 'x-named') !== undefined) return undefined
  const isNever = changes.some(
    (one) => /-(became-not-nullable|type-widened|type-changed)$/.test(one.id) && isBeside(one, change),
  )
  const isSent = direction === 'request' || memberAt(object, 'x-sent') === true
  return isNever || isSent ? 'contradicts' : undefined
}

const nullable: Ask = ({ direction }) => (direction === 'response' ? 'contradicts' : undefined)

// The deprecation of a component does not apply to the parameter or list that uses it.
const mark: Ask = ({ uses }) => (/^parameter|\[\]$/.test(uses[0]?.within ?? '') ? undefined : 'lacks')

// The items of a deprecated list need no mark of their own.
const unmarked: Ask = ({ to }, { served }) =>
  to?.pointer.endsWith('/items') === true && memberAt(at(served, above(to.pointer)), 'deprecated') === true
    ? undefined
    : 'lacks'

const isExtensible = ({ from }: Change, { stated }: Comparison): boolean =>
  memberAt(at(stated, above(from?.pointer)), 'x-extensible') === true

// A service that accepts other spellings may list them.
const value: Ask = (change, comparison) => {
  const { direction, from, after } = change
  const listed = textsOf(at(comparison.stated, from?.pointer)).map((one) => one.toLowerCase())
  const isSpelling = direction === 'request' && listed.includes(String(after).toLowerCase())
  return isSpelling || isExtensible(change, comparison) ? undefined : 'contradicts'
}

// A variant that the mapping distinguishes needs no constant.
const listed: Ask = ({ from }) => (from?.pointer.endsWith('/const') === true ? undefined : 'lacks')

const variant: Ask = (change, comparison) => (isExtensible(change, comparison) ? undefined : 'contradicts')

// Without a list of types, any type is allowed. A body may be taken in further forms.
const widened: Ask = ({ after, uses }) => {
  if (after === undefined) return 'lacks'
  return uses[0]?.within.startsWith('request body') === true ? undefined : 'contradicts'
}

// In plain text a number is also a string, so only a type outside the stated ones is different.
const narrowed: Ask = ({ before, after }) =>
  before === undefined || textsOf(after).every((type) => type === 'null' || textsOf(before).includes(type))
    ? undefined
    : 'contradicts'

const format: Ask = ({ direction, after }) =>
  direction === 'request' || isFormat(after) ? 'contradicts' : undefined

// A minimum of 0 has no effect, but is stated explicitly.
const least: Ask = ({ to }, { served }) =>
  memberAt(at(served, to?.pointer), 'minLength') === undefined ? 'lacks' : 'contradicts'

const standard: Ask = ({ before, to }, { served }) => {
  const { type, default: value = null } = objectOf(at(served, to?.pointer.replace(/\/default$/, '')))
  // The default of a list that is described as one text is a text too.
  if (Array.isArray(before) && type === 'string') return undefined
  return value === null ? 'lacks' : 'contradicts'
}

// Headers are judged for all operations together.
const demanded: Ask = ({ to }, { served }) => {
  const { in: location, name } = objectOf(at(served, to?.pointer))
  return location === 'header' && !/^x-api-version$/i.test(String(name)) ? undefined : 'contradicts'
}

// No text of the least length would be allowed.
const most: Ask = ({ from, after }, { stated }) =>
  Number(after) < Number(memberAt(at(stated, from?.pointer), 'minLength')) ? 'contradicts' : undefined

// Only a list that is stated to be empty at times has a least number of items.
const items: Ask = ({ from }, { stated }) =>
  memberAt(at(stated, from?.pointer), 'minItems') === 0 ? 'contradicts' : undefined

const answered: Ask = (_, { changes }) =>
  changes.some(({ id }) => /-(success-status|media-type)-added$/.test(id)) ? 'contradicts' : 'lacks'

/** The verdict on a change from the stated to the served document, by kind; a document may add anything else. */
const verdicts: readonly (readonly [kinds: RegExp, subject: Subject, verdict: Verdict | Ask])[] = [
  [/^(required-)?parameter-removed$|^parameter-(renamed|moved|became-)/, 'parameters', 'contradicts'],
  [/^required-parameter-added/, 'parameters', demanded],
  [/^parameter-(no-longer-)?deprecated$/, 'parameters', 'lacks'],
  [/^(required-)?body-added$/, 'parameters', 'contradicts'],
  [/^parameter-explode-changed$/, 'style', 'contradicts'],
  [/^type-changed$|^format-(widened|narrowed)$/, 'types', 'contradicts'],
  [/^type-widened$/, 'types', widened],
  [/^type-narrowed$/, 'types', narrowed],
  [/^format-changed$/, 'types', format],
  [/^(type-unstated|format-removed|items-unconstrained)$/, 'types', 'lacks'],
  [/^became-nullable$/, 'record', nullable],
  [/^discriminator-changed$/, 'record', 'contradicts'],
  [/^(union|schema)-removed$/, 'record', 'lacks'],
  [/^(required-)?property-removed$|^property-renamed$/, 'record', lost],
  [/^property-became-optional$/, 'record', optional],
  [/^property-became-required/, 'record', forced],
  [/^schema-no-longer-deprecated$/, 'record', unmarked],
  [/^schema-deprecated$/, 'record', mark],
  [/^enum-(value-removed|replaced)$|^variant-removed$/, 'values', 'contradicts'],
  [/^enum-value-added$/, 'values', value],
  [/^enum-(removed|opened)$/, 'values', listed],
  [/^variant-added$/, 'values', variant],
  [/^(max-length|min-length|maximum|max-items)-(raised|lowered)$|^pattern-changed$/, 'limits', 'contradicts'],
  [/^minimum-raised$/, 'limits', 'contradicts'],
  [/^max-length-added$/, 'limits', most],
  [/^min-items-added$/, 'limits', items],
  [/^(max-length|maximum|max-items|pattern)-removed$/, 'limits', 'lacks'],
  [/^min-length-removed$/, 'limits', least],
  [/^default-(changed|removed)$/, 'limits', standard],
  [/^(success-status|media-type)-removed$/, 'responses', answered],
  [/^media-type-widened$/, 'responses', 'lacks'],
]

/** The verdict on a change; undefined where it neither contradicts the specification nor omits a fact. */
export function verdictOn(change: Change, comparison: Comparison): Found | undefined {
  const kind = entryOf(change.id)?.kind ?? ''
  const [, subject, verdict] = verdicts.find(([kinds]) => kinds.test(kind)) ?? []
  const is = typeof verdict === 'function' ? verdict(change, comparison) : verdict
  if (subject === undefined || is === undefined) return undefined
  // A separate rule judges types of parameters.
  return { subject: subject === 'types' && change.direction === 'response' ? 'record' : subject, is, kind }
}
