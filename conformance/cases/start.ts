import {
  acceptsNone,
  endOfReferences,
  entriesOf,
  followed,
  member,
  once,
  resolvePointer,
  parametersIn,
} from '../../document/index.js'
import { Bounds, coveringValues, type ValuePath, type ValueSource } from '../../document/values/index.js'
import type { Validator } from '../../runtime/fail.js'
import type {
  JsonSchema,
  JsonSchemaObject,
  MediaTypeObject,
  Operation,
  Parameter,
} from '../../runtime/surface.js'
import type { Api, Call, ParameterLocation, ParameterValues } from '../model/case.js'
import { distinctIn } from '../requests/distinct.js'
import { bodyKind, type BodyKind, isJsonPatch } from '../requests/media-types.js'
import { undeclaredParameter } from '../requests/parameters.js'
import { canSend, ignoredHeaders } from '../requests/writable.js'
import { relativePath } from '../requests/write-request.js'
import { fitted, isAccountName, isMadeUp, isPassword, nameKey, propertiesOf } from '../resources/names.js'
import { lastParameter } from '../resources/paths.js'
import {
  type BodyInput,
  type Input,
  isRight,
  isValid,
  isWritable,
  type ParameterInput,
  withValue,
} from './inputs.js'
import { standardBodies } from './standard-bodies.js'

export interface OperationFacts {
  readonly operation: Operation
  readonly parameters: readonly ParameterInput[]
  /** Media types of the body, JSON first; empty where no body is sent. */
  readonly bodies: readonly BodyInput[]
  readonly isBodyRequired: boolean
  /** The reason why no valid request can be made; undefined where one may be. */
  readonly obstacle?: string
}

const isIgnored = ({ name, in: location, required }: Parameter): boolean => {
  const lower = name.toLowerCase()
  // A service that requires Authorization would refuse every request without it.
  return location === 'header' && ignoredHeaders.has(lower) && !(lower === 'authorization' && required)
}

const isCredential = ({ name, in: location }: Parameter, { surface }: Api): boolean =>
  (location === 'header' && name.toLowerCase() === 'authorization') ||
  Object.values(surface.securitySchemes).some(
    (scheme) =>
      scheme.type === 'apiKey' && scheme.in === location && scheme.name?.toLowerCase() === name.toLowerCase(),
  )

/** The parameters to send; those of the path as its template has them, declared or not. */
const sentParameters = (api: Api, operation: Operation): Parameter[] => {
  const ordered = parametersIn(relativePath(api, operation))
  const names = new Set(ordered)
  const declared = operation.parameters.filter(
    (one) => (one.in === 'path' ? names.has(one.name) : !isIgnored(one)) && (canSend(one) || one.required),
  )
  const known = new Set(declared.filter((one) => one.in === 'path').map(({ name }) => name))
  const missing = [...names].filter((name) => !known.has(name))
  const all = [
    ...missing.map((name) => Object.assign(undeclaredParameter(name, 'path'), { required: true })),
    ...declared,
  ]
  // Path parameters first, from left to right, because the values of the right ones depend on the left ones.
  const rank = ({ name, in: location }: Parameter): number =>
    location === 'path' ? ordered.indexOf(name) : ordered.length
  return all.toSorted((a, b) => rank(a) - rank(b))
}

const loaded = async (api: Api, name: string | undefined): Promise<{ readonly validator?: Validator }> =>
  name === undefined ? {} : { validator: await api.surface.validator(name) }

const parameterInput = async (api: Api, parameter: Parameter): Promise<ParameterInput> => {
  const [content] = Object.values(parameter.content ?? {})
  const { schema = true, validator, pointer } = content ?? parameter
  const single = 'example' in parameter ? [parameter.example] : []
  const named = entriesOf(member(resolvePointer(api.document, parameter.pointer), 'examples'))
    .map(([, example]) => member(followed(api.document, example), 'value'))
    .filter((value) => value !== undefined)
  return {
    parameter,
    schema,
    pointer: `${pointer}/schema`,
    ...(await loaded(api, validator)),
    examples: [...single, ...named, ...Object.values(content?.examples ?? {})],
    isOpaque: isCredential(parameter, api) || (schema === true && content === undefined),
  }
}

const bodyInput = async (
  api: Api,
  operation: Operation,
  [mediaType, content]: [string, MediaTypeObject],
): Promise<BodyInput> => {
  const { schema = true, pointer, validator, examples } = content
  const end = endOfReferences(schema, api.surface.schemas)
  const named = typeof end === 'object' ? end : {}
  // The examples of the media type override those of the schema.
  const own = [named.example, ...(named.examples ?? [])].filter((value) => value !== undefined)
  const given = examples ? Object.values(examples) : own
  // A file whose content is shown as an object is that object: the schema says only that it is a file.
  const isShown = named.format === 'binary' && given.some((one) => typeof one === 'object')
  return {
    mediaType,
    kind: bodyKind(mediaType),
    isRaw: /\*|yaml/i.test(mediaType) || named.format === 'binary',
    schema: isShown ? true : schema,
    pointer: `${pointer}/schema`,
    ...(await loaded(api, isShown ? undefined : validator)),
    examples: given.length > 0 ? given : standardBodies(api, operation, [mediaType, content]),
  }
}

/** HTTP gives the body no meaning for these methods, so one is sent only where the document requires it. */
const bodiless: ReadonlySet<string> = new Set(['get', 'head', 'trace'])

const order: readonly BodyKind[] = ['json', 'form', 'multipart', 'lines', 'text', 'xml']

/** The preference for a body; JSON comes before YAML, which services read less strictly, and before steps of a change. */
const rankOf = ({ kind, mediaType }: BodyInput): number =>
  order.indexOf(kind) + (/yaml\b/.test(mediaType) || isJsonPatch(mediaType) ? 0.5 : 0)

const obstacleIn = (parameters: readonly Parameter[], bodies: readonly BodyInput[]): string | undefined => {
  const unsendable = parameters.find((one) => !canSend(one))
  if (unsendable)
    return `the ${unsendable.in} parameter "${unsendable.name}" is required, and has a name that cannot be sent`
  const only = bodies.length > 0 && bodies.every(({ schema }) => acceptsNone(schema))
  return only ? 'no value satisfies the schema of the body' : undefined
}

const read = async (api: Api, operation: Operation): Promise<OperationFacts> => {
  const parameters = sentParameters(api, operation)
  const { requestBody } = operation
  const isBodyRequired = requestBody?.required === true
  const content = bodiless.has(operation.method) && !isBodyRequired ? {} : (requestBody?.content ?? {})
  const bodies = await Promise.all(Object.entries(content).map((one) => bodyInput(api, operation, one)))
  const obstacle = obstacleIn(parameters, bodies)
  return {
    operation,
    parameters: await Promise.all(parameters.map((one) => parameterInput(api, one))),
    bodies: bodies.toSorted((a, b) => rankOf(a) - rankOf(b)),
    isBodyRequired: isBodyRequired && bodies.length > 0,
    ...(obstacle !== undefined && { obstacle }),
  }
}

const factsIn = once((api: Api) => once((operation: Operation) => read(api, operation)))

/** The facts of an operation, with its validators loaded. Cached for each API and operation. */
export function factsOf(api: Api, operation: Operation): Promise<OperationFacts> {
  return factsIn(api)(operation)
}

const longestTurnMs = 20
let began = 0

/** Yields to the event loop during long synchronous work, so that timers, signals and responses are served. */
export async function giveWay(): Promise<void> {
  if (performance.now() - began < longestTurnMs) return
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  began = performance.now()
}

/** An id in the query or body of an operation, of a kind that the member beside it names: `{ parentType, parentId }`. */
export interface TypedIds {
  readonly in: 'query' | 'body'
  readonly id: string
  readonly type: string
  /** The known ids by the values of the type, best first. */
  readonly ids: ReadonlyMap<string, readonly unknown[]>
}

export interface ValuePool {
  typedIds(operation: Operation): readonly TypedIds[]
  /** Values of a parameter that the service is likely to know, best first. */
  valuesFor(
    operation: Operation,
    parameter: { readonly name: string; readonly in: ParameterLocation; readonly schema?: JsonSchema },
    /** Values of the path that are fixed; values of other parameters belong to things below them. */
    given?: ParameterValues,
  ): readonly unknown[]
  /**
   * Values of a body member that the service is likely to know, best first.
   * @param operation the one that it is sent to
   * @param onlyGiven without those that its responses showed
   */
  memberValues(
    name: string,
    schema: JsonSchemaObject,
    path: ValuePath,
    operation: Operation,
    onlyGiven?: boolean,
  ): readonly unknown[]
}

/** The body of a call, where it has the media type of the input. */
export function bodyIn(call: Call | undefined, input: Input): readonly unknown[] {
  const body = 'parameter' in input ? undefined : call?.body
  return body && 'mediaType' in input && body.mediaType === input.mediaType ? [body.value] : []
}

/** Whether a body has a value at a path; an item of a list does if any item has. */
const hasAt = (body: unknown, path: ValuePath): boolean => {
  const found = path.reduce<readonly unknown[]>(
    (values, name) =>
      values
        .flatMap((one) => (Array.isArray(one) ? (one as unknown[]) : [member(one, name)]))
        .filter((one) => one !== undefined),
    [body],
  )
  return found.length > 0
}

/** After this many values in a row that cannot be sent, those that follow are not made: they are variations of them. */
const mostUnsendable = 100

/** @yields those that pass, until too many in a row did not */
const whilePassing = function* (
  values: Iterable<unknown>,
  passes: (value: unknown) => boolean,
): Iterable<unknown> {
  let failed = 0
  for (const value of values) {
    failed = passes(value) ? 0 : failed + 1
    if (failed === 0) yield value
    else if (failed >= mostUnsendable) return
  }
}

export class Start {
  readonly api: Api
  readonly facts: OperationFacts
  readonly pool: ValuePool
  readonly #boundsOf = once((_input: Input) => new Bounds())
  /** The first few values of an input, and the source of more. */
  readonly #keptOf = once((input: Input) => ({
    values: new Array<unknown>(),
    source: this.valid(input)[Symbol.iterator](),
  }))
  readonly base: Call | undefined
  #call: Call

  /** @param base a call that succeeded; bodies are modelled on it */
  constructor(api: Api, facts: OperationFacts, pool: ValuePool, base: Call | undefined) {
    this.api = api
    this.facts = facts
    this.pool = pool
    this.base = base
    const call = base ?? { operation: facts.operation, path: {}, query: {}, header: {}, cookie: {} }
    // The base call changed the version that its ETag names.
    const kept = Object.entries(call.header).filter(([name]) => name.toLowerCase() !== 'if-match')
    this.#call = { ...call, header: Object.fromEntries(kept) }
  }

  /** The required values, likely to be accepted by the service, and all values of the base call. */
  get call(): Call {
    return this.#call
  }

  /** @param accepted bodies that the service accepted: values are made with the same members */
  source(input: Input, accepted: readonly unknown[] = []): ValueSource {
    const { api, pool } = this
    const { pointer, validator } = input
    return {
      schemas: api.surface.schemas,
      pointer,
      direction: 'request',
      examples: [...accepted, ...input.examples],
      ...(accepted.length > 0 && { includes: (path) => accepted.some((one) => hasAt(one, path)) }),
      bounds: this.#boundsOf(input),
      known: (name, schema, path) =>
        this.#ownId(schema, path) ??
        pool.memberValues(name, schema, path, this.facts.operation, this.#isOfLogin(input, name)),
      ...('parameter' in input ? { name: input.parameter.name } : { distinct: distinctIn(api) }),
      ...(validator && { accepts: (value: unknown) => validator(value) }),
    }
  }

  /** Whether a member names an account beside a password: a wrong one counts against the account of somebody. */
  #isOfLogin({ schema }: Input, name: string): boolean {
    return isAccountName(name) && Object.keys(propertiesOf(schema, this.api.surface.schemas)).some(isPassword)
  }

  /**
   * The id of what a body is about: that of the path, or none, because a service may overwrite the thing that has it.
   * Undefined for other members, and where the body says which thing is meant.
   */
  #ownId(schema: JsonSchemaObject, at: ValuePath): readonly unknown[] | undefined {
    const { operation, path } = this.#call
    const [name = '', ...above] = at.filter((key) => key !== '0')
    if (above.length > 0 || !/^_?(id|uuid|guid)$/i.test(name)) return undefined
    if (operation.method === 'post') return []
    const last = lastParameter(operation.path)
    if (last === undefined) return undefined
    const own = isMadeUp(nameKey(last)) ? fitted(path[last], schema, this.api.surface.schemas) : undefined
    return own === undefined ? [] : [own]
  }

  /**
   * Valid values of an input, those that reveal most first. If the validator accepts none, they are taken without its
   * verdict: branches that only a discriminator distinguishes match the same values.
   * @yields each value lazily
   */
  *valid(input: Input): Iterable<unknown> {
    const source = this.source(input, bodyIn(this.base, input))
    let isFound = false
    for (const value of whilePassing(coveringValues(input.schema, source), (one) => isValid(input, one))) {
      isFound = true
      yield value
    }
    if (isFound) return
    const { accepts: _accepts, ...others } = source
    const unjudged = coveringValues(input.schema, { ...others, mostBranches: Infinity })
    yield* whilePassing(unjudged, (one) => isWritable(input, one))
  }

  /** The valid value of an input at an index; the first few are made once. */
  at(input: Input, index: number): unknown {
    const { values, source } = this.#keptOf(input)
    while (values.length <= index) {
      const next = source.next()
      if (next.done === true) return undefined
      values.push(next.value)
    }
    return values[index]
  }

  /** @yields values of a parameter that the service is likely to know; those of the `path` are fixed */
  *known(input: ParameterInput, path: ParameterValues = {}): Iterable<unknown> {
    for (const value of this.pool.valuesFor(this.facts.operation, input.parameter, path))
      if (isRight(input, value)) yield value
  }

  /** The value of a parameter that the service is most likely to accept; undefined where no valid one can be sent. */
  likely(input: ParameterInput, path: ParameterValues = {}): unknown {
    for (const value of this.known(input, path)) return value
    return this.at(input, 0)
  }

  /** Adds the required values to the call, or returns the reason why one has no value. */
  complete(): string | undefined {
    const { parameters, bodies, isBodyRequired, operation } = this.facts
    for (const input of parameters) {
      const { name, in: location, required } = input.parameter
      if (!required) continue
      // The base call deleted this id, so another is needed.
      const isFresh = location === 'path' && operation.method === 'delete'
      if (!isFresh && Object.hasOwn(this.#call[location], name)) continue
      const value = this.likely(input, this.#call.path)
      if (value === undefined)
        return `no value of the ${location} parameter "${name}" is valid and can be sent${this.#why([input])}`
      this.#call = withValue(this.#call, input, value)
    }
    if (this.#call.body !== undefined || !isBodyRequired) return undefined
    for (const input of bodies) {
      const value = this.at(input, 0)
      if (value === undefined) continue
      this.#call = withValue(this.#call, input, value)
      return undefined
    }
    return `no valid value of the body was found${this.#why(bodies)}`
  }

  /** The keywords whose limits exceed what is generated, as a clause. */
  #why(inputs: readonly Input[]): string {
    const keywords = new Set(inputs.flatMap((input) => [...this.#boundsOf(input).exceeded]))
    return keywords.size === 0 ? '' : `: more than is made is asked for by ${[...keywords].join(', ')}`
  }
}

/** Prepares the cases of an operation, or returns why there are none. @param base a call that succeeded */
export async function startOf(
  api: Api,
  operation: Operation,
  pool: ValuePool,
  base?: Call,
): Promise<Start | { readonly obstacle: string }> {
  const facts = await factsOf(api, operation)
  if (facts.obstacle !== undefined) return { obstacle: facts.obstacle }
  const start = new Start(api, facts, pool, base)
  const obstacle = start.complete()
  return obstacle === undefined ? start : { obstacle }
}
