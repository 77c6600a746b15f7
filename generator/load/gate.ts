import { RampartError } from '../../diagnostics/index.js'
import type { Gap, RawObject } from '../model/document.js'
import {
  type Dialect,
  dialectOf as knownDialectOf,
  entriesOf,
  isObject,
  methods,
} from '../../document/index.js'
import { faultAt, invalidDocument } from './problems.js'
import { endlessReferences } from './loops.js'
import { deadReferences } from './references.js'
import { misshapen, type Misshapen } from './shapes.js'

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
export function endless(ref: string): string {
  return `"${ref}" is a reference to itself through references alone`
}

/** Paths that are no path templates, and operations that are no objects. */
export function oddOperations(root: RawObject): Gap[] {
  return entriesOf(root['paths']).flatMap(([path, item]): Gap[] => {
    if (path.startsWith('x-') || !isObject(item)) return []
    if (!path.startsWith('/')) return [{ path: ['paths', path], reason: 'a path starts with a slash' }]
    return methods
      .filter((method) => method in item && !isObject(item[method]))
      .map((method) => ({ path: ['paths', path, method], reason: 'an operation is not an object' }))
  })
}

/**
 * Rejects a document for which generated code could not be correct, with all its problems at once.
 * @param faults problems found by other checks
 * @throws RampartError DOCUMENT_INVALID.
 */
export function gate(root: RawObject, file: string, faults: readonly Misshapen[] = []): void {
  const problems = [
    ...[...misshapen(root), ...faults].map(({ path, message }) => faultAt(file, path, message)),
    ...oddOperations(root).map(({ path, reason }) => faultAt(file, path, reason)),
    ...deadReferences(root).map(({ path, fault }) => faultAt(file, path, fault)),
    ...endlessReferences(root).map(({ path, ref }) => faultAt(file, path, endless(ref))),
  ]
  if (problems.length > 0) throw invalidDocument(file, problems)
}
