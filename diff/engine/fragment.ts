import {
  appendKey,
  type Dialect,
  dialectOf,
  endOfChain,
  isObject,
  keysOf,
  lastKey,
  locationsOf,
  member,
  readSchema,
  refOf,
  resolvePath,
  SchemaNames,
  segmentsOf,
} from '../../document/index.js'

/** A location in one of the two documents, with its value. */
export interface Fragment {
  readonly document: ComparedDocument
  readonly value: unknown
  /** Pointer in fragment form. */
  readonly pointer: string
  /** For a schema: whether the context allows null as well. */
  readonly orNull?: boolean
}

/** One of the two documents, with caches of resolved references. */
export interface ComparedDocument {
  readonly root: unknown
  readonly dialect: Dialect
  /** Cached targets of references. */
  readonly targets: Map<string, Fragment | undefined>
  /** Cached ends of chains of references, by the text of the first reference. */
  readonly ends: Map<string, Fragment>
  /** Schemas by anchor and identifier, indexed when a reference first needs them. */
  schemaNames?: SchemaNames
}

/** The root fragment of a document. */
export function documentFragment(root: unknown): Fragment {
  return rootFragment({ root, dialect: dialectOf(root) ?? '2020-12', targets: new Map(), ends: new Map() })
}

/** The root fragment of a document whose caches exist. */
export function rootFragment(document: ComparedDocument): Fragment {
  return { document, value: document.root, pointer: '#' }
}

/** The fragment of a value under a key of its parent. */
export function fragmentAt({ document, pointer }: Fragment, key: string | number, value: unknown): Fragment {
  return { document, value, pointer: appendKey(pointer, key) }
}

/** The fragment of a member, when the object has it. */
export function childOf(fragment: Fragment | undefined, key: string): Fragment | undefined {
  const value = member(fragment?.value, key)
  return fragment === undefined || value === undefined ? undefined : fragmentAt(fragment, key, value)
}

/** The fragments of all members of an object, by name. */
export function childrenOf(fragment: Fragment | undefined): ReadonlyMap<string, Fragment> {
  if (fragment === undefined || !isObject(fragment.value)) return new Map()
  const children = new Map<string, Fragment>()
  for (const key of Object.keys(fragment.value))
    children.set(key, fragmentAt(fragment, key, fragment.value[key]))
  return children
}

/** The fragments of all items of a list. */
export function itemsOf(fragment: Fragment | undefined): Fragment[] {
  return fragment !== undefined && Array.isArray(fragment.value)
    ? fragment.value.map((value: unknown, index) => fragmentAt(fragment, index, value))
    : []
}

const schemaNamesOf = (root: unknown): SchemaNames =>
  new SchemaNames([...locationsOf(root)].filter(({ kind }) => kind === 'schema'))

const find = ({ document, pointer }: Fragment, ref: string): Fragment | undefined => {
  const isPointer = ref === '#' || ref.startsWith('#/')
  if (!isPointer) document.schemaNames ??= schemaNamesOf(document.root)
  const target = isPointer ? ref : document.schemaNames?.pointerOf(ref, keysOf(pointer))
  if (target === undefined) return undefined
  const path = segmentsOf(target)
  const value = resolvePath(document.root, path)
  return value === undefined ? undefined : { document, value, pointer: path.reduce<string>(appendKey, '#') }
}

/** The target of a `$ref` at a fragment; undefined if it is outside of the document or does not exist. */
export function targetOf(fragment: Fragment, ref: string): Fragment | undefined {
  const { targets } = fragment.document
  if (targets.has(ref)) return targets.get(ref)
  const target = find(fragment, ref)
  // An identifier resolves against the identifiers around the reference, so only pointers are cached.
  if (ref.startsWith('#')) targets.set(ref, target)
  return target
}

/** The last, decoded segment of a reference. */
export function nameOfReference(ref: string): string {
  return (ref.startsWith('#/') ? segmentsOf(ref).at(-1) : undefined) ?? lastKey(ref)
}

/**
 * Follows a chain of references to its end. Not for schemas, where siblings of `$ref` may apply. A reference that is
 * broken or circular is returned as it is.
 */
export function followed(fragment: Fragment): Fragment {
  return endOfChain(
    fragment,
    ({ value }) => refOf(value),
    (ref) => targetOf(fragment, ref),
  )
}

/** The `$ref` of a value if no sibling of it applies. */
const onlyRef = ({ value, document }: Fragment): string | undefined => {
  const ref = refOf(value)
  if (ref === undefined || !isObject(value)) return undefined
  const { keywords, orNull } = readSchema(value, document.dialect)
  return !orNull && Object.keys(keywords).length === 1 ? ref : undefined
}

/** The schema behind a reference that has no siblings. Chains are followed once per text of a reference. */
export function schemaBehind(fragment: Fragment): Fragment {
  const ref = onlyRef(fragment)
  if (ref === undefined) return fragment
  const { ends } = fragment.document
  const known = ends.get(ref)
  const end = known ?? endOfChain(fragment, onlyRef, (one) => targetOf(fragment, one))
  // An identifier resolves against the identifiers around the reference, and a broken reference ends at itself:
  // neither is cached.
  if (known === undefined && end !== fragment && ref.startsWith('#')) ends.set(ref, end)
  return fragment.orNull === true ? { ...end, orNull: true } : end
}
