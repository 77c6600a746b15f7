import {
  hasNoContent,
  endOfReferences,
  findJsonError,
  isObject,
  keysOf,
  objectOf,
  resolvePath,
  resolvePointer,
} from '../../document/index.js'
import { joined } from '../../reporting/index.js'
import { messageOf, kindOf } from '../../runtime/problem-messages.js'
import { withoutUnions } from '../../runtime/problems.js'
import { inexactNumbers, type ValidationError, type Validator } from '../../runtime/validators.js'
import { type ExchangeResponse, jsonBody } from '../exchange/exchange.js'
import { itemsIn, type StreamKind, streamKind } from '../exchange/streams.js'
import { isJsonType, isTextType, mediaTypeOf, violationsOf, scalarsIn } from '../exchange/reading.js'
import type { Observed, Fault, ViolationPart } from '../model/case.js'
import { isAsking } from '../resources/resources.js'
import {
  contentTypeOf,
  type Declared,
  declaredOf,
  isMasked,
  operationName,
  statusOf,
  schemaLocation,
  schemasAt,
} from './response.js'

const mostFaults = 20
const mostErrors = 200

/** Keywords about the members of an object; violations belong to the schema, wherever it is referred to. */
const ofMembers = new Set(
  (
    'required dependentRequired additionalProperties unevaluatedProperties propertyNames minProperties ' +
    'maxProperties'
  ).split(' '),
)

/** Formats of numbers, which are types rather than spellings. */
const ofNumbers = new Set(['int32', 'int64', 'uint32', 'uint64', 'float', 'double'])

/** Keywords that a number breaks because JavaScript rounds it. */
const ofSize = /^((exclusive)?(minimum|maximum)|multipleOf|enum|const|format|type)$/i

/** Keywords that cannot be judged on a redacted text; the branches of a union may depend on one. */
const ofSpelling =
  /^(pattern|format|enum|const|minLength|maxLength|anyOf|oneOf|branches|not|if|contains|uniqueItems|content.*)$/

/** Whether a name or value is the same in every run; ids and numbers are not. */
const isStable = (text: string): boolean => /^[A-Za-z_$@][\w$.:@ -]{0,40}$/.test(text) && !/\d{3}/.test(text)

const shownOf = (value: unknown): string =>
  typeof value === 'string' && isStable(value) ? JSON.stringify(value) : kindOf(value)

/** The member that an error is about; `instancePath` is that of the object. */
const memberOf = ({ keyword, params }: ValidationError): string | undefined => {
  const names = ['missingProperty', 'additionalProperty', 'unevaluatedProperty', 'propertyName']
  return [...names.map((name) => params[name]), keyword === 'branches' ? params['tag'] : undefined].find(
    (name) => typeof name === 'string',
  )
}

/** The path of the value that an error is about, including the member that `instancePath` lacks. */
const keysOfError = (error: ValidationError): readonly string[] => {
  const member = memberOf(error)
  return [...keysOf(error.instancePath), ...(member === undefined ? [] : [member])]
}

/** The schema that an error breaks: that of the object for its members, and else that of the value. */
const brokenBy = (document: unknown, start: string, error: ValidationError): string => {
  const location = schemaLocation(document, start, error)
  return ofMembers.has(error.keyword) ? location.pointer : location.position
}

/** A place at which a value breaks its schema, with the pointer of that schema. */
export type BrokenPlace = Pick<ViolationPart, 'keys' | 'value'> & { readonly schema: string }

/** The locations at which a value breaks its schema, whose pointer is `start`, with the values there. */
export function placesOf(judge: Validator, value: unknown, document: unknown, start: string): BrokenPlace[] {
  const errors = judge(value) ? [] : distinct(withoutUnions(judge.errors ?? []))
  return errors.map((error) => {
    const keys = keysOfError(error)
    return { keys, value: resolvePath(value, keys), schema: brokenBy(document, start, error) }
  })
}

/** The location of a value without list positions and names that are ids. */
const subjectOf = (keys: readonly string[], whole = 'the body'): string => {
  const at = keys.map((key) => (isStable(key) ? key : '*')).join('/')
  return at === '' ? whole : at === '*' ? 'an item' : at
}

/** Says which members an object lacks. */
export function lacking(subject: string, names: readonly string[]): string {
  return `${subject} lacks ${listOf(names)}, which the schema requires`
}

/** Names as a list in a sentence: `a, b and c`; of many names only the first ones. */
export function listOf(names: readonly string[]): string {
  return joined(names.length > 8 ? [...names.slice(0, 8), 'others'] : names)
}

/** Keywords of a single type, so the type of the value adds nothing to a message. */
const ofOneType = /^(format|pattern|multipleOf|(exclusive)?(minimum|maximum))$/i

/**
 * Says what is wrong with a value, equally for all values that break the keyword in the same way.
 * @param whole the words for the value itself, as opposed to something in it
 */
export function sentenceOf(error: ValidationError, value: unknown, whole?: string): string {
  const keys = keysOf(error.instancePath)
  const path = keysOfError(error)
  const found = resolvePath(value, path)
  const message = messageOf(error, {
    path: path.map((key) => (isStable(key) ? key : '*')),
    value: found,
    shown: shownOf(found),
  })
  const says = ofOneType.test(error.keyword)
    ? message.replace(/, (not|and) a (string|number)( does not)?$/, '')
    : message
  // A message about a member begins with the member's name.
  if (!says.startsWith('"')) return `${subjectOf(path, whole)} ${says}`
  return keys.length === 0 ? says : `${says} in ${subjectOf(keys)}`
}

const holderOf = (pointer: string): string => pointer.replace(/\/(properties|patternProperties)\/[^/]*$/, '')

/**
 * Inline schemas that frameworks write for several operations get one cause, wherever they are in a response. They are
 * equal but for what they refer to, unless that is what is wrong.
 */
const causeAt = (document: unknown, pointer: string): string => {
  if (!pointer.startsWith('#/paths/')) return pointer
  for (let holder = pointer; holder.includes('/schema'); holder = holder.slice(0, holder.lastIndexOf('/'))) {
    const node = resolvePointer(document, holder)
    if (!isObject(node) || !isObject(node['properties'])) continue
    const own = pointer.slice(holder.length)
    const wrong = JSON.stringify(node['properties'][keysOf(own)[1] ?? '']) ?? ''
    const text = JSON.stringify(node, (key, value: unknown) => (key === '$ref' ? '' : value))
    return `${text}${own}${wrong.replaceAll('/', '~')}`
  }
  return pointer
}

/**
 * A text in which only the punctuation of numbers tells, such as that of a time without an offset: `0-0-0T0:0:0`. The
 * fraction of a second does not, because Python leaves one of zero out.
 */
const outlineOf = (value: unknown): string => {
  const text = String(value)
    .replace(/(?<=:\d\d)\.\d+/, '')
    .replaceAll(/\d+/g, '0')
  return /^[^\p{L}]*([tz ][^\p{L}]*){0,2}$/iu.test(text) ? text.slice(0, 40) : 'words'
}

/** Names of parameters, and of members of a search by POST, that choose the members of a response. */
const choosing =
  /^(?:[_$]|x-)?(fields?|select|columns|only|attributes|properties|includes?|excludes?|omit)(\[.*\])?$/i

const isChoosing = ({ case: { call } }: Observed): boolean => {
  const asked = isAsking(call.operation.path) ? objectOf(call.body?.value) : {}
  return Object.keys({ ...call.query, ...call.header, ...asked }).some((name) => choosing.test(name))
}

/** Whether a plain value is in the place of an object. */
const isReduced = ({ keyword, params }: ValidationError, found: unknown): boolean =>
  keyword === 'type' && typeof found !== 'object' && [params['type']].flat().includes('object')

const faultOf = (observed: Observed, start: string, error: ValidationError, value: unknown): Fault => {
  const { keyword, params } = error
  const { document } = observed.api
  const isOfMembers = ofMembers.has(keyword)
  const pointer = brokenBy(document, start, error)
  const answer = `${operationName(observed)} ${statusOf(observed)}`
  const subject = subjectOf(keysOf(error.instancePath))
  const name = memberOf(error) ?? ''
  const missing = keyword === 'required' ? [isStable(name) ? name : 'a member'] : undefined
  const says = missing ? lacking(subject, missing) : sentenceOf(error, value)
  const keys = keysOfError(error)
  // One handler usually writes the refusals of all operations, so equally declared ones have one cause.
  const isRefusal = statusOf(observed) >= 400 && pointer.startsWith('#/paths/')
  const declared = JSON.stringify(resolvePointer(document, start))
  const format = keyword === 'format' ? String(params['format']) : ''
  const isSpelling = format !== '' && !ofNumbers.has(format)
  const above = keysOf(error.instancePath).slice(0, -1).join('/')
  const place = isRefusal ? `refusals, ${declared}: ${says}` : causeAt(document, pointer)
  // One library usually prints the times of a service, so all operations have one cause.
  const found = resolvePath(value, keys)
  // One function usually reduces things to the requested members, whatever the kind.
  const wrong = isChoosing(observed) && isReduced(error, found) ? 'reduced' : place
  const cause = isSpelling ? `${format} ${outlineOf(found)}` : wrong
  return {
    rule: isSpelling ? 'answers/format' : 'answers/body',
    message: `${answer}: ${says}`,
    pointer,
    expected: 'A body that satisfies its schema.',
    cause: `${cause} ${keyword} ${isStable(name) ? name : ''}`.trim(),
    part: {
      holder: isOfMembers ? cause : isRefusal ? `refusals, ${declared} ${above}` : holderOf(cause),
      answer,
      ...(missing && { subject }),
      says: missing?.[0] ?? says,
      keys,
      value: found,
    },
  }
}

/** A value that matches several branches of `oneOf` has a declared form, so this is tolerated. */
const isOfManyForms = ({ keyword, params }: ValidationError): boolean =>
  keyword === 'oneOf' && Array.isArray(params['passingSchemas'])

/** Whether a schema beside the closed one declares the member: no value satisfies both, so it is not meant. */
const isDeclaredBeside = ({ api }: Observed, start: string, error: ValidationError): boolean => {
  const name = error.params['additionalProperty']
  if (error.keyword !== 'additionalProperties' || typeof name !== 'string') return false
  return schemasAt(api.document, start, keysOf(error.instancePath)).some(
    ({ node }) => isObject(node['properties']) && Object.hasOwn(node['properties'], name),
  )
}

/** Whether the request asked for some of the members, so others may be missing. */
const isNotChosen = (observed: Observed, { keyword }: ValidationError): boolean =>
  keyword === 'required' && isChoosing(observed)

const isOfMask = (error: ValidationError, value: unknown): boolean => {
  const found = resolvePath(value, keysOf(error.instancePath))
  if (isMasked(error.instancePath)) return true
  if (isObject(found) && ofMembers.has(error.keyword)) return Object.keys(found).some(isMasked)
  return ofSpelling.test(error.keyword) && isMasked(JSON.stringify(found) ?? '')
}

/** One error of each kind, because a list of a thousand wrong items breaks one promise. */
const distinct = (errors: readonly ValidationError[]): readonly ValidationError[] => {
  const keyOf = (error: ValidationError): string =>
    `${error.instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${error.schemaPath} ${memberOf(error) ?? ''}`
  return [...new Map(errors.toReversed().map((error) => [keyOf(error), error])).values()].toReversed()
}

/** The errors of the first reading of a body; none where the schema accepts one of the readings. */
const errorsOf = (
  { tolerances }: Observed,
  judge: Validator,
  values: readonly unknown[],
): readonly ValidationError[] => {
  if (values.some((value) => judge(value))) return []
  if (tolerances?.isNullAbsent === true) return withoutUnions(violationsOf(judge, values[0]))
  judge(values[0])
  return withoutUnions(judge.errors ?? [])
}

/** JSON Pointers of numbers that JavaScript cannot represent, because errors about their size are ours. */
const inexactIn = (body: string): ReadonlySet<string> => {
  // Numbers with fewer digits are read exactly.
  if (!/\d{16}|\d[eE][+-]?\d{3}/.test(body)) return new Set()
  return new Set(inexactNumbers(body.replace(/^\uFEFF/, '')).map(({ pointer }) => pointer))
}

const schemaFaults = async (
  observed: Observed,
  declared: Declared,
  values: readonly unknown[],
): Promise<readonly Fault[]> => {
  const { validator = '', pointer = '' } = declared.mediaType ?? {}
  const [value] = values
  const errors = errorsOf(observed, await observed.api.surface.validator(validator), values)
  const mayBeOurs = values.length === 1 && errors.some(({ keyword }) => ofSize.test(keyword))
  const inexact = mayBeOurs ? inexactIn(observed.exchange.response.body) : new Set()
  const start = `${pointer}/schema`
  const faults = distinct(errors)
    .slice(0, mostErrors)
    .filter((error) => !(inexact.has(error.instancePath) && ofSize.test(error.keyword)))
    .filter((error) => !isOfManyForms(error) && !isOfMask(error, value))
    .filter((error) => !isDeclaredBeside(observed, start, error) && !isNotChosen(observed, error))
    .map((error) => faultOf(observed, start, error, value))
  return [...new Map(faults.map((fault) => [`${fault.rule} ${fault.cause}`, fault])).values()].slice(
    0,
    mostFaults,
  )
}

const troubleAt = (text: string, at: number): string => {
  const word = /^-?(NaN|Infinity|undefined|None|True|False|')/.exec(text.slice(at))?.[0]
  if (word !== undefined) return `holds ${word}, which JSON does not have`
  return at >= text.length ? 'is JSON that ends too early' : 'is not JSON'
}

/** The JSON of a response, which observers have often parsed before. A byte order mark is ignored. */
const readJson = (response: ExchangeResponse): { readonly value: unknown } | { readonly trouble: string } => {
  const known = jsonBody(response)
  if (known !== undefined) return { value: known }
  const text = response.body.replace(/^\uFEFF/, '')
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { trouble: troubleAt(text, findJsonError(text).offset) }
  }
}

const empty = 'is empty'
const notOfJson = 'has an item that is not JSON'

const notJson = (observed: Observed, pointer: string, trouble: string): Fault => ({
  rule: 'answers/body',
  message: `${operationName(observed)} ${statusOf(observed)}: the body ${trouble}`,
  pointer,
  expected: 'A body of JSON that satisfies its schema.',
  // A missing body is usually the fault of one handler or middleware, so all operations have one cause.
  cause: `${trouble === empty ? statusOf(observed) : pointer} ${trouble}`,
})

/** Whether an empty body is wrong: all media types are JSON with a schema, and the status is declared itself. */
const isEmptyWrong = (observed: Observed, { key, response }: Declared): boolean => {
  const status = statusOf(observed)
  const content = Object.entries(response.content)
  const isAllJson = content.every(([type, { schema }]) => isJsonType(type) && schema !== undefined)
  if (hasNoContent(status) || !isAllJson || content.length === 0) return false
  return status < 400 || (key === String(status) && isJsonType(contentTypeOf(observed)))
}

/** Binary schemas describe no JSON: a download may have any media type. */
const isBytes = ({ format, contentEncoding, contentMediaType }: Readonly<Record<string, unknown>>): boolean =>
  format === 'binary' || contentEncoding !== undefined || contentMediaType !== undefined

/** The violations of items; undefined before OpenAPI 3.2, where the schema of a stream may be that of one item. */
const streamFaults = async (
  observed: Observed,
  declared: Declared,
  kind: StreamKind,
): Promise<readonly Fault[] | undefined> => {
  const { body } = observed.exchange.response
  if (!String(observed.api.document['openapi']).startsWith('3.2')) return undefined
  const items = itemsIn(body, kind)
  if (items) return schemaFaults(observed, declared, [items])
  return isMasked(body) ? undefined : [notJson(observed, declared.mediaType?.pointer ?? '', notOfJson)]
}

/** The violations of the schema for the status and media type of a response; undefined where no schema applies. */
export async function bodyFaults(observed: Observed): Promise<readonly Fault[] | undefined> {
  const declared = declaredOf(observed)
  const { body } = observed.exchange.response
  if (declared && body === '') {
    const [media] = Object.values(declared.response.content)
    return media && isEmptyWrong(observed, declared) ? [notJson(observed, media.pointer, empty)] : undefined
  }
  const { mediaType: media, name = '' } = declared ?? {}
  const schema = endOfReferences(media?.schema, observed.api.surface.schemas)
  if (!declared || media?.validator === undefined) return undefined
  const types = typeof schema === 'object' ? [schema.type].flat() : []
  if (typeof schema === 'object' && isBytes(schema)) return undefined
  const type = contentTypeOf(observed) ?? (observed.exchange.isReplay ? name : undefined)
  const isScalar = types.every((one) => /^(string|number|integer|boolean|null)$/.test(one ?? ''))
  if (isTextType(type)) {
    // Text cannot be a list or an object, so a media type range with such a schema does not describe text.
    const readings = isMasked(body) ? [] : scalarsIn(body)
    return isScalar && readings.length > 0 ? schemaFaults(observed, declared, readings) : undefined
  }
  const stream = streamKind(type)
  if (stream) return types.includes('array') ? streamFaults(observed, declared, stream) : undefined
  if (!isJsonType(type)) return undefined
  const read = readJson(observed.exchange.response)
  // A media type range does not imply JSON: if its schema is a string, the unparsed body may be meant.
  const isText = isScalar && mediaTypeOf(name).endsWith('/*')
  if ('value' in read) return schemaFaults(observed, declared, isText ? [read.value, body] : [read.value])
  const isRefusedInText = observed.tolerances?.isTextPlain === true && statusOf(observed) >= 400
  if (isText || isRefusedInText) return schemaFaults(observed, declared, [body])
  return isMasked(body) ? undefined : [notJson(observed, media.pointer, read.trouble)]
}
