import { fileURLToPath } from 'node:url'
import { buildDocuments } from '../../scripts/specs/documents.js'
import { isObject, type JsonObject } from '../../document/index.js'

export const specsFolder = fileURLToPath(new URL('../../specs', import.meta.url))
export const json = 'application/json; charset=utf-8'
export const dates = ['2025-03-13', '2026-07-01', '2026-08-01'] as const
export type Date = (typeof dates)[number]

const built = await buildDocuments(specsFolder)
export const documents = new Map(built.map(({ version, document }) => [version, document]))

/** The document of one version; throws when the build did not make it. */
export function documentOf(version: string): JsonObject {
  const document = documents.get(version)
  if (!document) throw new Error(`no document for ${version}`)
  return document
}

/** The value at a JSON Pointer, or undefined. */
export function at(value: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1)
  return keys.reduce<unknown>(
    (node, key) => child(node, key.replaceAll('~1', '/').replaceAll('~0', '~')),
    value,
  )
}

/** Follows a local `$ref`, if there is one. */
export function deref(document: JsonObject, node: unknown): JsonObject {
  const ref = child(node, '$ref')
  const target = typeof ref === 'string' ? at(document, ref.slice(1)) : node
  return asObject(target)
}

export function asObject(value: unknown): JsonObject {
  if (!isObject(value)) throw new Error(`expected an object, got ${JSON.stringify(value)}`)
  return value
}

function child(node: unknown, key: string): unknown {
  if (Array.isArray(node)) return node[Number(key)]
  return isObject(node) ? node[key] : undefined
}
