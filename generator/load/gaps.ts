import type { Problem } from '../../diagnostics/index.js'
import type { RawObject } from '../model/document.js'
import { isObject, pointerOf, resolvePointer } from './pointer.js'
import { collectReferences } from './references.js'
import { placesOf } from './walk.js'

const namesSomething = (root: RawObject, ref: string): boolean => {
  const target = resolvePointer(root, ref)
  return isObject(target) || typeof target === 'boolean'
}

const gap = (file: string, path: readonly string[], ref: string): Problem => ({
  code: 'DOCUMENT_NOTE',
  severity: 'warning',
  message: `"${ref}" names nothing; in its place anything is accepted`,
  where: { file, pointer: pointerOf(...path) },
})

// Wherever a reference may stand there may be a description, which readers of the code get to see.
const left = (ref: string): object => ({ description: `A gap: "${ref}" names nothing.` })

/** A document without the references that name nothing, and what had to be left open for it. */
export interface Filled {
  readonly root: RawObject
  readonly problems: readonly Problem[]
}

/**
 * Replaces references that name nothing: by a schema that accepts anything, and where something else than a schema
 * is due, by nothing at all. What is left says in a description what it lacks.
 */
export function fillGaps(root: RawObject, file: string): Filled {
  const missing = collectReferences(root).filter(({ ref }) => !namesSomething(root, ref))
  if (missing.length === 0) return { root, problems: [] }
  const gaps = new Map(missing.map(({ path, ref }) => [pointerOf(...path), ref]))
  const copy = structuredClone(root)
  const shortened: (() => void)[] = []
  for (const { node, path, kind } of placesOf(copy)) {
    if (typeof node !== 'object' || node === null) continue
    for (const key of Object.keys(node)) {
      const ref = gaps.get(pointerOf(...path, key))
      const isSchema = kind === 'schema' || kind === 'schemas' || key === 'schema' || key === 'schemas'
      if (ref !== undefined && (isSchema || !Array.isArray(node))) Reflect.set(node, key, left(ref))
    }
    if (Array.isArray(node) && kind === 'map') shortened.push(() => removeGaps(node, path, gaps))
  }
  // Last of all: what stands behind a gap in a list has another path without it.
  for (const shorten of shortened) shorten()
  return { root: copy, problems: missing.map(({ ref, path }) => gap(file, path, ref)) }
}

const removeGaps = (list: unknown[], path: readonly string[], gaps: ReadonlyMap<string, string>): void => {
  const kept = list.filter((_item, index) => !gaps.has(pointerOf(...path, index)))
  list.splice(0, list.length, ...kept)
}
