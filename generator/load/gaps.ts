import type { Problem } from '../../diagnostics/index.js'
import type { Gap, RawObject } from '../model/document.js'
import { locate, locationsOf, pointerTo } from '../../document/index.js'
import { endless, oddOperations } from './gate.js'
import { endlessReferences } from './loops.js'
import { noteAt } from './problems.js'
import { deadReferences } from './references.js'
import { misshapen, type Misshapen } from './shapes.js'

interface Found extends Gap {
  readonly isSchema: boolean
  /** Nothing may stand in its place. */
  readonly isOdd?: boolean
}

const gapsOf = (root: RawObject, faults: readonly Misshapen[]): Found[] => [
  ...deadReferences(root).map(({ path, fault, isSchema }) => ({ path, reason: fault, isSchema })),
  ...endlessReferences(root).map(({ path, ref, isSchema }) => ({ path, reason: endless(ref), isSchema })),
  ...oddOperations(root).map(({ path, reason }) => ({ path, reason, isSchema: false, isOdd: true })),
  ...[...misshapen(root), ...faults].map(({ path, schema, message }) => ({
    path: schema ?? path,
    reason: message,
    isSchema: schema !== undefined,
  })),
]

// Wherever a reference or a schema may stand there may be a description, which readers of the code get to see.
const left = (reason: string): object => ({ description: `A gap: ${reason}.` })

/** Takes members out of objects and lists. Last of all: what stands behind one in a list then has another path. */
const remove = (members: ReadonlyMap<object, ReadonlySet<string>>): void => {
  for (const [holder, keys] of members) {
    if (Array.isArray(holder)) {
      const kept = holder.filter((_item, index) => !keys.has(String(index)))
      holder.splice(0, holder.length, ...kept)
    } else for (const key of keys) Reflect.deleteProperty(holder, key)
  }
}

/** Fills gaps in place. Returns the paths of those in whose place nothing could stand, and nothing stands now. */
const fill = (root: object, gaps: ReadonlyMap<string, Found>): ReadonlySet<string> => {
  const removed = new Map<object, Set<string>>()
  const without = new Set<string>()
  for (const { node, path, kind } of locationsOf(root)) {
    if (typeof node !== 'object' || node === null) continue
    // A parameter is nothing without its name.
    const isOpen = kind === 'map' && !Array.isArray(node) && path.at(-1) !== 'parameters'
    for (const key of Object.keys(node)) {
      const pointer = pointerTo([...path, key])
      const gap = gaps.get(pointer)
      if (!gap) continue
      if (gap.isSchema || (isOpen && gap.isOdd !== true)) Reflect.set(node, key, left(gap.reason))
      else {
        without.add(pointer)
        removed.set(node, (removed.get(node) ?? new Set()).add(key))
      }
    }
  }
  remove(removed)
  return without
}

/** A document without what cannot be read, and what had to be left open for it. */
export interface Filled {
  readonly root: RawObject
  readonly gaps: readonly Gap[]
  readonly problems: readonly Problem[]
}

/** The name of the parameter that a path of an operation leads into. */
export function parameterOn(root: RawObject, path: readonly string[]): string | undefined {
  const at = path[0] === 'paths' ? path.indexOf('parameters', 2) : -1
  const name = at === -1 ? undefined : locate(root, path.slice(0, at + 2))?.node['name']
  return typeof name === 'string' ? name : undefined
}

/** What is refused then is left to the gate: a reference into what was a gap may be one in turn, but not for ever. */
const mostRounds = 100

/**
 * Replaces what cannot be read: by a schema that accepts anything, by an object that says nothing, or, where neither
 * may stand, by nothing at all. What is left says in a description what it lacks.
 * @param faults schemas that are found unreadable by others
 */
export function fillGaps(
  root: RawObject,
  file: string,
  faults: readonly Misshapen[] = [],
  rounds = mostRounds,
): Filled {
  const found = gapsOf(root, faults)
  if (found.length === 0 || rounds === 0) return { root, gaps: [], problems: [] }
  const gaps = new Map(found.map((gap) => [pointerTo(gap.path), gap]))
  const copy = structuredClone(root)
  const without = fill(copy, gaps)
  const problems = [...gaps].map(([pointer, { path, reason }]) =>
    noteAt(
      file,
      path,
      `${reason}; ${without.has(pointer) ? 'it is left out' : 'in its place anything is accepted'}`,
    ),
  )
  // A reference into what is a gap now names nothing any more.
  const rest = fillGaps(copy, file, [], rounds - 1)
  const filled = Array.from(gaps.values(), ({ path, reason }): Gap => {
    const parameter = parameterOn(root, path)
    return parameter === undefined ? { path, reason } : { path, reason, parameter }
  })
  return { root: rest.root, gaps: [...filled, ...rest.gaps], problems: [...problems, ...rest.problems] }
}
