import {
  collectReferences,
  isObject,
  locationOn,
  once,
  type Reference,
  resolvePointer,
  segmentsOf,
  type Dialect,
  dialectOf as knownDialectOf,
  entriesOf,
  methods,
} from '../../document/index.js'
import { RampartError } from '../../diagnostics/index.js'
import type { Gap, RawObject } from '../model/document.js'
import { faultAt, invalidDocument } from './problems.js'
import { endlessReferences } from './loops.js'
import { misshapen, type Misshapen } from './shapes.js'

const longestShown = 200

/** Whether OpenAPI defines the target of a reference as something other than a schema; data may be anything. */
const isNoSchema = (root: object, path: readonly string[]): boolean => {
  const { location, rest } = locationOn(root, path)
  return rest.length === 0 && location.kind !== 'schema'
}

/** The fault of a reference; undefined if its target has a suitable type. */
const faultOf = (root: object, { ref, path, isSchema }: Reference): string | undefined => {
  const shown = JSON.stringify(ref.length > longestShown ? `${ref.slice(0, longestShown)}…` : ref)
  const target = resolvePointer(root, ref)
  if (target === undefined) return `${shown} does not resolve in this document`
  if (!isObject(target) && typeof target !== 'boolean')
    return `${shown} does not lead to an object in this document`
  if (isSchema) return isNoSchema(root, segmentsOf(ref)) ? `${shown} does not lead to a schema` : undefined
  const isParameter = path.at(-2) === 'parameters'
  return isParameter && isObject(target) && !isParameterLike(target)
    ? `${shown} does not lead to a parameter`
    : undefined
}

// Parameters are checked at their own location, and so is the next reference of a chain.
const isParameterLike = (target: object): boolean => 'name' in target || 'in' in target || '$ref' in target

/** A broken reference, with the reason. */
interface DeadReference extends Reference {
  readonly fault: string
}

/** The references of a document whose targets are missing or unsuitable. */
const deadReferences = once((root: object): readonly DeadReference[] => {
  const known = new Map<string, string | undefined>()
  return collectReferences(root).flatMap((reference) => {
    const key = `${reference.isSchema} ${reference.path.at(-2)} ${reference.ref}`
    if (!known.has(key)) known.set(key, faultOf(root, reference))
    const fault = known.get(key)
    return fault === undefined ? [] : [{ ...reference, fault }]
  })
})

/**
 * The dialect of a document, by its `openapi` field.
 * @throws RampartError DOCUMENT_UNSUPPORTED for anything that is not OpenAPI 3.0, 3.1 or 3.2.
 */
export function dialectOf(root: unknown, file: string): Dialect {
  const dialect = knownDialectOf(root)
  if (dialect !== undefined) return dialect
  const what = describe(root)
  throw new RampartError('DOCUMENT_UNSUPPORTED', {
    message: `${file}: expected an OpenAPI 3.x document, found ${what}`,
    where: { file, pointer: '#/openapi' },
  })
}

const describe = (root: unknown): string => {
  const isNothing = root === null || root === undefined
  if (!isObject(root))
    return Array.isArray(root) ? 'an array' : isNothing ? 'nothing' : `a bare ${typeof root}`
  if ('swagger' in root) return `Swagger ${JSON.stringify(root['swagger'])}`
  if ('openapi' in root) return `"openapi": ${JSON.stringify(root['openapi'])}`
  return 'an object without "openapi"'
}

/** The fault of a reference that leads back to itself. */
const selfReferenceText = (ref: string): string => `"${ref}" leads back to itself through references alone`

/** Paths that are not path templates, and operations that are not objects. */
const oddOperations = (root: RawObject): Gap[] =>
  entriesOf(root['paths']).flatMap(([path, item]): Gap[] => {
    if (path.startsWith('x-') || !isObject(item)) return []
    if (!path.startsWith('/')) return [{ path: ['paths', path], reason: 'a path starts with a slash' }]
    return methods
      .filter((method) => method in item && !isObject(item[method]))
      .map((method) => ({ path: ['paths', path, method], reason: 'an operation is not an object' }))
  })

/** Something in a document that code cannot be generated for. */
export interface Fault extends Gap {
  readonly isSchema: boolean
  /** The path of the schema that is unreadable as a whole, if that is another. */
  readonly schema?: readonly string[] | undefined
  /** A member without meaning, which cannot be replaced. */
  readonly isOdd?: boolean | undefined
}

/**
 * The faults of a document.
 * @param others unreadable schemas found by other checks
 */
export function faultsIn(root: RawObject, others: readonly Misshapen[]): Fault[] {
  return [
    ...deadReferences(root).map(({ path, fault, isSchema }) => ({ path, reason: fault, isSchema })),
    ...endlessReferences(root).map(({ path, ref, isSchema }) => ({
      path,
      reason: selfReferenceText(ref),
      isSchema,
    })),
    ...oddOperations(root).map(({ path, reason }) => ({ path, reason, isSchema: false, isOdd: true })),
    ...[...misshapen(root), ...others].map(({ path, schema, message }) => ({
      path,
      reason: message,
      isSchema: schema !== undefined,
      schema,
    })),
  ]
}

/**
 * Rejects a document for which generated code could not be correct, with all its problems at once.
 * @param faults problems found by other checks
 * @throws RampartError DOCUMENT_INVALID.
 */
export function gate(root: RawObject, file: string, faults: readonly Misshapen[] = []): void {
  const problems = faultsIn(root, faults).map(({ path, reason }) => faultAt(file, path, reason))
  if (problems.length > 0) throw invalidDocument(file, problems)
}
