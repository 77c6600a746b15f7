import {
  cached,
  collectReferences,
  groupedBy,
  isObject,
  once,
  pointerOf,
  pointerTo,
  type Reference,
  resolvePointer,
  segmentsOf,
} from '../../document/index.js'
import type { RawObject } from '../model/document.js'

/** A directed edge between two pointers. */
export interface Edge {
  readonly from: string
  readonly to: string
}

const grouped = (edges: readonly Edge[]): Map<string, Edge[]> => groupedBy(edges, ({ from }) => from)

const reversed = (edges: readonly Edge[]): Edge[] => edges.map(({ from, to }) => ({ from: to, to: from }))

/** Repeatedly removes every edge to a node without outgoing edges. */
const withoutDeadEnds = (edges: readonly Edge[]): Edge[] => {
  const degree = new Map([...grouped(edges)].map(([from, group]) => [from, group.length]))
  const arriving = grouped(reversed(edges))
  const dead = [...arriving.keys()].filter((node) => !degree.has(node))
  for (let node = dead.pop(); node !== undefined; node = dead.pop()) {
    for (const { to: earlier } of arriving.get(node) ?? []) {
      const left = (degree.get(earlier) ?? 0) - 1
      if (left > 0) degree.set(earlier, left)
      else {
        degree.delete(earlier)
        dead.push(earlier)
      }
    }
  }
  return edges.filter(({ from, to }) => degree.has(from) && degree.has(to))
}

/** The nodes on a cycle, or on a path between cycles. Linear in the number of edges. */
export function nodesOnCycles(edges: readonly Edge[]): Set<string> {
  const left = reversed(withoutDeadEnds(reversed(withoutDeadEnds(edges))))
  return new Set(left.flatMap(({ from, to }) => [from, to]))
}

const lists = new Set(['allOf', 'anyOf', 'oneOf'])
const singles = new Set(['not', 'if', 'then', 'else'])

/** A reference that applies to the same value as `owner`, the schema that has it `below` one of its keywords. */
interface InPlace {
  readonly reference: Reference
  readonly owner: string
  /** Empty if the owner itself is the reference, otherwise for instance `allOf`, `0`. */
  readonly below: readonly string[]
  readonly target: string
}

const stepsInPlace = (path: readonly string[]): number => {
  const [before = '', last = ''] = path.slice(-2)
  if (/^\d+$/.test(last) && lists.has(before)) return 2
  if (before === 'dependentSchemas') return 2
  return singles.has(last) ? 1 : 0
}

/** The schemas that a reference applies to in place and that are targets themselves, as on a loop. */
const ownersOf = (reference: Reference, target: string, targets: ReadonlySet<string>): InPlace[] => {
  const { path } = reference
  const found: InPlace[] = []
  let end = path.length
  for (let steps = -1; steps !== 0; steps = stepsInPlace(path.slice(0, end))) {
    end -= Math.max(0, steps)
    const owner = pointerTo(path.slice(0, end))
    if (targets.has(owner)) found.push({ reference, owner, below: path.slice(end), target })
  }
  return found
}

const looping = (references: readonly InPlace[]): InPlace[] => {
  const nodes = nodesOnCycles(references.map(({ owner, target }) => ({ from: owner, to: target })))
  return references.filter(({ owner, target }) => nodes.has(owner) && nodes.has(target))
}

const loopIn = once((root: RawObject) => {
  const references = collectReferences(root)
  const known = new Map<string, string>()
  /** The usual spelling of a reference. */
  const normal = (ref: string): string => cached(known, ref, () => pointerTo(segmentsOf(ref)))
  const targets = new Set(references.map(({ ref }) => normal(ref)))
  return looping(references.flatMap((one) => ownersOf(one, normal(one.ref), targets)))
})

/** References that lead back to themselves only through references, so that they have no schema. */
export function endlessReferences(root: RawObject): Reference[] {
  const own = loopIn(root).filter(({ below }) => below.length === 0)
  return looping(own).map(({ reference }) => reference)
}

const without = (list: unknown, index: string | undefined): unknown =>
  Array.isArray(list) ? list.filter((_item, at) => String(at) !== index) : list

/** The schema for a looping reference: its target without the keywords on the loop. */
const straightened = (root: RawObject, pointer: string, loop: readonly InPlace[]) => {
  const target = resolvePointer(root, pointer)
  const copy: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const { owner, below } of loop.toReversed()) {
    if (owner !== pointer) continue
    const [keyword = '$ref', index] = below
    if (keyword === 'allOf') copy['allOf'] = without(copy['allOf'], index)
    else delete copy[keyword]
    if (keyword === 'oneOf' || keyword === 'anyOf') delete copy['discriminator']
  }
  return structuredClone(copy)
}

const replaceReference = (root: RawObject, path: readonly string[], by: Record<string, unknown>): void => {
  const holder = resolvePointer(root, pointerOf(...path.slice(0, -1)))
  const node = resolvePointer(root, pointerOf(...path))
  if (typeof holder !== 'object' || holder === null || !isObject(node)) return
  const { $ref: _ref, ...siblings } = node
  const value = Object.keys(siblings).length === 0 ? by : { allOf: [by, siblings] }
  const open = { enumerable: true, writable: true, configurable: true }
  Object.defineProperty(holder, path.at(-1) ?? '', { value, ...open })
}

/**
 * Breaks loops such as `Pet` being `oneOf` `Cat`, and `Cat` being `allOf` `Pet`: taken literally, validating a value
 * never ends. In the `allOf` of such a loop the target is inserted without the union that leads back, which is what
 * the author means. Documents without loops are returned unchanged.
 */
export function breakLoops(root: RawObject): { root: RawObject; changed: readonly (readonly string[])[] } {
  const loop = loopIn(root)
  if (loop.length === 0) return { root, changed: [] }
  const throughAllOf = loop.filter(({ below }) => below.includes('allOf'))
  const cut = throughAllOf.length > 0 ? throughAllOf : loop
  const paths = new Map(cut.map((inPlace) => [pointerOf(...inPlace.reference.path), inPlace]))
  const copy = structuredClone(root)
  for (const { reference, target } of paths.values()) {
    replaceReference(copy, reference.path, straightened(root, target, loop))
  }
  const rest = breakLoops(copy)
  const changed = Array.from(paths.values(), ({ reference }) => reference.path)
  return { root: rest.root, changed: [...changed, ...rest.changed] }
}
