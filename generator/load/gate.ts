import { type Problem, RampartError } from '../../diagnostics/index.js'
import type { Dialect, RawObject } from '../model/document.js'
import { isObject, pointerOf, resolvePointer } from './pointer.js'
import { collectReferences } from './references.js'

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

const error = (file: string, pointer: string, message: string): Problem => ({
  code: 'DOCUMENT_INVALID',
  severity: 'error',
  message,
  where: { file, pointer },
})

/**
 * The dialect of a document, by its `openapi` field.
 * @throws RampartError DOCUMENT_UNSUPPORTED for anything that is not OpenAPI 3.0, 3.1 or 3.2.
 */
export function dialectOf(root: unknown, file: string): Dialect {
  const version = isObject(root) ? root['openapi'] : undefined
  if (typeof version === 'string' && /^3\.0\.\d/.test(version)) return '3.0'
  if (typeof version === 'string' && /^3\.[12]\.\d/.test(version)) return '2020-12'
  const what = describe(root)
  throw new RampartError('DOCUMENT_UNSUPPORTED', {
    message: `${file}: expected an OpenAPI 3.x document, found ${what}`,
    where: { file, pointer: '#/openapi' },
  })
}

const describe = (root: unknown): string => {
  if (!isObject(root))
    return Array.isArray(root) ? 'an array' : `a bare ${root === null ? 'null' : typeof root}`
  if ('swagger' in root) return `Swagger ${JSON.stringify(root['swagger'])}`
  if ('openapi' in root) return `"openapi": ${JSON.stringify(root['openapi'])}`
  return 'an object without "openapi"'
}

const unresolved = (root: RawObject, file: string): Problem[] =>
  collectReferences(root)
    .filter(({ ref }) => ref.startsWith('#') && ref !== '#' && resolvePointer(root, ref) === undefined)
    .map(({ ref, path }) => error(file, pointerOf(...path), `"${ref}" names nothing in this document`))

const endlessReference = (root: RawObject, start: string): boolean => {
  const seen = new Set<string>()
  let node = resolvePointer(root, start)
  for (
    let ref = start;
    isObject(node) && typeof node['$ref'] === 'string';
    node = resolvePointer(root, ref)
  ) {
    if (seen.has(ref)) return true
    seen.add(ref)
    ref = node['$ref']
  }
  return false
}

const endless = (root: RawObject, file: string): Problem[] =>
  [...new Set(collectReferences(root).map(({ ref }) => ref))]
    .filter((ref) => ref.startsWith('#/') && endlessReference(root, ref))
    .map((ref) => error(file, ref, `"${ref}" is a reference to itself through references alone`))

const misshapen = (root: RawObject, file: string): Problem[] => {
  const paths = root['paths']
  if (paths !== undefined && !isObject(paths)) return [error(file, '#/paths', '"paths" is not an object')]
  return Object.entries(paths ?? {}).flatMap(([path, item]) => {
    if (path.startsWith('x-')) return []
    if (!path.startsWith('/')) return [error(file, pointerOf('paths', path), 'a path starts with a slash')]
    if (!isObject(item)) return [error(file, pointerOf('paths', path), 'a path item is not an object')]
    return methods
      .filter((method) => method in item && !isObject(item[method]))
      .map((method) => error(file, pointerOf('paths', path, method), 'an operation is not an object'))
  })
}

/**
 * Refuses a document that generated code could not be right about, with all of its problems at once.
 * @throws RampartError DOCUMENT_INVALID.
 */
export function gate(root: RawObject, file: string): void {
  const problems = [...misshapen(root, file), ...unresolved(root, file), ...endless(root, file)]
  if (problems.length === 0) return
  const noun = problems.length === 1 ? 'problem' : 'problems'
  throw new RampartError('DOCUMENT_INVALID', {
    message: `${file}: ${problems.length} ${noun} in the document`,
    where: { file },
    problems,
  })
}
