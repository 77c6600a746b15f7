import { endOfReferences, isObject, keysOf, type Schemas } from '../../document/index.js'
import type { DeviatingValue } from '../../document/values/index.js'
import type { JsonSchema, Parameter } from '../../runtime/surface.js'
import type { Validator } from '../../runtime/fail.js'
import type { Call, CallBody, ParameterLocation } from '../model/case.js'
import type { BodyKind } from '../requests/media-types.js'
import { canWrite } from '../requests/writable.js'
import { canWriteBody } from '../requests/body.js'
import { isJsonParameter } from '../requests/parameters.js'
import { scalar } from '../../runtime/client/serialize.js'
import { readingsOf, scalarsIn } from '../exchange/reading.js'
import { propertiesOf, typesOf } from '../resources/names.js'

const mostMembers = 4

/** Every combination of the readings of several texts; undefined where there are too many. */
const combined = (texts: readonly string[]): unknown[][] | undefined =>
  texts.length > mostMembers
    ? undefined
    : texts.reduce<unknown[][]>(
        (rows, text) => rows.flatMap((row) => scalarsIn(text).map((one) => row.concat([one]))),
        [[]],
      )

const readingsOfList = (items: readonly unknown[]): unknown[] | undefined => {
  const rows = combined(items.map(scalar))
  const [only] = items
  // A list with a single item is written like a scalar.
  return items.length === 1 && rows ? [...rows, ...readingsOf(scalar(only))] : rows
}

const readingsOfMembers = (value: Readonly<Record<string, unknown>>): unknown[] | undefined => {
  const names = Object.keys(value)
  const rows = combined(Object.values(value).map(scalar))
  return rows?.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])))
}

/**
 * Every JSON value that a service may read from the text of a parameter: `1` in a query may be a number or a string.
 * Undefined where members are written as separate parameters, or there are too many combinations.
 */
const readingsOfParameter = (parameter: Parameter, value: unknown): unknown[] | undefined => {
  if (isJsonParameter(parameter)) return [value]
  if (parameter.content !== undefined) return undefined
  if (Array.isArray(value)) return readingsOfList(value)
  const isNamed = parameter.style === 'deepObject' || !parameter.explode
  if (isObject(value)) return isNamed ? readingsOfMembers(value) : undefined
  return readingsOf(scalar(value))
}

interface Judged {
  readonly schema: JsonSchema
  readonly pointer: string
  readonly validator?: Validator
  readonly examples: readonly unknown[]
}

export interface ParameterInput extends Judged {
  readonly parameter: Parameter
  /** Its values are credentials, or the document does not describe it, so nothing is promised about them. */
  readonly isOpaque: boolean
}

export interface BodyInput extends Judged {
  readonly mediaType: string
  readonly kind: BodyKind
  /** The service may read the body as a file: its media type is a range or YAML, or its schema is binary. */
  readonly isRaw: boolean
}

export type Input = ParameterInput | BodyInput

/** Whether a value can be written without loss. */
export function isWritable(input: Input, value: unknown): boolean {
  return 'parameter' in input ? canWrite(input.parameter, value) : canWriteBody(input.mediaType, value)
}

/** Whether a value satisfies the schema and can be written. */
export function isValid(input: Input, value: unknown): boolean {
  return isWritable(input, value) && input.validator?.(value) !== false
}

/** Whether a value, or one of the readings of its text, satisfies the schema, and it can be written. */
export function isRight(input: Input, value: unknown): boolean {
  if (!isWritable(input, value)) return false
  const { validator } = input
  if (validator === undefined || validator(value)) return true
  const readings = 'parameter' in input ? readingsOfParameter(input.parameter, value) : []
  return readings?.some((one) => validator(one)) === true
}

// A list with a single item is written like a scalar.
const membersRead = (value: Readonly<Record<string, unknown>>, name: string): unknown[] =>
  readingsOf(scalar(value[name])).map((one) => withMember(value, name, one))

/** Whether a form body is wrong in every reading of the deviating member; all values of a form are texts. */
const isWrongForm = (value: unknown, at: string, validator: Validator): boolean => {
  if (!isObject(value)) return false
  const [name = '', ...deeper] = keysOf(at)
  if (deeper.length > 0) return false
  if (!Object.hasOwn(value, name)) return true
  const member = value[name]
  if (typeof member === 'object' && member !== null) return false
  return membersRead(value, name).every((one) => !validator(one))
}

const isForm = (input: Input): boolean =>
  !('parameter' in input) && (input.kind === 'form' || input.kind === 'multipart')

/** Whether a body is right as a text, whatever it would be as JSON. */
export function takesText(input: BodyInput, text: string): boolean {
  return input.isRaw && isValid(input, text)
}

/** Whether a value can be written and breaks the schema in every reading. */
export function isWrong(input: Input, { value, at }: DeviatingValue): boolean {
  const { validator } = input
  if (validator === undefined || !isWritable(input, value) || validator(value)) return false
  if ('parameter' in input)
    return readingsOfParameter(input.parameter, value)?.every((one) => !validator(one)) === true
  if (isForm(input)) return isWrongForm(value, at, validator)
  if (takesText(input, JSON.stringify(value))) return false
  return input.kind === 'json' || (input.kind === 'text' && typeof value === 'string')
}

/** Texts that many frameworks read as a number, a boolean or an absent value by design. */
const lenient =
  /^(|0|1|y|n|t|f|on|off|yes|no|true|false|null|none|nan|[+-]?inf(inity)?|[+-]?\d[\d_]*(\.0*)?)$/i

/** Whether many frameworks accept a wrong value by design: outside JSON most values are texts. */
export function isCoercible(input: Input, { value, keyword, ...one }: DeviatingValue): boolean {
  const isCoercible = one.isCoercible === true
  if (!('parameter' in input) && !isForm(input)) return isCoercible
  if (isForm(input) && keyword === 'required') return false
  return (
    isCoercible || typeof value === 'boolean' || (typeof value === 'string' && lenient.test(value.trim()))
  )
}

/**
 * Whether a wrong value is written as another parameter, which services overlook: members of an object in the query
 * have parameters of their own, and its name alone is none of them.
 */
export function isOfNoMember(input: Input, { value, at }: DeviatingValue, schemas: Schemas): boolean {
  if (!('parameter' in input) || input.parameter.in !== 'query' || isJsonParameter(input.parameter))
    return false
  const { style, explode } = input.parameter
  const isSpread = style === 'deepObject' || (style === 'form' && explode)
  return isSpread && at === '' && !isObject(value) && typesOf(input.schema, schemas).join('') === 'object'
}

/**
 * Whether a wrong value is in the place of a list or an object inside a list or an object. OpenAPI does not say how these
 * are written, so its text may be right: `?key=a.b` for a list of `{ elements: [a, b] }`.
 */
export function isOfNoForm(input: Input, { at }: DeviatingValue, schemas: Schemas): boolean {
  if (!('parameter' in input) || isJsonParameter(input.parameter)) return false
  const end = endOfReferences(input.schema, schemas)
  const items = typeof end === 'object' ? end.items : undefined
  const inner = items ?? propertiesOf(end, schemas)[keysOf(at)[0] ?? '']
  const types = typesOf(inner, schemas)
  return types.length > 0 && types.every((one) => one === 'object' || one === 'array')
}

/** A call with a value for an input; undefined leaves a parameter out. */
export function withValue(call: Call, input: Input, value: unknown): Call {
  return 'parameter' in input
    ? withParameter(call, input.parameter, value)
    : withBody(call, { mediaType: input.mediaType, value })
}

/** Builds a new object instead of assigning, because a name may be that of an inherited member (`__proto__`). */
export function withMember(
  members: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const others = Object.entries(members).filter(([own]) => own !== name)
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]])
}

/** A call with another value of one parameter; undefined leaves it out. */
export function withParameter(
  call: Call,
  { name, in: location }: { readonly name: string; readonly in: ParameterLocation },
  value: unknown,
): Call {
  return { ...call, [location]: withMember(call[location], name, value) }
}

/** A call with another body; undefined leaves it out. */
export function withBody({ body: _body, ...others }: Call, body: CallBody | undefined): Call {
  return body === undefined ? others : { ...others, body }
}
