import { escapedPattern, groupedBy, once, isObject, type JsonObject } from '../../document/index.js'
import { deepEqual } from '../../runtime/json.js'
import type { JsonSchema, Method, Operation } from '../../runtime/surface.js'
import type { Api, Call, Case, Deviation, Expectation } from '../model/case.js'
import { relativePath, filledPath, rootOf } from '../requests/write-request.js'
import { isUuid } from '../../runtime/formats.js'
import {
  alikeText,
  anotherText,
  distinctIn,
  givesName,
  learnedOf,
  isMadeUpId,
  naming,
} from '../requests/distinct.js'
import { canAddress } from '../requests/writable.js'
import { hasRounded } from '../requests/parameters.js'
import { isMarkOfOne, lastNoun, nameKey, propertiesOf, referredBy, typesOf } from '../resources/names.js'
import { lastParameter, withoutNames } from '../resources/paths.js'
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

/** The segments of a shape that have parameters, as `*`; the others are empty. */
const formOf = (shape: string): string =>
  shape.replaceAll(/[^/]+/g, (segment) => (segment.includes('{}') ? '*' : ''))

/** A path in which `*` stands for the segments that have parameters in a form. */
const literalOf = (path: string, form: string): string => {
  const marks = form.split('/')
  const segments = path.split('/').map((segment, index) => marks[index] || segment)
  return segments.join('/')
}

type Routes = ReadonlyMap<string, readonly Route[]>

/** By form and literal segments, because every case is compared with the routes, and a document may have thousands. */
const routesOf = once((api: Api): ReadonlyMap<string, Routes> => {
  const routes = Object.values(api.surface.operations).map((operation): Route => {
    const shape = shapeOf(api, operation)
    const literal = shape.split('{}')
    const pattern = new RegExp(`^${literal.map(escapedPattern).join('[^/]+')}$`)
    return { operation, shape, pattern, parameterCount: literal.length - 1 }
  })
  const byForm = [...groupedBy(routes, ({ shape }) => formOf(shape))]
  return new Map(byForm.map(([form, own]) => [form, groupedBy(own, ({ shape }) => literalOf(shape, form))]))
})

const routesAt = (api: Api, operation: Operation, path: string): readonly Route[] => {
  const target = bare(`${rootOf(api, operation)}${path}`)
  const near = [...routesOf(api)].flatMap(([form, routes]) => routes.get(literalOf(target, form)) ?? [])
  return near.filter(({ pattern }) => pattern.test(target))
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
  const form = formOf(shape)
  const near = routesOf(api).get(form)?.get(literalOf(shape, form)) ?? []
  const own = near.filter((one) => one.shape === shape)
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
  /** The case is about its body, so texts that may have to be unique are kept unless they were sent before. */
  readonly isAsMade?: boolean
  /** The same request is sent again: services fail at what exists already. */
  readonly isTwice?: true
}

/** Names of members that services often require to be unique; a namespace is what others are in. */
const unique =
  /name(?!space)|mail|title|slug|code|key|login|user|sku|label|handle|reference|subject|number|serial|isbn|^id$|external/i

/** Whether a member has the id of something else that exists: `userId`, but neither of `POST /users` nor `externalId`. */
const isReference = (name: string, path: string): boolean => {
  const [key, noun] = [nameKey(name), referredBy(name)]
  if (noun === undefined || !/ (id|uuid|guid|uid)$/.test(key) || /external|reference|serial|login/.test(noun))
    return false
  return lastNoun(path) !== noun
}

/** Whether a member inside a body identifies what is created: `profile.id`, `metadata.name`. */
const isIdentity = (name: string): boolean => /^id$/i.test(name) || naming.test(name)

/** Whether a text may be that of another thing. @param isUnique the service said of its member that it has to be unique */
export type IsTaken = (text: string, isUnique: boolean) => boolean

interface Renewing {
  readonly distinct: () => string
  readonly path: string
  readonly isTaken: IsTaken
}

/**
 * An object with other texts, one by one.
 * @param isRight whether the whole body is right with a changed object
 * @param known names that lead from the object to texts that were found to be unique
 */
const renewed = (
  object: JsonObject,
  isRight: (changed: JsonObject) => boolean,
  renewing: Renewing,
  known: readonly (readonly string[])[],
  depth = 0,
): JsonObject =>
  Object.entries(object).reduce((value, [name, member]) => {
    const put = (other: unknown): JsonObject => withMember(value, name, other)
    const inside = known.flatMap(([first, ...others]) => (first === name ? [others] : []))
    const { distinct, path, isTaken } = renewing
    const isName = depth === 0 ? unique.test(name) && !isReference(name, path) : isIdentity(name)
    if (typeof member === 'string' && member !== '*' && (isName || inside.length > 0)) {
      if (!isTaken(member, inside.length > 0)) return value
      // A code that exists may be a known one, such as that of a currency, unless the service says that it is taken.
      const alike = inside.length > 0 ? [alikeText(member)] : []
      return [anotherText(member, distinct()), ...alike].map(put).find(isRight) ?? value
    }
    if (!isObject(member) || depth > 1) return value
    // JSON:API has the thing's own members there.
    const isOwn = name === 'attributes'
    // An object of one member refers to something that exists: `{ owner: { id } }`.
    if (Object.keys(member).length < 2 && inside.length === 0 && !isOwn) return value
    const next = isOwn ? 0 : depth + 1
    const inner = renewed(member, (changed) => isRight(put(changed)), renewing, inside, next)
    return inner === member ? value : put(inner)
  }, object)

/** The value of the parameter that the path of a call ends with. */
const lastOf = ({ operation, path }: Call): unknown => path[lastParameter(operation.path) ?? '']

/**
 * A body with the id of the path, or without one, in place of an id that the service makes up: some services
 * overwrite the thing that has it.
 */
const withoutOther = (
  call: Call,
  body: JsonObject,
  isRight: (changed: JsonObject) => boolean,
): JsonObject => {
  const { id, ...others } = body
  if (!isMadeUpId(id)) return body
  if (call.operation.method !== 'post') {
    const last = lastOf(call)
    // The body of `PUT /pets` identifies the thing.
    if (last === undefined) return body
    const own = typeof id === 'number' ? Number(last) : last
    const same = withMember(body, 'id', own)
    const isId = typeof id === 'number' ? Number.isInteger(own) : typeof own === 'string' && isUuid(own)
    if (isId && isRight(same)) return same
  }
  return isRight(others) ? others : body
}

/** A part of a body in which nothing that has an id is given a name, and nothing is marked as the one of its kind. */
const harmlessPart = (api: Api, part: unknown): unknown => {
  if (Array.isArray(part)) return part.map((one) => harmlessPart(api, one))
  if (!isObject(part)) return part
  const entries = Object.entries(part).map(([name, inner]) => {
    const isMark = inner === true && isMarkOfOne(name)
    return [name, isMark ? false : harmlessPart(api, inner)] as const
  })
  return Object.fromEntries(givesName(api, part) ? entries.filter(([name]) => name !== 'id') : entries)
}

/**
 * A call with another body, which a function makes of its own one and of whether a changed one is right.
 * @param whole a valid body, in which changes of a wrong one are judged
 */
const changed = (
  { bodies }: OperationFacts,
  call: Call,
  change: (own: JsonObject, isRight: (one: JsonObject) => boolean, schema: JsonSchema) => JsonObject,
  whole?: unknown,
): Call => {
  const { body } = call
  const declared = bodies.find(({ mediaType }) => mediaType === body?.mediaType)
  if (!body || !declared || !isObject(body.value)) return call
  const own = body.value
  const isRight = (one: JsonObject): boolean => {
    if (!isObject(whole)) return isValid(declared, one)
    const others = Object.entries(one).filter(([name, inner]) => inner !== own[name])
    return isValid(declared, { ...whole, ...Object.fromEntries(others) })
  }
  const value = change(own, isRight, declared.schema)
  return value === own ? call : withBody(call, { ...body, value })
}

/**
 * A body that does not mark its thing as the only one of its kind, where its schema allows that.
 * @param declared names of marks that a service may set where a body lacks them
 */
const withoutMark = (
  body: JsonObject,
  isRight: (changed: JsonObject) => boolean,
  declared: readonly string[],
): JsonObject => {
  const sent = Object.keys(body).filter((name) => body[name] === true && isMarkOfOne(name))
  const absent = declared.filter((name) => !Object.hasOwn(body, name))
  return [...sent, ...absent].reduce((whole, name) => {
    const other = withMember(whole, name, false)
    return isRight(other) ? other : whole
  }, body)
}

/**
 * A call whose body changes only the things that its path means: it does not rename others, by ids that its schema
 * does not require, and does not replace them as the default.
 */
export function withOwnBody(api: Api, facts: OperationFacts, call: Call): Call {
  const { schemas } = api.surface
  return changed(facts, call, (body, isRight, schema) => {
    const isWhole = facts.operation.method !== 'patch'
    const members = isWhole ? Object.entries(propertiesOf(schema, schemas)) : []
    const marks = members.filter(
      ([name, one]) => isMarkOfOne(name) && typesOf(one, schemas).includes('boolean'),
    )
    const own = withoutMark(
      withoutOther(call, body, isRight),
      isRight,
      marks.map(([name]) => name),
    )
    return Object.entries(own).reduce((whole, [name, part]) => {
      const other = harmlessPart(api, part)
      if (deepEqual(other, part)) return whole
      const one = withMember(whole, name, other)
      return isRight(one) ? one : whole
    }, own)
  })
}

export interface FreshBody {
  /** The call that the body is from; the same one by default. */
  readonly base?: Call | undefined
  /** The texts in place of which others are sent; all by default. */
  readonly isTaken?: IsTaken
  /** A valid body, for one that is wrong elsewhere. */
  readonly whole?: unknown
}

/** Replaces texts that may have to be unique, where the schema allows it: nothing can be created twice. */
export function withFreshBody(
  api: Api,
  facts: OperationFacts,
  call: Call,
  { base = call, isTaken = () => true, whole }: FreshBody = {},
): Call {
  const { operation } = facts
  const isAnother = operation.method === 'post' || !deepEqual(call.path, base.path)
  if (!isAnother) return call
  const renewing = { distinct: distinctIn(api), path: operation.path, isTaken }
  const known = learnedOf(api, operation)
  return changed(facts, call, (body, isRight) => renewed(body, isRight, renewing, known), whole)
}

/** A call whose JSON:API body has the id of its path, as JSON:API requires of updates. */
const withOwnId = (call: Call): Call => {
  const { body } = call
  const data = isObject(body?.value) ? body.value['data'] : undefined
  const id = lastOf(call)
  const hasId = isObject(data) && 'type' in data && typeof data['id'] === 'string'
  if (!isObject(body?.value) || typeof id !== 'string' || !hasId) return call
  return withBody(call, { ...body, value: withMember(body.value, 'data', withMember(data, 'id', id)) })
}

/** The case of a planned call; undefined where its path would match another operation. */
export function makeCase(
  api: Api,
  { call: planned, promise = 'valid', deviation }: Omit<Planned, 'isAsMade' | 'isTwice'>,
): Case | undefined {
  const call = deviation?.in === 'body' ? planned : withOwnId(planned)
  const path = filledPath(call, api)
  if (!canAddress(path) || isShadowed(api, call.operation, path)) return undefined
  const values = [call.path, call.query, call.header, call.cookie, call.body?.value]
  // A limit beyond 2^53 is read rounded, so whether a value exceeds it is unknown.
  const expectation = promise === 'valid' && hasRounded(values) ? 'open' : promise
  return { call, expectation, ...(deviation && { deviation }) }
}
