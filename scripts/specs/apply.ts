import { applyPatch, type Operation } from 'rfc6902'
import type { JsonObject } from '../../document/index.js'
import type { Version } from './versions.js'

const operations = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test'])

/**
 * Returns the document of a version: a copy of `before` with the changes of the version and its date.
 * Throws an Error that names file, change and pointer when an operation does not fit the document.
 */
export function applyVersion(before: JsonObject, version: Version): JsonObject {
  const document = structuredClone(before)
  for (const [index, change] of version.changes.entries()) {
    for (const [step, operation] of change.patch.entries()) {
      const where = `${version.file}#/changes/${index}/patch/${step}`
      if (!isOperation(operation))
        throw new Error(`${where}: expected an RFC 6902 operation with op and path`)
      const [problem] = applyPatch(document, [structuredClone(operation)])
      if (problem) throw new Error(`${where}: ${operation.op} ${operation.path} failed (${reason(problem)})`)
    }
  }
  applyPatch(document, [{ op: 'replace', path: '/info/version', value: version.version }])
  return document
}

const isOperation = (value: JsonObject): value is JsonObject & Operation =>
  typeof value['op'] === 'string' && operations.has(value['op']) && typeof value['path'] === 'string'

const reason = (problem: Error): string => {
  if (problem.name === 'MissingError') return 'nothing is there'
  return problem.message
}
