import { isJsonType, mediaTypeOf } from '../../conformance/index.js'
import type { MediaTypeObject } from '../../runtime/surface.js'
import type { ValidationError, Validator } from '../../runtime/validators.js'
import {
  contentTypeOf,
  type Declared,
  declaredOf,
  isUnanswered,
  mayBeBeforeOperation,
  operationName,
} from './answer.js'
import { type Fault, shownBy } from './checked.js'
import { errorWords } from './error-words.js'
import { inexactIn, readJson } from './json-text.js'
import { schemaLocation } from './schema-location.js'
import { withoutUnions } from '../../runtime/problem-unions.js'
import type { Observed } from '../model/observed.js'
import type { Check } from '../model/violation.js'
import type { ExploreRuleId } from '../rules/rules.js'

const mostFaults = 20

/** Keywords that speak of the members of an object: broken, they are broken wherever the schema is referred to. */
const ofMembers = new Set([
  'required',
  'dependentRequired',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
])

/** Formats that say the size of a number: a type of it rather than a spelling. */
const ofNumbers = new Set(['int32', 'int64', 'uint32', 'uint64', 'float', 'double'])

const ofSize = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'enum',
  'const',
])

const memberOf = ({ params }: ValidationError): string =>
  ['missingProperty', 'additionalProperty', 'unevaluatedProperty']
    .map((name) => params[name])
    .filter((name) => typeof name === 'string' && /^[\w$.-]{1,40}$/.test(name) && !/\d{3}/.test(name))
    .join('')

const ruleOf = ({ keyword, params }: ValidationError): ExploreRuleId =>
  keyword === 'format' && !ofNumbers.has(String(params['format'])) ? 'answers/format' : 'answers/body'

const faultOf = (observed: Observed, start: string, error: ValidationError, value: unknown): Fault => {
  const location = schemaLocation(observed.api.document, start, error)
  const pointer = ofMembers.has(error.keyword) ? location.pointer : location.position
  const { sentence, expected } = errorWords(error, value)
  return {
    rule: ruleOf(error),
    message: `${operationName(observed)} ${observed.exchange.response.status}: ${sentence}`,
    pointer,
    expected,
    cause: `${pointer} ${error.keyword} ${memberOf(error)}`.trim(),
  }
}

/** Errors that come of reading a number that JavaScript cannot hold are errors of ours. */
const isOfReading = (error: ValidationError, inexact: ReadonlySet<string>): boolean =>
  inexact.has(error.instancePath) &&
  (ofSize.has(error.keyword) || error.keyword === 'format' || error.keyword === 'type')

/** Which of several readings a validator accepts; else the errors of the first. */
const errorsOf = (judge: Validator, values: readonly unknown[]): readonly ValidationError[] => {
  if (values.some((value) => judge(value))) return []
  judge(values[0])
  return withoutUnions(judge.errors ?? [])
}

/** Values that plain text may stand for, the text itself first. */
const readingsOf = (text: string): readonly unknown[] => {
  const plain = text.trim()
  const number = plain === '' ? Number.NaN : Number(plain)
  const word = plain === 'true' || plain === 'false' ? [plain === 'true'] : []
  return [text, ...(Number.isNaN(number) ? [] : [number]), ...word]
}

const judged = (
  observed: Observed,
  declared: MediaTypeObject,
  judge: Validator,
  values: readonly unknown[],
): readonly Fault[] => {
  const { body } = observed.exchange.response
  const errors = errorsOf(judge, values)
  const inexact = errors.length > 0 && values.length === 1 ? inexactIn(body) : new Set<string>()
  const faults = errors
    .filter((error) => !isOfReading(error, inexact))
    .map((error) => faultOf(observed, `${declared.pointer}/schema`, error, values[0]))
  return [...new Map(faults.map((fault) => [`${fault.rule} ${fault.cause}`, fault])).values()].slice(
    0,
    mostFaults,
  )
}

const notJson = (observed: Observed, { pointer }: MediaTypeObject, trouble: string): Fault => ({
  rule: 'answers/body',
  message: `${operationName(observed)} ${observed.exchange.response.status}: the body ${trouble}`,
  pointer,
  expected: 'A body of JSON that satisfies its schema.',
  cause: `${pointer} ${trouble}`,
})

const isEmptyWrong = (observed: Observed, { key, response }: Declared): boolean => {
  const { status } = observed.exchange.response
  const isFree =
    status === 204 || status === 205 || status === 304 || observed.exchange.request.method === 'HEAD'
  const isAllJson = Object.entries(response.content).every(
    ([type, { schema }]) => isJsonType(type) && schema !== undefined,
  )
  if (isFree || !isAllJson || Object.keys(response.content).length === 0) return false
  return status < 400 || (key === String(status) && isJsonType(contentTypeOf(observed)))
}

const faultsIn = async (observed: Observed): Promise<readonly Fault[] | undefined> => {
  const { status, body } = observed.exchange.response
  const declared = declaredOf(observed)
  if (isUnanswered(observed) || !declared || status >= 500 || mayBeBeforeOperation(observed)) return undefined
  if (observed.exchange.request.method === 'HEAD') return undefined
  if (body === '') {
    const [media] = Object.values(declared.response.content)
    return media && isEmptyWrong(observed, declared) ? [notJson(observed, media, 'is empty')] : undefined
  }
  const media = declared.mediaType
  if (!media?.validator) return undefined
  const contentType = contentTypeOf(observed)
  if (mediaTypeOf(contentType) === 'text/plain') {
    return judgeText(observed, media, media.validator)
  }
  if (!isJsonType(contentType)) return undefined
  const read = readJson(body)
  if ('trouble' in read) return [notJson(observed, media, read.trouble)]
  return judged(observed, media, await observed.api.surface.validator(media.validator), [read.value])
}

/** Text can be no list and no object: where a range of media types is declared for these, text is something else. */
const judgeText = async (
  observed: Observed,
  media: MediaTypeObject,
  validator: string,
): Promise<readonly Fault[] | undefined> => {
  const { schema } = media
  const isScalar =
    typeof schema === 'object' && ['string', 'number', 'integer', 'boolean'].includes(String(schema.type))
  if (!isScalar) return undefined
  const judge = await observed.api.surface.validator(validator)
  return judged(observed, media, judge, readingsOf(observed.exchange.response.body))
}

const known = new WeakMap<Observed, Promise<readonly Fault[] | undefined>>()

const faultsOf = (observed: Observed): Promise<readonly Fault[] | undefined> => {
  const faults = known.get(observed) ?? faultsIn(observed)
  known.set(observed, faults)
  return faults
}

const by =
  (rule: ExploreRuleId): Check =>
  async (observed) => {
    const faults = await faultsOf(observed)
    return (
      faults &&
      shownBy(
        observed,
        faults.filter((fault) => fault.rule === rule),
      )
    )
  }

/** `answers/body`: what the document declares for status and media type, by its validator. */
export const body = by('answers/body')

/** `answers/format`: by JSON Schema a format is a remark, and what satisfies one is read in several ways. */
export const format = by('answers/format')
