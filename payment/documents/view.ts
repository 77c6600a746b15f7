import { endOfReferences, isJsonType, mediaTypeOf, once } from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject, Operation, ResponseObject } from '../../runtime/surface.js'
import type { VersionUnderTest } from '../../conformance/session/version-under-test.js'
import { listedValues, type Shape, shapesOf } from '../schema/document-shape.js'

/** The document of one version, with those of the service's other versions. */
export interface DocumentView extends VersionUnderTest {
  readonly versions: ReadonlyMap<string, VersionUnderTest>
}

/** A difference of a document: it contradicts a statement, or omits a fact or adds to it. */
export interface Difference {
  readonly is: 'contradicts' | 'lacks'
  readonly message: string
  readonly pointer?: string
}

/** Differences in the order in which they are found. */
export type Differences = Generator<Difference, void, undefined>

/** Differences of one section of a document; undefined where the document has no such section. */
export type Judge = (view: DocumentView) => Iterable<Difference> | undefined

const difference =
  (is: Difference['is']) =>
  (message: string, pointer?: string): Difference => ({
    is,
    message,
    ...(pointer !== undefined && { pointer }),
  })

/** A contradiction of a statement. */
export const contradicts = difference('contradicts')
/** An omission of a fact, or an addition to it. */
export const lacks = difference('lacks')

/** The declared response for a status, or else for its range. */
export function responseOf({ responses }: Operation, status: string): ResponseObject | undefined {
  return responses[status] ?? responses[`${status[0]}XX`] ?? responses[`${status[0]}xx`]
}

/** Media ranges that include JSON, which some frameworks declare for it. */
const isRange = (type: string): boolean => /^(\*|application)\/\*$/.test(mediaTypeOf(type))

/** The schema of the JSON in a request or response. */
export function jsonIn(body: Pick<ResponseObject, 'content'> | undefined): JsonSchema | undefined {
  const content = Object.entries(body?.content ?? {})
  const json = content.find(([type]) => isJsonType(type)) ?? content.find(([type]) => isRange(type))
  return json?.[1].schema
}

/** The JSON body that an operation declares for a status. */
export function jsonOf(operation: Operation | undefined, status: string): JsonSchema | undefined {
  return operation && jsonIn(responseOf(operation, status))
}

/** The body of the first success that an operation declares. */
export function successOf(operation: Operation | undefined): JsonSchema | undefined {
  const status = Object.keys(operation?.responses ?? {}).find((one) => one.startsWith('2'))
  return status === undefined ? undefined : jsonOf(operation, status)
}

/** The schema of submissions in the document of a version. */
export function submissionBody(view: VersionUnderTest): JsonSchema | undefined {
  return jsonIn(view.operations.find('post', '/customers/{}/identifications/v2')?.requestBody)
}

/** The branches of unions, with references followed; the schema itself where it is not a union. */
export function branchesOf({ surface }: DocumentView, schema: JsonSchema): readonly JsonSchema[] {
  const waiting = [schema]
  const found = new Set<JsonSchema>()
  for (const one of waiting) {
    const end = endOfReferences(one, surface.schemas)
    const { oneOf, anyOf = oneOf, allOf = [] } = typeof end === 'object' ? end : {}
    // An `allOf` of one schema is another spelling of it.
    const union = anyOf ?? (allOf.length === 1 ? allOf : undefined)
    // A union that contains itself would never end.
    if (union === undefined) found.add(one)
    else waiting.push(...union.filter((branch) => !waiting.includes(branch)))
  }
  return [...found]
}

// Cached, because many judges need the same schemas, and nested unions are slow to expand.
const shapesBy = once(({ schemas }: VersionUnderTest['surface']) =>
  once((schema: JsonSchemaObject) => shapesOf(schema, schemas)),
)

/** The shapes of a value; none where no schema is given. */
export function shapesIn({ surface }: VersionUnderTest, schema: JsonSchema | undefined): readonly Shape[] {
  if (schema === undefined) return []
  return typeof schema === 'boolean' ? shapesOf(schema, surface.schemas) : shapesBy(surface)(schema)
}

/** The values that the document of a version lists for a schema; empty where it lists none. */
export function listedIn(under: VersionUnderTest, schema: JsonSchema): readonly unknown[] {
  return shapesIn(under, schema).flatMap(({ values = [] }) => Array.from(values))
}

/** The texts that tell branches apart, by the tag of that name, or by `type`, `kind`, and whatever a mapping is for. */
export function tagsIn(view: VersionUnderTest, schema?: JsonSchema, name?: string): readonly unknown[] {
  return shapesIn(view, schema).flatMap(({ values = [], mapped, properties }) => {
    const tags = properties.get(name ?? 'type') ?? (name === undefined ? properties.get('kind') : undefined)
    const listed = listedValues((tags ?? []).flatMap((tag) => shapesIn(view, tag)))
    const mappings = name === undefined ? [...mapped.values()] : [mapped.get(name) ?? []]
    return [values, listed ?? [], ...mappings].flatMap((one): unknown[] => Array.from(one))
  })
}

/** A schema of a document, with its pointer; undefined where the document shows none. */
export interface Picked {
  readonly schema: JsonSchema | undefined
  readonly pointer: string
}

/** Differences without duplicate messages: the first of each. */
export function distinct(differences: Iterable<Difference>): readonly Difference[] {
  const byMessage = new Map<string, Difference>()
  for (const one of differences) if (!byMessage.has(one.message)) byMessage.set(one.message, one)
  return [...byMessage.values()]
}

type Keywords = Pick<JsonSchemaObject, 'minLength' | 'maxLength' | 'pattern'>

const matches = (pattern: string | undefined, text: string): boolean => {
  try {
    return new RegExp(pattern ?? '', 'u').test(text)
  } catch {
    return true
  }
}

/** True where the limits of a document allow a text. */
export function keepsText({ minLength = 0, maxLength = Infinity, pattern }: Keywords, text: string): boolean {
  return text.length >= minLength && text.length <= maxLength && matches(pattern, text)
}
