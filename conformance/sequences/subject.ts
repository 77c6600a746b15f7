import { headerValue, jsonBody } from '../exchange/exchange.js'
import { isObject, type JsonObject } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { CreatedThing } from '../model/thing.js'
import type { Observed } from '../model/observed.js'
import { thingsIn } from '../resources/envelope.js'
import type { Resource } from '../resources/resources.js'
import { parametersIn, shapeOf, valuesInOrder } from '../resources/shapes.js'
import type { Asking, Walk } from './walk.js'

/** A thing that a sequence created, and works with. */
export interface Subject {
  readonly resource: Resource
  readonly created: CreatedThing
  /** The values of its path in their order. */
  readonly values: readonly unknown[]
  readonly made: Observed
  /** What was sent to create it. */
  readonly sent: JsonObject
  /** As the answer to its creation shows it. */
  readonly answered: JsonObject | undefined
}

/** A thing as it was read. */
export interface Seen {
  readonly by: Observed
  /** Undefined where it was not found, or reading it was refused. */
  readonly thing?: JsonObject
  readonly etag?: string | undefined
}

/** The thing in the body of an answer. */
export function thingIn({ nouns }: Resource, { exchange: { response } }: Observed): JsonObject | undefined {
  if (response.status < 200 || response.status > 299) return undefined
  const { isList, things } = thingsIn(jsonBody(response), nouns[0] ?? '', 'thing')
  return isList ? undefined : things[0]
}

/** The members that a request has, out of whatever they are wrapped in. */
export function sentBy({ nouns }: Resource, { case: { call } }: Observed): JsonObject {
  const value = call.body?.value
  if (!isObject(value)) return {}
  const [only, ...others] = Object.keys(value)
  const isWrapped = others.length === 0 && (only === 'data' || only === nouns[0])
  return (isWrapped ? thingsIn(value, nouns[0] ?? '', 'thing').things[0] : value) ?? {}
}

/** Values of a path for an operation that is about a thing, or about something of it, whatever its parameters are called. */
export function pathOf(operation: Operation, values: readonly unknown[]): Record<string, unknown> {
  const names = parametersIn(operation.path).slice(0, values.length)
  return Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

/** Whether a status says that a thing is not there. */
export function isMissing({ exchange: { response } }: Observed): boolean {
  return response.status === 404 || response.status === 410
}

/** Whether a request was carried out at once. */
export function isDone({ exchange: { response } }: Observed): boolean {
  return response.status >= 200 && response.status < 300 && response.status !== 202
}

/** Creates a thing; undefined where that is refused, comes later, or gives no id. @throws Stopped */
export async function create(
  walk: Walk,
  resource: Resource,
  operation: Operation,
  asking: Asking,
): Promise<Subject | undefined> {
  if (!walk.mayCreate) return undefined
  const made = await walk.call(operation, { ...asking, hold: true })
  return made && subjectOf(walk, resource, made)
}

/** The thing that an answer created, as a subject. */
export function subjectOf(walk: Walk, resource: Resource, made: Observed): Subject | undefined {
  const created = walk.pool.createdBy(made).find(({ path }) => isAt(path, resource))
  if (!created || !isDone(made)) return undefined
  const values = valuesInOrder(created.deleteOperation?.path ?? resource.itemPath, created.pathValues)
  if (!values) return undefined
  return { resource, created, values, made, sent: sentBy(resource, made), answered: thingIn(resource, made) }
}

const isAt = (path: string, { itemPath }: Resource): boolean =>
  path.replace(/\/$/, '').split('/').length === shapeOf(itemPath).split('/').length

/** Reads a thing; undefined where the document has no operation for it. @throws Stopped */
export async function read(walk: Walk, { resource, values }: Subject): Promise<Seen | undefined> {
  if (!resource.read) return undefined
  const by = await walk.call(resource.read, { path: pathOf(resource.read, values), smallest: true })
  if (!by) return undefined
  const thing = thingIn(resource, by)
  const etag = headerValue(by.exchange.response.headers, 'etag')
  return thing ? { by, thing, etag } : { by }
}

/** Method and path as the document spells them, for messages. */
export function nameOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path}`
}
