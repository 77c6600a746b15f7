import { identifier, Names, suffixed } from '../../build/names.js'
import {
  entriesOf,
  isObject,
  listOf,
  locationsOf,
  pointerOf,
  resolvePointer,
  segmentsOf,
  endOfChain,
  refOf,
} from '../../../document/index.js'
import type { LoadedDocument, RawObject } from '../../model/document.js'
import type { OtherKind, SchemaNames } from '../declarations/model.js'
import { demandsMore } from './schema.js'

/** The target of a reference. */
export interface Target {
  readonly pointer: string
  readonly path: readonly string[]
  readonly node: unknown
  /** The kind of declaration of the target. */
  readonly kind: 'schemas' | '$defs' | 'inner'
  /** The name of its declaration, generated for a nested schema. */
  readonly name: string
}

/** The members of a document that resolving references needs. */
export type Tree = Pick<LoadedDocument, 'root' | 'dialect'>

/** Names of properties with a mark, directly or possibly through a reference. */
type Marks = Readonly<Record<'readOnly' | 'writeOnly', ReadonlySet<string>>>

const marksOf = (root: RawObject): Marks => {
  const names = { readOnly: new Set<string>(), writeOnly: new Set<string>() }
  const indirect = new Set<string>()
  const isUsed = { readOnly: false, writeOnly: false }
  for (const { node, kind } of locationsOf(root)) {
    if (kind !== 'schema' || !isObject(node)) continue
    for (const mark of ['readOnly', 'writeOnly'] as const) isUsed[mark] ||= node[mark] === true
    for (const [name, property] of entriesOf(node['properties'])) {
      if (!isObject(property)) continue
      if (property['readOnly'] === true) names.readOnly.add(name)
      if (property['writeOnly'] === true) names.writeOnly.add(name)
      if ('$ref' in property || 'allOf' in property) indirect.add(name)
    }
  }
  const all = (mark: 'readOnly' | 'writeOnly'): ReadonlySet<string> =>
    isUsed[mark] ? new Set([...names[mark], ...indirect]) : names[mark]
  return { readOnly: all('readOnly'), writeOnly: all('writeOnly') }
}

/** Resolves references, and collects everything that applies with a schema. */
export class References {
  readonly #document: Tree
  readonly #byReference = new Map<string, Target>()
  readonly #byPointer = new Map<string, Target>()
  readonly #ends = new Map<string, Target>()
  readonly #objects = new Map<string, unknown>()
  readonly #names: Names
  #marked: Marks | undefined
  /** Targets without a declaration in the document. */
  readonly inner: Target[] = []

  /** @param names identifiers of the component schemas, which no other name may equal */
  constructor(document: Tree, names: SchemaNames = new Map()) {
    this.#document = document
    this.#names = new Names(names.values())
  }

  /** The name of the component of a kind that an object refers to. */
  componentName(node: unknown, kind: OtherKind): string | undefined {
    const ref = isObject(node) ? node['$ref'] : undefined
    if (typeof ref !== 'string') return undefined
    const [root, found, name, ...rest] = segmentsOf(ref)
    const isComponent = root === 'components' && found === kind && rest.length === 0
    return isComponent ? name : undefined
  }

  /** A non-schema object of the document with references followed; undefined if it is not an object. */
  resolved(node: unknown): RawObject | undefined {
    const end = endOfChain(node, refOf, (ref) => this.#objectAt(ref))
    return isObject(end) && refOf(end) === undefined ? end : undefined
  }

  #objectAt(ref: string): unknown {
    const known = this.#objects.get(ref)
    if (known !== undefined) return known
    const found = resolvePointer(this.#document.root, ref)
    this.#objects.set(ref, found)
    return found
  }

  /** Whether a local reference has a target. */
  exists(ref: string): boolean {
    return resolvePointer(this.#document.root, ref) !== undefined
  }

  /** The direct target of a reference. */
  target(ref: string): Target {
    const known = this.#byReference.get(ref)
    if (known) return known
    const segments = segmentsOf(ref)
    const pointer = pointerOf(...segments)
    const found = this.#byPointer.get(pointer) ?? this.#newTarget(pointer, segments)
    this.#byPointer.set(pointer, found)
    this.#byReference.set(ref, found)
    return found
  }

  #newTarget(pointer: string, segments: readonly string[]): Target {
    const [root, kind, name = '', ...rest] = segments
    const node = resolvePointer(this.#document.root, pointer)
    if (root === 'components' && kind === 'schemas' && rest.length === 0)
      return { kind: 'schemas', pointer, path: segments, node, name }
    if (root === '$defs' && segments.length === 2)
      return { kind: '$defs', pointer, path: segments, node, name: kind ?? '' }
    const free = this.#names.take(suffixed(identifier(segments.join('_')), '_'))
    const target: Target = { kind: 'inner', pointer, path: segments, node, name: free }
    this.inner.push(target)
    return target
  }

  /** The schema at the end of a chain of plain references. */
  end(ref: string): Target {
    const passed: Target[] = []
    let here = this.target(ref)
    for (let next = this.#next(here); next && !this.#ends.has(here.pointer); next = this.#next(here)) {
      passed.push(here)
      here = next
    }
    const end = this.#ends.get(here.pointer) ?? here
    for (const { pointer } of passed) this.#ends.set(pointer, end)
    return end
  }

  #next({ node }: Target): Target | undefined {
    if (!isObject(node) || node['nullable'] === true) return undefined
    const { $ref } = node
    return typeof $ref === 'string' && this.hidesSiblings(node) ? this.target($ref) : undefined
  }

  /** Whether the siblings of a reference do not matter: there are no assertions, or OpenAPI 3.0 ignores them. */
  hidesSiblings(schema: RawObject): boolean {
    return this.#document.dialect === '3.0' || !demandsMore(schema)
  }

  /** All schemas that a value must satisfy at once: the schema itself, its reference, its `allOf`, and theirs. */
  partsOf(schema: unknown): readonly RawObject[] {
    const parts = new Set([schema])
    const found: RawObject[] = []
    for (const part of parts) {
      if (!isObject(part)) continue
      const { $ref } = part
      if (typeof $ref === 'string') parts.add(this.target($ref).node)
      if (typeof $ref === 'string' && this.#document.dialect === '3.0') continue
      found.push(part)
      for (const member of listOf(part['allOf'])) parts.add(member)
    }
    return found
  }

  /**
   * Whether any property of this name in the document may have the mark. A quick test before `isMarked`, which can be
   * slow and is seldom needed.
   */
  mayBeMarked(name: string, mark: 'readOnly' | 'writeOnly'): boolean {
    return this.#marks()[mark].has(name)
  }

  #marks(): Marks {
    this.#marked ??= marksOf(this.#document.root)
    return this.#marked
  }

  /** Whether a property has the mark `readOnly` or `writeOnly`, directly or through its references. */
  isMarked(property: unknown, mark: 'readOnly' | 'writeOnly'): boolean {
    return this.partsOf(property).some((part) => part[mark] === true)
  }
}
