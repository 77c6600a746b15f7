import {
  collectReferences,
  entriesOf,
  groupedBy,
  locate,
  locationsOf,
  pointerTo,
  type Reference,
  segmentsOf,
} from '../document/index.js'
import { parameterOn } from './load/gate.js'
import { formIn, type NamedOperation, namedOperations } from './build/operations.js'
import type { Gap, LoadedDocument, RawObject } from './model/document.js'

/** An unreadable part of a document, which validates no values. */
export interface Unread {
  /** Its JSON Pointer in the document, in OpenAPI 3 if it was converted. */
  readonly pointer: string
  readonly message: string
  /** Name of the operation that it belongs to; absent if no operation uses it. */
  readonly operation?: string
  /** The part of the operation that it is in; absent for other parts, or the operation itself. */
  readonly part?: 'parameters' | 'requestBody' | 'responses'
  /** The status of the response as written, or the name of the parameter. */
  readonly name?: string
}

/** The smallest reusable part of a document, or part of an operation, that contains a gap. */
interface Owner extends Pick<Unread, 'part' | 'name'> {
  readonly key: string
  /** The path of its operations, and their method unless it applies to all. */
  readonly path?: string
  readonly method?: string
}

const partNamed = (name: string | undefined): Unread['part'] =>
  (['parameters', 'requestBody', 'responses'] as const).find((part) => part === name)

/** @param depth the number of keys before the key of the part */
const partAt = (at: readonly string[], depth: number, parameter: string | undefined): Owner => {
  const part = partNamed(at[depth])
  if (part === undefined) return { key: pointerTo(at.slice(0, depth)) }
  if (part === 'requestBody') return { part, key: pointerTo(at.slice(0, depth + 1)) }
  const name = part === 'parameters' ? parameter : at[depth + 1]
  const key = pointerTo([...at.slice(0, depth + 1), name ?? ''])
  return { part, key, ...(name !== undefined && { name }) }
}

/** Assigns the gaps of a document to operations. */
class Attribution {
  readonly #root: RawObject
  readonly #operations: ReadonlyMap<string, readonly NamedOperation[]>
  /** By the key of an owner, the references to it. */
  readonly #users: ReadonlyMap<string, readonly Reference[]>
  readonly #found: Unread[] = []

  constructor(document: LoadedDocument) {
    this.#root = document.root
    this.#operations = groupedBy(namedOperations(document, 'paths'), ({ path }) => path)
    const all = collectReferences(document.root)
    this.#users = groupedBy(all, ({ ref }) => this.#locatedOwner(segmentsOf(ref)).key)
  }

  /** Every part of an operation gets all gaps in itself, and the first gap of each component that it refers to. */
  of(gaps: readonly Gap[]): readonly Unread[] {
    const waiting = gaps.map((gap) => [this.#ownerOf(gap.path, gap.parameter), gap] as const)
    const reached = new Set<string>()
    for (const [index, [owner, gap]] of waiting.entries()) {
      if (index < gaps.length || !reached.has(owner.key)) this.#tell(owner, gap)
      if (reached.has(owner.key)) continue
      reached.add(owner.key)
      // One path item may refer to another.
      const item = owner.path === undefined ? [] : [pointerTo(['paths', owner.path])]
      for (const key of [owner.key, ...item])
        for (const { path } of this.#users.get(key) ?? []) waiting.push([this.#locatedOwner(path), gap])
    }
    const reported = new Set(this.#found.map(({ pointer }) => pointer))
    return [...this.#found, ...gaps.map(unreadAt).filter(({ pointer }) => !reported.has(pointer))]
  }

  #locatedOwner(at: readonly string[]): Owner {
    return this.#ownerOf(at, parameterOn(this.#root, at))
  }

  #ownerOf(at: readonly string[], parameter: string | undefined): Owner {
    const [section, path = '', third, fourth] = at
    if (section !== 'paths') return { key: pointerTo(at.slice(0, 3)) }
    const isAdditional = third === 'additionalOperations'
    const method = isAdditional ? fourth : third
    if (third === 'parameters') return { path, ...partAt(at, 2, parameter) }
    if (method === undefined) return { path, key: pointerTo(at) }
    return { path, method, ...partAt(at, isAdditional ? 4 : 3, parameter) }
  }

  #tell({ path, method, part, name }: Owner, gap: Gap): void {
    for (const one of path === undefined ? [] : (this.#operations.get(path) ?? [])) {
      if (method !== undefined && one.method !== method) continue
      const where = { ...(part && { part }), ...(name !== undefined && { name }) }
      this.#found.push({ ...unreadAt(gap), operation: one.name, ...where })
    }
  }
}

const unreadAt = ({ path, reason }: Gap): Unread => ({ pointer: pointerTo(path), message: reason })

const isNoForm = (root: RawObject, path: readonly string[]): boolean => {
  const at = locate(root, path)
  return at?.node['in'] === 'querystring' && !formIn(root, at)?.node['properties']
}

/** The parts of an OpenAPI 3.2 document that are reported as not validated. */
export function unsupportedIn(root: RawObject): readonly Gap[] {
  if (!String(root['openapi']).startsWith('3.2')) return []
  const gaps: Gap[] = []
  for (const { node, path, kind } of locationsOf(root)) {
    if (kind !== 'object' && kind !== 'map') continue
    const at = (key: string, reason: string): void => void gaps.push({ path: [...path, key], reason })
    const known = entriesOf(node).map(([key]) => key)
    if (kind === 'object' && known.includes('itemSchema'))
      at('itemSchema', 'items of a stream are not judged individually')
    if (kind === 'map' && path.at(-1) === 'additionalOperations')
      for (const key of known)
        if (key !== key.toUpperCase()) at(key, 'a method that is not in upper case is not called')
    if (path.at(-2) === 'parameters' && isNoForm(root, path))
      gaps.push({ path, reason: 'a query string that is not a form with properties is not written' })
  }
  return gaps
}

/** The gaps of a document, with the operations that they are in. */
export function attributed(document: LoadedDocument, gaps: readonly Gap[]): readonly Unread[] {
  return gaps.length === 0 ? [] : new Attribution(document).of(gaps)
}
