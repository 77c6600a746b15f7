import { isJsonType } from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import type { Method, Operation, ResponseObject } from '../../runtime/surface.js'
import type { VersionUnderTest } from '../../conformance/session/version-under-test.js'
import { type Shape, shapesOf } from '../schema/document-shape.js'

/** The document of one version, beside those of the other versions of the service. */
export interface DocumentView extends VersionUnderTest {
  readonly versions: ReadonlyMap<string, VersionUnderTest>
}

/**
 * A difference between a document and the specification: it contradicts what is stated, or lacks what is shown (also
 * used for what it adds to a fact that is stated without it).
 */
export interface Difference {
  readonly is: 'contradicts' | 'lacks'
  readonly message: string
  readonly pointer?: string
}

/** Differences of one section of a document; undefined where the document has no such section. */
export type Judge = (view: DocumentView) => readonly Difference[] | undefined

const difference =
  (is: Difference['is']) =>
  (message: string, pointer?: string): Difference => ({
    is,
    message,
    ...(pointer !== undefined && { pointer }),
  })

/** A difference from what is stated. */
export const contradicts = difference('contradicts')
/** A fact that the document leaves out, or adds to. */
export const lacks = difference('lacks')

/** The operation at a method and template. */
export function operationIn(
  { operations }: VersionUnderTest,
  method: Method,
  template: string,
): Operation | undefined {
  return operations.find(method, template)
}

/** The response that an operation declares for a status, by itself or as one of a range. */
export function responseOf({ responses }: Operation, status: string): ResponseObject | undefined {
  return responses[status] ?? responses[`${status[0]}XX`] ?? responses[`${status[0]}xx`]
}

/** The JSON body that an operation declares for a status. */
export function jsonOf(operation: Operation | undefined, status: string): JsonSchema | undefined {
  return (
    operation &&
    Object.entries(responseOf(operation, status)?.content ?? {}).find(([type]) => isJsonType(type))?.[1]
      .schema
  )
}

/** The body of the first success that an operation declares. */
export function successOf(operation: Operation | undefined): JsonSchema | undefined {
  const status = Object.keys(operation?.responses ?? {}).find((one) => one.startsWith('2'))
  return status === undefined ? undefined : jsonOf(operation, status)
}

/** Answers of a pure function, kept as long as what was asked for. */
export function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>()
  return (key) => {
    const found = known.get(key) ?? { value: make(key) }
    known.set(key, found)
    return found.value
  }
}

// Many judges ask for the same schemas, and unions inside unions are long to take apart.
const shapesBy = memoized(({ schemas }: VersionUnderTest['surface']) =>
  memoized((schema: JsonSchemaObject) => shapesOf(schema, schemas)),
)

/** The ways that a value may be, none where no schema is given. */
export function shapesIn({ surface }: VersionUnderTest, schema: JsonSchema | undefined): readonly Shape[] {
  if (schema === undefined) return []
  return typeof schema === 'boolean' ? shapesOf(schema, surface.schemas) : shapesBy(surface)(schema)
}

/** Differences with distinct messages, however often each is found. */
export function distinct(differences: readonly Difference[]): readonly Difference[] {
  const said = new Set<string>()
  return differences.filter(({ message }) => !said.has(message) && said.add(message))
}
