import { isObject, keysOf, resolvePointer } from '../../document/index.js'
import { withoutUnions } from '../../runtime/problem-unions.js'
import type { MediaTypeObject } from '../../runtime/surface.js'
import type { ValidationError, Validator } from '../../runtime/validators.js'
import { declaredOf, operationName } from './answer.js'
import type { Fault } from './checked.js'
import { errorWords } from './error-words.js'
import { inexactIn } from './json-text.js'
import { schemaLocation, schemasAt } from './schema-location.js'
import type { Observed } from '../model/observed.js'
import type { ExploreRuleId } from '../model/document-rules.js'

const mostFaults = 20
const mostErrors = 200

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

/** The schema of the object that has a value as its member. */
const holderOf = (pointer: string): string => pointer.replace(/\/(properties|patternProperties)\/[^/]*$/, '')

/** Objects that are written out in several operations, all alike, are one: wherever in an answer they are. */
const causeOf = (document: unknown, pointer: string): string => {
  if (!pointer.startsWith('#/paths/')) return pointer
  for (let holder = pointer; holder.includes('/schema'); holder = holder.slice(0, holder.lastIndexOf('/'))) {
    const node = resolvePointer(document, holder)
    if (isObject(node) && isObject(node['properties']))
      return `${JSON.stringify(node)}${pointer.slice(holder.length)}`
  }
  return pointer
}

/** Where the default describes what is right, refusals of all such operations are wrong in the same way. */
const isByDefault = (observed: Observed, pointer: string): boolean =>
  observed.exchange.response.status >= 400 &&
  pointer.startsWith('#/paths/') &&
  declaredOf(observed)?.key === 'default'

const faultOf = (observed: Observed, start: string, error: ValidationError, value: unknown): Fault => {
  const location = schemaLocation(observed.api.document, start, error)
  const pointer = ofMembers.has(error.keyword) ? location.pointer : location.position
  const { sentence, expected, subject, missing } = errorWords(error, value)
  const answer = `${operationName(observed)} ${observed.exchange.response.status}`
  const cause = isByDefault(observed, pointer)
    ? `refusals by default: ${sentence}`
    : causeOf(observed.api.document, pointer)
  return {
    rule: ruleOf(error),
    message: `${answer}: ${sentence}`,
    pointer,
    expected,
    cause: `${cause} ${error.keyword} ${memberOf(error)}`.trim(),
    part: {
      holder: ofMembers.has(error.keyword) ? cause : holderOf(cause),
      answer,
      ...(missing !== undefined && { subject }),
      says: missing ?? sentence,
    },
  }
}

/** Errors that come of reading a number that JavaScript cannot hold are errors of ours. */
const isOfReading = (error: ValidationError, inexact: ReadonlySet<string>): boolean =>
  inexact.has(error.instancePath) &&
  (ofSize.has(error.keyword) || error.keyword === 'format' || error.keyword === 'type')

/** A value with more than one of the forms that are declared for it has a declared form. */
const isOfManyForms = ({ keyword, params }: ValidationError): boolean =>
  keyword === 'oneOf' && Array.isArray(params['passingSchemas'])

/** Whether a schema beside the one that is closed has the member: no value satisfies both, so neither is meant. */
const isDeclaredBeside = (observed: Observed, start: string, error: ValidationError): boolean => {
  const name = error.params['additionalProperty']
  if (error.keyword !== 'additionalProperties' || typeof name !== 'string') return false
  return schemasAt(observed.api.document, start, keysOf(error.instancePath)).some(
    ({ node }) => isObject(node['properties']) && Object.hasOwn(node['properties'], name),
  )
}

/** One error of each kind: a list of a thousand wrong items breaks one promise. */
const distinct = (errors: readonly ValidationError[]): readonly ValidationError[] => {
  const keyOf = (error: ValidationError): string =>
    `${error.instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${error.schemaPath} ${memberOf(error)}`
  return [...new Map(errors.toReversed().map((error) => [keyOf(error), error])).values()].toReversed()
}

/** Which of several readings a validator accepts; else the errors of the first. */
const errorsOf = (judge: Validator, values: readonly unknown[]): readonly ValidationError[] => {
  if (values.some((value) => judge(value))) return []
  judge(values[0])
  return withoutUnions(judge.errors ?? [])
}

/**
 * What a body breaks of its schema, each promise once.
 * @param values what the text of the body may stand for: one that satisfies the schema is enough
 */
export function bodyFaults(
  observed: Observed,
  declared: MediaTypeObject,
  judge: Validator,
  values: readonly unknown[],
): readonly Fault[] {
  const { body } = observed.exchange.response
  const errors = errorsOf(judge, values)
  const inexact = errors.length > 0 && values.length === 1 ? inexactIn(body) : new Set<string>()
  const start = `${declared.pointer}/schema`
  const faults = distinct(errors)
    .slice(0, mostErrors)
    .filter((error) => !isOfReading(error, inexact) && !isOfManyForms(error))
    .filter((error) => !isDeclaredBeside(observed, start, error))
    .map((error) => faultOf(observed, start, error, values[0]))
  return [...new Map(faults.map((fault) => [`${fault.rule} ${fault.cause}`, fault])).values()].slice(
    0,
    mostFaults,
  )
}
