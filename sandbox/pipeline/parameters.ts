import type { Parameter } from '../../runtime/surface.js'
import type { Validator } from '../../runtime/validator.js'
import { coerce, itemsOf, type Schemas, typeOf } from './coerce.js'
import type { QueryPairs } from './query.js'
import { badRequest } from '../primitives/refusal.js'
import { describeViolation } from './violations.js'

/** A parameter of one operation, prepared for reading: with its types and validator. */
export interface ReadyParameter {
  readonly parameter: Parameter
  readonly type: string | undefined
  readonly itemType: string | undefined
  readonly validate: Validator | undefined
}

/** The raw values of a call. Header names are in lower case, as in Node. */
export interface RawParameters {
  readonly path: Readonly<Record<string, string>>
  readonly query: QueryPairs
  readonly header: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** The decoded values of one call, by location and name. */
export interface Values {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly header: Readonly<Record<string, unknown>>
}

const separators: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' }

/** Prepares a parameter for reading; `validate` is the validator of its schema. */
export function readyParameter(
  parameter: Parameter,
  schemas: Schemas,
  validate: Validator | undefined,
): ReadyParameter {
  const type = typeOf(parameter.schema, schemas)
  const items = type === 'array' ? itemsOf(parameter.schema, schemas) : undefined
  return { parameter, type, itemType: typeOf(items, schemas), validate }
}

const rawValues = ({ parameter }: ReadyParameter, raw: RawParameters): readonly string[] => {
  if (parameter.in === 'query') return raw.query.get(parameter.name) ?? []
  const single = parameter.in === 'path' ? raw.path[parameter.name] : raw.header[parameter.name.toLowerCase()]
  if (single === undefined) return []
  return typeof single === 'string' ? [single] : [single.join(', ')]
}

const nameOf = ({ name, in: place }: Parameter): string => `${place} parameter '${name}'`

const listOf = (ready: ReadyParameter, values: readonly string[]): readonly string[] => {
  const { style, explode } = ready.parameter
  if (explode && ready.parameter.in === 'query') return values
  const [text = ''] = values
  return text === '' ? [] : text.split(separators[style] ?? ',')
}

/** One value, decoded by `style` and `explode` and converted by its schema; `undefined` if it is absent. */
const decode = (ready: ReadyParameter, values: readonly string[]): unknown => {
  const { parameter, type, itemType } = ready
  if (values.length === 0) return undefined
  const repeats = type === 'array' && parameter.explode
  if (values.length > 1 && !repeats) throw badRequest(`${nameOf(parameter)} must not be given more than once`)
  if (type === 'array') return listOf(ready, values).map((text) => coerce(text, itemType))
  return coerce(values[0] ?? '', type)
}

const readOne = (ready: ReadyParameter, raw: RawParameters): unknown => {
  const { parameter, validate } = ready
  const value = decode(ready, rawValues(ready, raw))
  if (value === undefined) {
    if (parameter.required) throw badRequest(`${nameOf(parameter)} is required`)
    return undefined
  }
  if (validate !== undefined && !validate(value))
    throw badRequest(`${nameOf(parameter)} ${describeViolation(validate.errors)}`)
  return value
}

/** Decodes and validates the parameters of a call. Undocumented parameters are ignored. Throws `Refusal` 400. */
export function readParameters(parameters: readonly ReadyParameter[], raw: RawParameters): Values {
  const values: Record<'path' | 'query' | 'header', Record<string, unknown>> = {
    path: {},
    query: {},
    header: {},
  }
  for (const ready of parameters) {
    const { in: place, name } = ready.parameter
    if (place === 'cookie') continue
    const value = readOne(ready, raw)
    if (value !== undefined) values[place][name] = value
  }
  return values
}
