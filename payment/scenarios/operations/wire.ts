import { isJsonType } from '../../../document/index.js'
import { readingsOf } from '../../../conformance/cases/readings.js'
import type { Operation, Parameter } from '../../../runtime/surface.js'
import type { ValidationError, Validator } from '../../../runtime/validator.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { subschemasOf } from './schema-at.js'

/** Keywords that only gather what their branches say. */
const wrappers = new Set(['oneOf', 'anyOf', 'allOf', 'if', 'branches', '$ref', 'unit'])

/** The validation that any service can do that reads its own document: no notion of formats, of extra members, or of lists. */
const strong = new Set([
  'type',
  'required',
  'enum',
  'const',
  'tag',
  'discriminator',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'pattern',
])

const strongFormats = new Set(['uuid', 'date', 'date-time'])

const isStrong = ({ keyword, params }: ValidationError): boolean =>
  keyword === 'format' ? strongFormats.has(String(params['format'])) : strong.has(keyword)

/** True when a document forbids a value for reasons that leave no room for opinion. */
export function isForbidden(validator: Validator, value: unknown): boolean {
  if (validator(value)) return false
  const errors = (validator.errors ?? []).filter(({ keyword }) => !wrappers.has(keyword))
  return errors.length > 0 && errors.every(isStrong)
}

/** True when a document forbids a text in a URL however it is read. */
export function isForbiddenText(validator: Validator, text: string): boolean {
  return readingsOf(text).every((reading) => !validator(reading)) && isForbidden(validator, text)
}

/** The validator of a parameter, when the document has a schema for it. */
export function parameterValidator(
  { under }: ScenarioContext,
  { validator }: Parameter,
): Promise<Validator | undefined> {
  return validator === undefined ? Promise.resolve(undefined) : under.surface.validator(validator)
}

/** The validator of the JSON that an operation takes. */
export function bodyValidator(
  { under }: ScenarioContext,
  { requestBody }: Operation,
): Promise<Validator | undefined> {
  const content = Object.entries(requestBody?.content ?? {})
  const name = content.find(([type]) => isJsonType(type))?.[1].validator
  return name === undefined ? Promise.resolve(undefined) : under.surface.validator(name)
}

/** True for a parameter whose values are single words: lists and objects have many spellings. */
export function isScalar({ under }: ScenarioContext, { schema, content }: Parameter): boolean {
  if (content !== undefined) return false
  return !subschemasOf(schema, under.surface.schemas).some(
    ({ type, items, properties }) =>
      items !== undefined ||
      properties !== undefined ||
      [type].flat().some((one) => one === 'array' || one === 'object'),
  )
}
