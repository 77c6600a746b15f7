import {
  cached,
  entriesOf,
  followed,
  isObject,
  listOf,
  member,
  pointerOf,
  refOf,
  resolvePointer,
  segmentsOf,
  textsOf,
} from '../../document/index.js'
import { identifier, Names, suffixed } from '../build/names.js'
import type { LoadedDocument, RawObject } from '../model/document.js'
import type { EnumDeclaration, EnumMember, OtherKind, SchemaNames } from './declarations.js'

const typeList = ({ type }: RawObject): readonly unknown[] =>
  Array.isArray(type) ? type : type === undefined || type === null ? [] : [type]

/** Whether a schema itself allows null: by `nullable`, or as one of several types. */
export function allowsNull(schema: RawObject): boolean {
  const types = typeList(schema)
  if (schema['nullable'] === true) return true
  return (
    types.length > 1 &&
    types.some((type) => type === 'null' || type === null) &&
    (valuesOf(schema)?.includes(null) ?? true)
  )
}

const marksOfObjects = ['properties', 'additionalProperties', 'patternProperties', 'required']
const marksOfLists = ['items', 'prefixItems']

const says = (schema: RawObject, keyword: string): boolean =>
  schema[keyword] !== undefined && schema[keyword] !== null

/** The types that a schema names or its keywords imply, without null unless it is the only one. */
export function typesOf(schema: RawObject): readonly string[] {
  const types = typeList(schema)
  const named = textsOf(types).filter((type) => type !== 'null')
  if (named.length > 0) return [...new Set(named)]
  if (types.length > 0) return ['null']
  if (marksOfObjects.some((keyword) => says(schema, keyword))) return ['object']
  return marksOfLists.some((keyword) => says(schema, keyword)) ? ['array'] : []
}

const demands = 'required properties type allOf anyOf oneOf additionalProperties enum const'.split(' ')

/** The schemas of items: those of fixed positions, and that of the rest. */
export function itemsOf(schema: RawObject): { readonly first: readonly unknown[]; readonly rest: unknown } {
  const { items, prefixItems, additionalItems } = schema
  if (Array.isArray(items)) return { first: items, rest: additionalItems }
  return { first: listOf(prefixItems), rest: items }
}

/** The schema of additional members, if it asserts anything. */
export function othersOf(schema: RawObject): unknown {
  const { additionalProperties, unevaluatedProperties } = schema
  const isComposed = ['allOf', 'anyOf', 'oneOf', '$ref'].some((keyword) => keyword in schema)
  return additionalProperties ?? (isComposed ? undefined : unevaluatedProperties)
}

/** The values that a schema lists: in `const`, `enum`, or the extension for open enumerations. */
export function valuesOf(schema: RawObject): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']]
  const values = listOf(schema['enum'])
  if (values.length > 0) return values
  const known = listOf(schema['x-extensible-enum'])
  return known.length > 0 ? known : undefined
}

/** The type of values that may be added to an enumeration; undefined if none can. */
export function growthOf(schema: RawObject): 'string' | 'number' | undefined {
  const values = (valuesOf(schema) ?? []).filter((value) => value !== null)
  if (values.length < 2 || 'const' in schema) return undefined
  if (values.every((value) => typeof value === 'string')) return 'string'
  return values.every((value) => typeof value === 'number') ? 'number' : undefined
}

/** Whether the document itself marks an enumeration as open. */
export function isMarkedOpen(schema: RawObject): boolean {
  const mark = schema['x-extensible-enum']
  return mark === true || (Array.isArray(mark) && mark.length > 0)
}

const namesIn = (schema: RawObject, count: number): readonly string[] | undefined => {
  const names = textsOf(schema['x-enum-varnames'] ?? schema['x-enumNames'])
  const isUsable = names.length === count && new Set(names).size === count
  return isUsable ? names : undefined
}

const membersOf = (schema: unknown): readonly EnumMember[] => {
  if (!isObject(schema) || 'const' in schema) return []
  const all = valuesOf(schema) ?? []
  const values = [...new Set(all)].filter((value) => value !== null)
  const texts = values.filter((value) => typeof value === 'string')
  const numbers = values.filter((value) => typeof value === 'number')
  // A string and a number with the same spelling would need the same key.
  if (texts.length !== values.length && numbers.length !== values.length) return []
  const names = namesIn(schema, listOf(schema['enum']).length)
  return [...texts, ...numbers].map((value, index) => ({
    key: (all.length === values.length ? names?.[index] : undefined) ?? String(value),
    value,
  }))
}

/** The component schemas that are enumerations of strings or numbers, as objects of constants. */
export function enumDeclarations({ components }: RawObject): readonly EnumDeclaration[] {
  return entriesOf(member(components, 'schemas'))
    .map(([schema, node]) => ({ schema, members: membersOf(node) }))
    .filter(({ members }) => members.length > 0)
}

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
type Tree = Pick<LoadedDocument, 'root' | 'dialect'>

/** Resolves references, and collects everything that applies with a schema. */
export class References {
  readonly #document: Tree
  readonly #byReference = new Map<string, Target>()
  readonly #byPointer = new Map<string, Target>()
  readonly #ends = new Map<string, Target>()
  readonly #names: Names
  /** Targets without a declaration in the document. */
  readonly inner: Target[] = []

  /** @param names identifiers of the component schemas, which no other name may equal */
  constructor(document: Tree, names: SchemaNames = new Map()) {
    this.#document = document
    this.#names = new Names(names.values())
  }

  /** The name of the component of a kind that an object refers to. */
  componentName(node: unknown, kind: OtherKind): string | undefined {
    const ref = refOf(node)
    if (ref === undefined) return undefined
    const [root, found, name, ...rest] = segmentsOf(ref)
    const isComponent = root === 'components' && found === kind && rest.length === 0
    return isComponent ? name : undefined
  }

  /** A non-schema object of the document with references followed; undefined if it is not an object. */
  resolved(node: unknown): RawObject | undefined {
    const end = followed(this.#document.root, node)
    return isObject(end) && refOf(end) === undefined ? end : undefined
  }

  /** Whether a local reference has a target. */
  exists(ref: string): boolean {
    return resolvePointer(this.#document.root, ref) !== undefined
  }

  /** The direct target of a reference. */
  target(ref: string): Target {
    return cached(this.#byReference, ref, () => {
      const segments = segmentsOf(ref)
      const pointer = pointerOf(...segments)
      return cached(this.#byPointer, pointer, () => this.#newTarget(pointer, segments))
    })
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
    return this.#document.dialect === '3.0' || !demands.some((keyword) => keyword in schema)
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

  /** Whether a property has the mark `readOnly` or `writeOnly`, directly or through its references. */
  isMarked(property: unknown, mark: 'readOnly' | 'writeOnly'): boolean {
    return this.partsOf(property).some((part) => part[mark] === true)
  }
}

/** Whether a keyword holds an object with members. */
export function isFilled(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0
}
