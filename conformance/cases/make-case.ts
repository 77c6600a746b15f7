import {
  endOfReferences,
  escapedPattern,
  groupedBy,
  once,
  isObject,
  type JsonObject,
} from '../../document/index.js'
import { deepEqual } from '../../runtime/json.js'
import type { JsonSchema, Method, Operation } from '../../runtime/surface.js'
import type { Api, Call, Case, Deviation, Expectation } from '../model/case.js'
import { relativePath, filledPath, rootOf } from '../requests/write-request.js'
import { isUuid } from '../../runtime/formats.js'
import { anotherText, distinctIn, isLearned } from '../requests/distinct.js'
import { canAddress } from '../requests/writable.js'
import { hasRounded } from '../requests/parameters.js'
import { isPlain } from '../resources/names.js'
import { withoutNames } from '../resources/paths.js'
import type { OperationFacts } from './start.js'
import { isValid, withBody, withMember } from './inputs.js'

interface Route {
  readonly operation: Operation
  /** Equal for templates that differ only in the names of their parameters. */
  readonly shape: string
  readonly pattern: RegExp
  readonly parameterCount: number
}

/** A path without its query and its trailing slash. */
const bare = (path: string): string => path.replace(/\?.*/s, '').replace(/\/$/, '')

const shapeOf = (api: Api, operation: Operation): string =>
  withoutNames(bare(`${rootOf(api, operation)}${relativePath(api, operation)}`))

const lengthOf = (path: string): number => path.split('/').length

const routesOf = once((api: Api): ReadonlyMap<number, readonly Route[]> => {
  const routes = Object.values(api.surface.operations).map((operation): Route => {
    const shape = shapeOf(api, operation)
    const literal = shape.split('{}')
    const pattern = new RegExp(`^${literal.map(escapedPattern).join('[^/]+')}$`)
    return { operation, shape, pattern, parameterCount: literal.length - 1 }
  })
  return groupedBy(routes, ({ shape }) => lengthOf(shape))
})

const routesAt = (api: Api, operation: Operation, path: string): readonly Route[] => {
  const target = bare(`${rootOf(api, operation)}${path}`)
  return (routesOf(api).get(lengthOf(target)) ?? []).filter(({ pattern }) => pattern.test(target))
}

/** Whether a filled path matches a more specific template: `/pets/search` for `/pets/{id}`. */
const isShadowed = (api: Api, operation: Operation, path: string): boolean => {
  const own = shapeOf(api, operation)
  const count = own.split('{}').length - 1
  if (count === 0) return false
  return routesAt(api, operation, path).some(
    ({ shape, parameterCount }) => shape !== own && parameterCount < count,
  )
}

/** The methods that the document declares for a path, including those of less specific templates. */
export function methodsAt(api: Api, operation: Operation, path: string): ReadonlySet<Method> {
  const shape = shapeOf(api, operation)
  const own = (routesOf(api).get(lengthOf(shape)) ?? []).filter((one) => one.shape === shape)
  return new Set([...own, ...routesAt(api, operation, path)].map((one) => one.operation.method))
}

const firstOfPaths = once((api: Api): ReadonlyMap<string, Operation> => {
  const all = Object.values(api.surface.operations).toReversed()
  return new Map(all.map((operation) => [operation.path, operation]))
})

/** Whether an operation is the first one of its path. Asked for each operation, of which there may be thousands. */
export function isFirstOfPath(api: Api, { path, method }: Operation): boolean {
  return firstOfPaths(api).get(path)?.method === method
}

export interface Planned {
  readonly call: Call
  /** The default is the promise of its plan. */
  readonly promise?: Expectation
  readonly deviation?: Deviation
  /** The case is about its body, so texts that may have to be unique are not changed. */
  readonly isAsMade?: boolean
}

/** Names of members that services often require to be unique. */
const unique =
  /name|mail|title|slug|code|key|login|user|sku|label|handle|reference|subject|number|serial|isbn|^id$|external/i

/** Names inside of a body that identify what is created: `profile.id`, `metadata.name`. */
const identifying = /^(id|name|e-?mail|login|user-?name|slug|code|key|title)$/i

/** An object of one member refers to something that exists: `{ owner: { id } }`. */
const isPart = (value: unknown): value is JsonObject => isObject(value) && Object.keys(value).length > 1

/**
 * An object with other texts, one by one.
 * @param isRight whether the whole body is right with a changed object
 * @param isUnique whether a member at the top may have to be unique
 */
const renewed = (
  object: JsonObject,
  isRight: (changed: JsonObject) => boolean,
  distinct: () => string,
  isUnique: (name: string) => boolean,
  depth = 0,
): JsonObject =>
  Object.entries(object).reduce((value, [name, member]) => {
    const put = (other: unknown): JsonObject => withMember(value, name, other)
    const isName = depth === 0 ? isUnique(name) : identifying.test(name)
    if (typeof member === 'string' && member !== '*' && isName) {
      const changed = put(anotherText(member, distinct()))
      return isRight(changed) ? changed : value
    }
    if (!isPart(member) || depth > 1) return value
    const inner = renewed(member, (changed) => isRight(put(changed)), distinct, isUnique, depth + 1)
    return inner === member ? value : put(inner)
  }, object)

/** A body without an id that the service makes up: some services overwrite the thing that has it. */
const withoutId = (body: JsonObject, isRight: (changed: JsonObject) => boolean): JsonObject => {
  const { id, ...others } = body
  const isMadeUp = typeof id === 'number' || (typeof id === 'string' && isUuid(id))
  return isMadeUp && isRight(others) ? others : body
}

/**
 * Replaces texts that may have to be unique, where the schema allows it: nothing can be created twice.
 * @param base the call that the body is from
 */
export function withFreshBody(
  api: Api,
  { operation, bodies }: OperationFacts,
  call: Call,
  base: Call = call,
): Call {
  const { body } = call
  const declared = bodies.find(({ mediaType }) => mediaType === body?.mediaType)
  const isAnother = operation.method === 'post' || !deepEqual(call.path, base.path)
  if (!isAnother || !body || !declared || !isObject(body.value)) return call
  const isRight = (changed: JsonObject): boolean => isValid(declared, changed)
  const isUnique = (name: string): boolean => unique.test(name) || isLearned(api, operation, name)
  const own = operation.method === 'post' ? withoutId(body.value, isRight) : body.value
  const value = renewed(own, isRight, distinctIn(api), isUnique)
  return value === body.value ? call : withBody(call, { ...body, value })
}

/** An id of the type of another one; undefined where it has none. */
const idLike = (other: unknown, id: unknown): string | number | undefined => {
  if (!isPlain(id) || typeof id === 'boolean') return undefined
  if (typeof other === 'string') return other === '' ? undefined : String(id)
  return Number.isSafeInteger(other) && Number(other) > 0 && Number.isSafeInteger(Number(id))
    ? Number(id)
    : undefined
}

/** Whether an object schema does not require an id; false where it has alternatives. */
const hasOptionalId = (schema: JsonSchema | undefined, api: Api): boolean => {
  const end = endOfReferences(schema, api.surface.schemas)
  if (typeof end !== 'object' || end.allOf || end.anyOf || end.oneOf) return false
  if (end['minProperties'] !== undefined || end['dependentRequired'] !== undefined) return false
  return end.required?.includes('id') !== true
}

/**
 * A call whose body has the id of its path, or no number where the path has no such id. JSON:API requires that of
 * updates, and some services change the thing whose id is in the body.
 */
const withOwnId = (call: Call, api: Api): Call => {
  const { body, path, operation } = call
  const name = /\{([^{}]+)\}\/?$/.exec(operation.path)?.[1]
  const value = path[name ?? '']
  // Some services overwrite what has the id of a creation.
  const isCreation = name === undefined && operation.method === 'post'
  if (!body || !isObject(body.value) || (value === undefined && !isCreation)) return call
  const data = isObject(body.value['data']) && 'type' in body.value['data'] ? body.value['data'] : undefined
  const { id, ...others } = data ?? body.value
  const own = idLike(id, value)
  if (own !== undefined) {
    const thing = withMember(data ?? body.value, 'id', own)
    return withBody(call, { ...body, value: data ? withMember(body.value, 'data', thing) : thing })
  }
  const mayBeOfOther = Number.isSafeInteger(id) && Number(id) > 0 && !Number.isSafeInteger(Number(value))
  const { schema } = operation.requestBody?.content[body.mediaType] ?? {}
  return data === undefined && mayBeOfOther && hasOptionalId(schema, api)
    ? withBody(call, { ...body, value: others })
    : call
}

/** The case of a planned call; undefined where its path would match another operation. */
export function makeCase(
  api: Api,
  { call: planned, promise = 'valid', deviation }: Omit<Planned, 'isAsMade'>,
): Case | undefined {
  const call = deviation?.in === 'body' ? planned : withOwnId(planned, api)
  const path = filledPath(call, api)
  if (!canAddress(path) || isShadowed(api, call.operation, path)) return undefined
  const values = [call.path, call.query, call.header, call.cookie, call.body?.value]
  // A limit beyond 2^53 is read rounded, so whether a value exceeds it is unknown.
  const expectation = promise === 'valid' && hasRounded(values) ? 'open' : promise
  return { call, expectation, ...(deviation && { deviation }) }
}
