import type {
  JsonSchema,
  JsonSchemaObject,
  Parameter,
  Operation,
  RequestBody,
  Surface,
} from '../../runtime/surface.js'
import type { ValidationError, Validator } from '../../runtime/fail.js'
import { withoutUnions } from '../../runtime/problems.js'
import type { QueryPairs } from './request.js'
import { defined } from '../primitives/defined.js'
import { badRequest } from '../primitives/refusal.js'

/** Component schemas of one document, by name. */
type Schemas = Readonly<Record<string, JsonSchema>>

const component = '#/components/schemas/'

const objectOf = (schema: JsonSchema | undefined, schemas: Schemas): JsonSchemaObject => {
  if (typeof schema !== 'object') return {}
  if (!schema.$ref?.startsWith(component)) return schema
  return objectOf(schemas[schema.$ref.slice(component.length)], schemas)
}

/** The JSON type that a parameter's schema requires: its own, or the first in its union. */
const typeOf = (schema: JsonSchema | undefined, schemas: Schemas): string | undefined => {
  const { type = [], allOf = [], anyOf = [], oneOf = [] } = objectOf(schema, schemas)
  const own = [type].flat().find((name) => name !== 'null')
  return own ?? [...allOf, ...anyOf, ...oneOf].flatMap((one) => typeOf(one, schemas) ?? [])[0]
}

const integer = /^-?(?:0|[1-9][0-9]*)$/
const number = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/

const toNumber = (text: string, form: RegExp): number | string => {
  const value = Number(text)
  return form.test(text) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : text
}

/** Converts a serialized value to the type of its schema; one that cannot be stays a string, which is refused. */
const coerce = (text: string, type: string | undefined): unknown => {
  if (type === 'integer') return toNumber(text, integer)
  if (type === 'number') return toNumber(text, number)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

const detail = ({ keyword, params, message }: ValidationError): string => {
  const allowed = params['allowedValues']
  if (keyword === 'enum' && Array.isArray(allowed) && allowed.length <= 20)
    return `must be one of ${allowed.join(', ')}`
  return message ?? `breaks '${keyword}'`
}

/** The first violation in words, of a union in its nearest branch: its location and the constraint, never the value itself. */
const describeViolation = (errors: readonly ValidationError[] | null | undefined): string => {
  const [first] = withoutUnions(errors ?? [])
  if (first === undefined) return 'is not valid'
  return first.instancePath === '' ? detail(first) : `at ${first.instancePath} ${detail(first)}`
}

/** A parameter of one operation, prepared for reading: with its types and validator. */
interface ReadyParameter {
  readonly parameter: Parameter
  readonly type: string | undefined
  readonly itemType: string | undefined
  readonly validate: Validator | undefined
}

/** The raw values of a call. Header names are in lower case, as in Node. */
interface RawParameters {
  readonly path: Readonly<Record<string, string>>
  readonly query: QueryPairs
  readonly header: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** The decoded values of one call, by location and name. */
export type Values = Readonly<Record<'path' | 'query' | 'header', Readonly<Record<string, unknown>>>>

/** Prepares a parameter for reading; `validate` is the validator of its schema. */
export function readyParameter(
  parameter: Parameter,
  schemas: Schemas,
  validate: Validator | undefined,
): ReadyParameter {
  const type = typeOf(parameter.schema, schemas)
  const items = type === 'array' ? objectOf(parameter.schema, schemas).items : undefined
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
  if (ready.parameter.explode && ready.parameter.in === 'query') return values
  const [text = ''] = values
  return text === '' ? [] : text.split(',')
}

/** One value, decoded by `explode` and converted by its schema; `undefined` if it is absent. */
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
  const values: Record<keyof Values, Record<string, unknown>> = { path: {}, query: {}, header: {} }
  for (const ready of parameters) {
    const { in: place, name } = ready.parameter
    if (place === 'cookie') continue
    const value = readOne(ready, raw)
    if (value !== undefined) values[place][name] = value
  }
  return values
}

/** The generated code of a document, or a function that loads it on the first request of its version. */
export type SurfaceSource = Surface | (() => Promise<Surface>)

/** One operation of one version with its validators loaded. */
export interface ReadyOperation {
  readonly operation: Operation
  readonly parameters: readonly ReadyParameter[]
  readonly body?: { readonly required: boolean; readonly validate: Validator | undefined }
  /** Whether requests may have an idempotency key (Idempotency). */
  readonly idempotent: boolean
}

/** Headers that the pipeline reads itself: validated as parameters, valid requests would be refused. */
const readElsewhere = new Set(['x-api-version', 'idempotency-key'])

const jsonType = /^application\/json\b/

const validatorOf = async (surface: Surface, name: string | undefined): Promise<Validator | undefined> =>
  name === undefined ? undefined : surface.validator(name)

const readyBody = async (surface: Surface, { content, required }: RequestBody) => {
  const entry = Object.entries(content).find(([mediaType]) => jsonType.test(mediaType))
  return { required, validate: await validatorOf(surface, entry?.[1].validator) }
}

const prepare = async (surface: Surface, operation: Operation): Promise<ReadyOperation> => {
  const read = operation.parameters.filter(({ name }) => !readElsewhere.has(name.toLowerCase()))
  const parameters = await Promise.all(
    read.map(async (parameter) =>
      readyParameter(parameter, surface.schemas, await validatorOf(surface, parameter.validator)),
    ),
  )
  const takesKey = operation.parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key')
  const idempotent = takesKey || operation.method === 'post'
  const body = operation.requestBody && (await readyBody(surface, operation.requestBody))
  return { operation, parameters, idempotent, ...defined({ body }) }
}

/** The operation of a version's document, `undefined` if there is none, loaded on first use. */
export type Operations = (
  version: string,
  operationId: string,
) => ReadyOperation | Promise<ReadyOperation | undefined>

/** The operations of every version, prepared on first use. */
export function createOperations(surfaces: ReadonlyMap<string, SurfaceSource>): Operations {
  const ready = new Map([...surfaces.keys()].map((version) => [version, new Map<string, ReadyOperation>()]))
  const load = async (version: string, operationId: string): Promise<ReadyOperation | undefined> => {
    const source = surfaces.get(version)
    const surface = typeof source === 'function' ? await source() : source
    const operation = surface?.operations[operationId]
    if (surface === undefined || operation === undefined) return undefined
    const prepared = await prepare(surface, operation)
    ready.get(version)?.set(operationId, prepared)
    return prepared
  }
  return (version, operationId) => ready.get(version)?.get(operationId) ?? load(version, operationId)
}

/** The violation of the document by a request body; `undefined` if it is valid. */
export function violationOf({ body }: ReadyOperation, value: unknown): string | undefined {
  if (body === undefined) return undefined
  if (value === undefined) return body.required ? 'the request body is required' : undefined
  return body.validate === undefined || body.validate(value)
    ? undefined
    : `request body ${describeViolation(body.validate.errors)}`
}
