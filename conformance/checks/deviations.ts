import {
  escapeKey,
  once,
  endOfReferences,
  isObject,
  keysOf,
  memberAt,
  resolvePath,
} from '../../document/index.js'
import { type PeculiarityKind, peculiaritiesOf } from '../../document/values/index.js'
import { type Call, type Case, type Deviation, type Observed, valuesAt } from '../model/case.js'
import { kindOf } from '../../runtime/problem-messages.js'
import { isJsonType } from '../exchange/reading.js'
import { jsonBody } from '../exchange/exchange.js'
import { operationOf, statusOf } from './response.js'

/** An odd value in a call; its kind identifies one defect across many operations. */
interface Peculiarity {
  readonly kind: PeculiarityKind
  readonly in: Deviation['in']
  /** JSON Pointer to the value, as in a deviation. */
  readonly at: string
}

const oddIn = (location: Deviation['in'], value: unknown, start = ''): Peculiarity[] =>
  peculiaritiesOf(value).map(({ kind, at }) => ({ kind, in: location, at: start + at }))

const inCall = once(({ body, ...call }: Call): readonly Peculiarity[] => [
  ...(['path', 'query', 'header', 'cookie'] as const).flatMap((location) =>
    Object.entries(call[location]).flatMap(([name, value]) => oddIn(location, value, `/${escapeKey(name)}`)),
  ),
  ...(body && body.raw === undefined ? oddIn('body', body.value) : []),
])

/** The odd values of a request that was made from a document; none of another one, whose values may be meant. */
export function peculiaritiesIn({ call, expectation }: Case): readonly Peculiarity[] {
  return expectation === 'unknown' ? [] : inCall(call)
}

/**
 * Kinds of values that break services wherever they are sent, the most specific first. Others (quotes, null, fractions,
 * ...) occur in so many requests that they do not explain a failure.
 */
const telling = [
  ['nul', 'a NUL character'],
  ['lone-surrogate', 'half of a surrogate pair'],
  ['control', 'a control character'],
  ['huge-number', 'a very large number'],
  ['long-text', 'a very long text'],
  ['long-list', 'a very long list'],
  ['deep', 'deeply nested values'],
] as const

/** Null explains a failure only as an item of a list, because members are null in most requests. */
const nullItem = ['null', 'null in a list'] as const

const tellingIn = ({ case: made }: Observed): readonly (typeof telling)[number][] =>
  telling.filter(([kind]) => peculiaritiesIn(made).some((one) => one.kind === kind))

const tellingOf = (observed: Observed): (typeof telling)[number] | typeof nullItem | undefined =>
  tellingIn(observed)[0] ??
  (hasNullItem(observed) && deviationKind(observed) === undefined ? nullItem : undefined)

/** The kinds of odd values in a request that explain failures. */
export function tellingKinds(observed: Observed): readonly string[] {
  return tellingIn(observed).map(([kind]) => kind)
}

/** The kind of value that best explains why a request failed. */
export function tellingKind(observed: Observed): string | undefined {
  return tellingOf(observed)?.[0]
}

/** Whether a list in the body has null among its items, which services rarely expect. */
export function hasNullItem({ case: made }: Observed): boolean {
  return peculiaritiesIn(made).some(
    ({ kind, in: location, at }) =>
      kind === 'null' &&
      location === 'body' &&
      Array.isArray(resolvePath(made.call.body?.value, keysOf(at).slice(0, -1))),
  )
}

/** Whether the whole body is wrong: absent, unreadable, or of another type. */
export function isWholeBody({ in: where, at, keyword }: Deviation): boolean {
  return where === 'body' && (at === '' || keyword === 'syntax' || keyword === 'mediaType')
}

/** The kind of a request without a body, where the operation has one. */
export const noBody = 'no body'

const isAbsentBody = ({ case: { call } }: Observed): boolean =>
  call.body === undefined || call.body.raw === ''

/** The oddity of the whole body, as a kind and in words: absent where it may be, or of another type. */
const strangeBody = (observed: Observed): readonly [kind: string, words: string] | undefined => {
  const { api, case: { call, deviation } } = observed // prettier-ignore
  const isLeftOut = call.operation.requestBody !== undefined && deviation === undefined
  if (isLeftOut && isAbsentBody(observed)) return [noBody, 'without a body']
  const media = call.operation.requestBody?.content[call.body?.mediaType ?? '']
  const schema = endOfReferences(media?.schema, api.surface.schemas)
  if (typeof schema !== 'object' || call.body === undefined || call.body.raw !== undefined) return undefined
  const { value } = call.body
  const isRight = schema.type === 'array' ? Array.isArray(value) : isObject(value)
  const isOther = ['object', 'array'].includes(String(schema.type)) && !isRight
  if (!isOther || (value === null && schema['nullable'] === true)) return undefined
  return [`body type ${kindOf(value)}`, `whose body is ${kindOf(value)}`]
}

/**
 * The location at which a request is wrong: a parameter by its name, the body as a whole, or its members. Undefined for
 * a valid request. Members are not distinguished, because a service that validates none ignores all.
 */
export function locationOf(observed: Observed): string | undefined {
  const { call, deviation } = observed.case
  if (call.method !== undefined) return `method ${call.method}`
  if (!deviation) return strangeBody(observed) && 'body'
  if (deviation.keyword === 'security') return 'credentials'
  if (deviation.in !== 'body') return `${deviation.in} ${keysOf(deviation.at)[0] ?? ''}`
  return isWholeBody(deviation) ? 'body' : 'members of the body'
}

/** The value of a request at its deviation. */
export function valueAt(call: Call, { in: where, at }: Deviation): unknown {
  return resolvePath(valuesAt(call, where), keysOf(at))
}

/** The type that was sent. Scalars are one type, because services coerce all or none, and null counts as absent. */
const typeSent = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? 'a scalar' : kindOf(value ?? null)

/**
 * The way in which a request is wrong, in any operation: the broken keyword, and whether it is of a parameter, the body
 * or a member; for a wrong type the type that was sent, or none. Undefined for a valid request.
 */
export function deviationKind(observed: Observed): string | undefined {
  const { call, deviation } = observed.case
  if (call.method !== undefined) return `method ${call.method}`
  const [strange] = strangeBody(observed) ?? []
  if (strange !== undefined) return strange
  if (!deviation) return undefined
  if (deviation.keyword === 'security') return `credentials ${call.credentials ?? ''}`
  const { in: where, keyword } = deviation
  if (isWholeBody(deviation) && isAbsentBody(observed)) return noBody
  const isMember = where === 'body' && !isWholeBody(deviation)
  const isOfType = keyword === 'type' || (isMember && keyword === 'required')
  const kind = isOfType ? `type ${typeSent(valueAt(call, deviation))}` : keyword
  return `${isMember ? 'member of the body' : where} ${kind}`
}

/** The path of the wrong value, with `*` for list positions. */
export function nameOf({ in: where, at }: Deviation): string {
  const keys = keysOf(at).map((key) => (/^\d+$/.test(key) ? '*' : key))
  return keys.length === 0 ? `the ${where}` : keys.join('/')
}

/** The deviation as a clause, which starts with the name of the value where `says` begins with a verb. */
export function deviationWords(deviation: Deviation): string {
  const { says } = deviation
  return /^(is|has|does|must|holds|begins|ends)\b/.test(says) ? `${nameOf(deviation)} ${says}` : says
}

/** The odd value of a request that failed, as a suffix: ` to a request in which ...`; empty where it has none. */
export function requestWords(observed: Observed): string {
  const { deviation } = observed.case
  const [, value] = tellingOf(observed) ?? []
  const [, strange] = strangeBody(observed) ?? []
  if (value !== undefined) return ` to a request with ${value}`
  if (!deviation && strange !== undefined) return ` to a request ${strange}`
  if (deviation) return ` to a request that is wrong: ${deviationWords(deviation)}`
  const { accept } = observed.case.call
  return accept === undefined ? '' : ` to a request for ${accept}`
}

/** The message of a failure without the suffix about its request. */
export function withoutRequest(message: string): string {
  return message.replace(/ to a request .*$/s, '')
}

/** Keywords that services may ignore for good reason: unknown members are dropped, duplicates are merged. */
const forgivable = new Set(
  (
    'format additionalProperties unevaluatedProperties propertyNames uniqueItems mediaType contentMediaType ' +
    'contentEncoding'
  ).split(' '),
)

const bounds = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'])

const takesNoBody = (observed: Observed): boolean => operationOf(observed).requestBody?.required !== true

const isForgivable = (observed: Observed, deviation: Deviation): boolean => {
  if (deviation.isCoercible === true || forgivable.has(deviation.keyword)) return true
  if (deviation.in === 'header' || deviation.in === 'cookie') return deviation.keyword !== 'required'
  // A service may answer a page size that is too large with its largest page.
  if (deviation.in === 'query') return bounds.has(deviation.keyword)
  return deviation.in === 'body' && takesNoBody(observed) && deviation.at === ''
}

/** Parameters and forms are texts, so services coerce them by design, and null often means an absent member. */
const isReadAsMeant = (observed: Observed, deviation: Deviation): boolean => {
  if (deviation.isCoercible !== true) return false
  const isTyped = deviation.in === 'body' && isJsonType(observed.case.call.body?.mediaType)
  return !isTyped || deviation.keyword !== 'type' || valueAt(observed.case.call, deviation) === null
}

/** Services usually treat an empty query parameter as absent. */
const isEmptyParameter = ({ case: { call } }: Observed, deviation: Deviation): boolean => {
  if (deviation.in === 'body') return false
  const value = memberAt(call[deviation.in], ...keysOf(deviation.at).slice(0, 1))
  return value === '' || value === null || (Array.isArray(value) && value.length === 0)
}

/** Preferences that a service does not know are ignored (RFC 7240, 2). */
const isPreference = ({ in: where, at }: Deviation): boolean => where === 'header' && /^\/prefer$/i.test(at)

/** True for a request that breaks its document and that services do not accept by design. */
export function isWrong(observed: Observed): boolean {
  const { call, deviation, expectation } = observed.case
  if (expectation !== 'invalid' || !deviation || deviation.keyword === 'security') return false
  if (isPreference(deviation)) return false
  // Where the body is optional, many frameworks treat null as no body.
  const isNone = isWholeBody(deviation) && call.body?.value === null && takesNoBody(observed)
  return !isNone && !isReadAsMeant(observed, deviation) && !isEmptyParameter(observed, deviation)
}

/** True where services may accept a wrong request for good reason, or the operation declares no refusal of it. */
export function isOverlookable(observed: Observed): boolean {
  const { case: { deviation }, tolerances } = observed // prettier-ignore
  // `default` alone does not promise a refusal.
  const declares =
    tolerances?.isGeneral?.(operationOf(observed), 400) === true ||
    Object.keys(operationOf(observed).responses).some((key) => /^(400|422|4xx)$/i.test(key))
  return !declares || (deviation !== undefined && isForgivable(observed, deviation))
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : ![undefined, null, false, ''].includes(value as string)

/** True where the body of a 2xx response reports that the request was refused, fully or in part. */
export function refusesInBody(observed: Observed): boolean {
  const body = jsonBody(observed.exchange.response)
  if (statusOf(observed) === 207) return true
  if (!isObject(body)) return false
  const { error, errors, success, ok, status } = body
  const isFailed = success === false || ok === false || /^(error|fail)/i.test(String(status))
  return isFailed || isFilled(error) || isFilled(errors)
}
