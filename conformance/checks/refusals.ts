import { isObject, type JsonObject, objectOf, pointerTo, resolvePointer } from '../../document/index.js'
import { isKnownFormat } from '../../document/values/index.js'
import { deepEqual } from '../../runtime/json.js'
import { isTurnedDown } from '../exchange/reading.js'
import { brief } from '../../reporting/index.js'
import {
  type Call,
  type Deviation,
  type Observed,
  type ExploreViolation,
  type ExploreViolations,
  valuesAt,
} from '../model/case.js'
import { tellingKind, peculiaritiesIn } from './deviations.js'
import { failureText, isGeneric } from './failures.js'
import { reasonOf, spellings } from './reasons.js'
import { operationName, statusOf, type Applied, schemasAt } from './response.js'
import { served } from './conditions.js'

/** One value in which two calls differ; undefined where the value is absent. */
interface Difference {
  readonly in: Deviation['in']
  /** Keys that lead from the parameters, or from the body, to the value. */
  readonly keys: readonly string[]
  readonly from: unknown
  readonly to: unknown
}

const areAlike = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) ? Array.isArray(other) && one.length === other.length : isObject(one) && isObject(other)

const differing = function* (
  from: unknown,
  to: unknown,
  keys: readonly string[] = [],
): Iterable<Omit<Difference, 'in'>> {
  if (deepEqual(from, to)) return
  if (!areAlike(from, to)) return yield { keys, from, to }
  const [before, after] = [new Map(Object.entries(from as object)), new Map(Object.entries(to as object))]
  for (const name of new Set([...before.keys(), ...after.keys()]))
    yield* differing(before.get(name), after.get(name), [...keys, name])
}

const frameOf = ({ operation, method, credentials = 'own', target, accept, body }: Call): unknown => {
  const { mediaType, raw, contentType } = body ?? {}
  return [operation.pointer, method, credentials, target, accept, mediaType, raw, contentType]
}

const isWithin = (holder: readonly string[], { in: where, keys }: Difference): boolean =>
  where === 'body' && holder.every((key, index) => keys[index] === key)

/**
 * The single value in which two calls of an operation differ, or the tag of an object that is another branch of a
 * union, from which its other members follow; undefined where they differ in none or in several.
 */
const differenceOf = (
  { case: { call: one } }: Observed,
  { case: { call: other }, api }: Observed,
): Difference | undefined => {
  if (one.target !== undefined || !deepEqual(frameOf(one), frameOf(other))) return undefined
  const found: Difference[] = []
  for (const section of ['path', 'query', 'header', 'cookie', 'body'] as const) {
    const [from, to] = [one, other].map((call) => valuesAt(call, section))
    for (const difference of differing(from, to)) found.push({ in: section, ...difference })
  }
  if (found.length < 2) return found[0]
  const media = other.operation.requestBody?.content[other.body?.mediaType ?? '']
  return found.find(({ keys }) => {
    const holder = keys.slice(0, -1)
    const isTag = ({ node }: { node: JsonObject }): boolean =>
      objectOf(node['discriminator'])['propertyName'] === keys.at(-1)
    return (
      found.every((one) => isWithin(holder, one)) &&
      schemasAt(api.document, `${media?.pointer}/schema`, holder).some(isTag)
    )
  })
}

/** The kind of allowed value: absent or null, enumerated, at a limit, in a branch, or one of very many. */
type AllowedAs = 'absent' | 'null' | 'enumerated' | 'limit' | 'length' | 'branch' | 'free'

// A limit of this size comes from the type, not from the author of the document.
const largestLimit = 1_000_000

/** Services trim texts before they measure them. */
const sizeOf = (value: unknown): number | undefined =>
  typeof value === 'string'
    ? Array.from(value.trim()).length
    : Array.isArray(value)
      ? value.length
      : undefined

const isListed = ({ node }: Applied, value: unknown): boolean =>
  (node['default'] !== undefined && deepEqual(node['default'], value)) ||
  (Array.isArray(node['enum']) && node['enum'].includes(value)) ||
  (Object.hasOwn(node, 'const') && node['const'] === value)

const isAtLimit = ({ node }: Applied, value: unknown): boolean =>
  typeof value === 'number' &&
  Math.abs(value) <= largestLimit &&
  ((node['minimum'] === value && node['exclusiveMinimum'] !== true) ||
    (node['maximum'] === value && node['exclusiveMaximum'] !== true))

const isAtLength = ({ node }: Applied, value: unknown): boolean => {
  const size = sizeOf(value)
  const keywords = typeof value === 'string' ? ['minLength', 'maxLength'] : ['minItems', 'maxItems']
  return size !== undefined && keywords.some((keyword) => node[keyword] === size)
}

const allowedAs = ({ to }: Difference, schemas: readonly Applied[]): AllowedAs => {
  if (to === undefined) return 'absent'
  if (to === null) return 'null'
  if (typeof to === 'boolean' || schemas.some((schema) => isListed(schema, to))) return 'enumerated'
  if (schemas.some((schema) => isAtLimit(schema, to))) return 'limit'
  if (schemas.some((schema) => isAtLength(schema, to))) return 'length'
  return typeof to === 'object' || schemas.some(({ node }) => 'oneOf' in node) ? 'branch' : 'free'
}

/** Formats and names of values that refer to something outside the document: things, times, addresses. */
const foreignFormat =
  /^(uuid[1-8]?|date|date-time|time|duration|ur[il](-reference)?|email|hostname|ipv[46]|password|binary|byte)$/
/** Formats of texts that are numbers or booleans, as services write that they convert them; a validator knows none. */
const scalarFormat = /^(decimal|u?int\d*|integer|float|double|number|boolean)$/
const isScalarText = ({ node }: Applied): boolean =>
  node['type'] === 'string' && scalarFormat.test(String(node['format']))
/** Words by which a description says what form a text has, where the schema does not. */
const formInProse =
  /\b(?:json|xml|csv|ya?ml|ur[il]s?|base64|rfc ?\d+|iso ?\d+|reg(?:ex|ular expression)|cron|comma)\b/i
const foreignName =
  /(^|[_-])(ids?|uuid|guid|keys?|refs?|token|slug|cursor|hash|page|offset|etag|url|email|date|at)$|[a-z](Ids?|Uuid|Key|Ref|Token|Url|At|Date)$/

/** The names of all members of a value, at any depth. */
export function allNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(allNames)
  if (!isObject(value)) return []
  return [...Object.keys(value), ...Object.values(value).flatMap(allNames)]
}

const startOf = ({ case: { call } }: Observed, { in: where, keys }: Difference): string | undefined => {
  if (where === 'body') {
    const media = call.operation.requestBody?.content[call.body?.mediaType ?? '']
    return media && `${media.pointer}/schema`
  }
  const parameter = call.operation.parameters.find((one) => one.in === where && one.name === keys[0])
  return parameter?.schema === undefined ? undefined : `${parameter.pointer}/schema`
}

/** Whether the description of a value tells the form that its text has. */
const isFormTold = (
  { in: where, keys }: Difference,
  { case: { call }, api: { document } }: Observed,
  schemas: readonly Applied[],
): boolean => {
  const own = call.operation.parameters.find((one) => one.in === where && one.name === keys[0])
  const nodes = [...schemas.map(({ node }) => node), own && resolvePointer(document, own.pointer)]
  return nodes.some((node) => formInProse.test(String(objectOf(node)['description'])))
}

/** Names of other parameters, of other sent members, and of those that the schema declares around the value. */
const namesOfOthers = (
  {
    case: {
      call: { operation, body },
    },
    api: { document },
  }: Observed,
  { in: where, keys }: Difference,
  start: string,
): string[] => {
  const holders =
    where === 'body' ? keys.map((_, depth) => schemasAt(document, start, keys.slice(0, depth))) : []
  const declared = holders.flat().flatMap(({ node }) => Object.keys(objectOf(node['properties'])))
  const all = [...operation.parameters.map(({ name }) => name), ...allNames(body?.value), ...declared]
  return [...new Set(all)].filter((name) => !keys.includes(name))
}

const limits = (
  'minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength minItems maxItems multipleOf enum pattern ' +
  'format type'
).split(' ')

const ofLength = /length|long|short|characters?|size|at (most|least)|max|min|many|few|empty|items?/i

/** The certainty that a value was refused although the document allows it. */
const certaintyOf = (
  as: AllowedAs,
  refused: Observed,
  difference: Difference,
  schemas: readonly Applied[],
  start: string,
): 'proven' | 'likely' | undefined => {
  const { in: where, keys, from, to } = difference
  const { operation, path } = refused.case.call
  const name = keys.findLast((key) => !/^\d+$/.test(key)) ?? ''
  if (foreignName.test(name)) return undefined
  if (schemas.some(({ node }) => foreignFormat.test(String(node['format'])))) return undefined
  if (typeof to === 'string' && schemas.some(isScalarText)) return undefined
  const own = [from, to, ...schemas.flatMap(({ node }) => limits.map((keyword) => node[keyword]))]
  const { text, isNamed, is } = reasonOf(refused, name, namesOfOthers(refused, difference, start), own)
  if (is === 'beyond') return undefined
  if (as === 'free' && isFormTold(difference, refused, schemas)) return undefined
  if (as === 'free' || as === 'branch')
    return isNamed && schemas.every(({ node }) => isKnownFormat(node['format'])) ? 'likely' : undefined
  const isRead = ['get', 'head'].includes(operation.method) && where === 'query'
  // A read creates nothing: if the refusal gives no reason, the only difference is the cause.
  if (!isNamed)
    return isRead && is !== 'unclear' && (as === 'enumerated' || as === 'limit') ? 'proven' : undefined
  const isBare = isRead && is === 'none'
  if (!isBare && (is !== 'form' || (as === 'length' && !ofLength.test(text)))) return 'likely'
  // The state of the existing thing may decide which value can follow another.
  const isChange = operation.method !== 'post' || Object.keys(path).length > 0
  return as === 'enumerated' && where === 'body' && isChange ? 'likely' : 'proven'
}

const valueWords: Readonly<Record<AllowedAs, (about: string, value: unknown) => string>> = {
  absent: (about) => `a request without ${about}`,
  null: (about) => `null for ${about}`,
  enumerated: (about, value) => `${JSON.stringify(value)} for ${about}`,
  limit: (about, value) => `the limit ${JSON.stringify(value)} for ${about}`,
  length: (about) => `a length at its limit for ${about}`,
  branch: (about) => `a value for ${about}`,
  free: (about) => `a value for ${about}`,
}

const withValue = (value: unknown): string =>
  value === undefined ? 'without it' : `with ${brief(JSON.stringify(value), 60)}`

const isContrast = (accepted: Observed, refused: Observed): boolean =>
  served(accepted) &&
  isTurnedDown(refused.exchange) &&
  [accepted, refused].every(
    ({ case: { expectation, call } }) => expectation === 'valid' && (call.credentials ?? 'own') === 'own',
  )

/** Null outside a body is written as an empty text, which a service need not read as null. */
const isUnwritten = ({ in: where, to }: Difference, schemas: readonly Applied[]): boolean =>
  where !== 'body' && (to === null || (to === '' && schemas.some(({ node }) => node['type'] === 'null')))

/** Texts that a service may refuse, whatever the document declares. */
const hasUnfit = ({ case: made }: Observed): boolean =>
  peculiaritiesIn(made).some(({ kind }) => /^(nul|control|lone-surrogate)$/.test(kind))

/**
 * One cause for equal refusals: of one kind of value, or of one parameter or member name, in any operation. Where the
 * refusal gives no reason, each location is its own cause.
 */
const causeOf = (
  refused: Observed,
  { in: where, keys, to }: Difference,
  as: AllowedAs,
  pointer: string,
): string => {
  const path = keys.filter((one) => !/^\d+$/.test(one))
  const text = [path.at(-1) ?? '', ...allNames(to)]
    .reduce((rest, name) => rest.replaceAll(spellings(name), '#'), failureText(refused)?.key ?? '')
    .replaceAll(/_*#/g, '#')
  const start = `${statusOf(refused)} ${where} ${as}`
  // Any parameter may be refused for the same reason: an invalid date, a number that is too large.
  if (where !== 'body' && (as === 'free' || as === 'branch'))
    return `${start} ${isGeneric(text) ? path.at(-1) : text}`
  if (isGeneric(text)) return `${start} ${pointer} ${pointerTo(path)}`
  // Refusals of one member with one text are alike, whichever value was sent.
  const kind = as === 'absent' || as === 'null' ? as : 'value'
  return `${statusOf(refused)} ${where} ${kind} ${tellingKind(refused) ?? path.at(-1)} ${text}`
}

/** Whether a contrast is about null, which its cause names. */
export function isOfNull({ cause }: ExploreViolation): boolean {
  return /^\d+ \w+ null /.test(cause)
}

/**
 * Compares a refused valid request with an accepted one that differs in one value. An error where the document allows
 * that very value and the refusal speaks of its form alone; a warning where the value is one of very many, or the
 * refusal has words of unclear meaning. Empty where nothing can be concluded: the value may be taken, refer to
 * something missing, or contradict another value, which no document can express.
 */
export function judgeContrast(accepted: Observed, refused: Observed): ExploreViolations {
  if (!isContrast(accepted, refused) || hasUnfit(refused)) return []
  const difference = differenceOf(accepted, refused)
  const start = difference && startOf(refused, difference)
  if (!difference || difference.in === 'path' || start === undefined) return []
  const { keys, from, to } = difference
  const schemas = schemasAt(refused.api.document, start, difference.in === 'body' ? keys : keys.slice(1))
  if (isUnwritten(difference, schemas)) return []
  const as = allowedAs(difference, schemas)
  const certainty = certaintyOf(as, refused, difference, schemas, start)
  if (certainty === undefined) return []
  const about = keys.map((key) => (/^\d+$/.test(key) ? '*' : key)).join('/')
  const pointer = schemas[0]?.position ?? start
  return [
    {
      rule: certainty === 'proven' ? 'requests/valid-accepted' : 'requests/stricter-than-documented',
      message: `${operationName(refused)} refuses ${valueWords[as](about, to)} with ${statusOf(refused)}, which the document allows`,
      pointer,
      expected: `The request is carried out ${withValue(to)}, as it is ${withValue(from)}; or the document forbids that.`,
      cause: causeOf(refused, difference, as, pointer),
      about,
      steps: [accepted, refused],
    },
  ]
}
