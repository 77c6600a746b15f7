import {
  appendKey,
  type Dialect,
  dialectOf,
  isObject,
  member,
  type SchemaNames,
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
