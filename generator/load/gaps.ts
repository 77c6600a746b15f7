import type { Problem } from '../../diagnostics/index.js'
import type { RawObject } from '../model/document.js'
import { pointerOf } from './pointer.js'
import { deadReferences } from './references.js'
import { placesOf } from './walk.js'

const gap = (file: string, path: readonly string[], ref: string): Problem => ({
  code: 'DOCUMENT_NOTE',
  severity: 'warning',
  message: `"${ref}" names nothing; in its place anything is accepted`,
  where: { file, pointer: pointerOf(...path) },
})

/** A document without the references that name nothing, and what had to be left open for it. */
export interface Filled {
  readonly root: RawObject
  readonly problems: readonly Problem[]
}

/**
 * Replaces references that name nothing: by a schema that accepts anything, and where something else than a schema
 * is due, by nothing at all.
 */
export function fillGaps(root: RawObject, file: string): Filled {
  const missing = deadReferences(root)
  if (missing.length === 0) return { root, problems: [] }
  const gaps = new Set(missing.map(({ path }) => pointerOf(...path)))
  const copy = structuredClone(root)
  for (const { node, path, kind } of placesOf(copy)) {
    if (typeof node !== 'object' || node === null) continue
    for (const key of Object.keys(node)) {
      if (!gaps.has(pointerOf(...path, key))) continue
      const isSchema = kind === 'schema' || kind === 'schemas' || key === 'schema' || key === 'schemas'
      if (isSchema || !Array.isArray(node)) Reflect.set(node, key, {})
    }
    if (Array.isArray(node) && kind === 'map') removeGaps(node, path, gaps)
  }
  return { root: copy, problems: missing.map(({ ref, path }) => gap(file, path, ref)) }
}

const removeGaps = (list: unknown[], path: readonly string[], gaps: ReadonlySet<string>): void => {
  const kept = list.filter((_item, index) => !gaps.has(pointerOf(...path, index)))
  list.splice(0, list.length, ...kept)
}
