import {
  appendKey,
  cached,
  type Dialect,
  dialectOf,
  discriminatorIn,
  endOfChain,
  entriesOf,
  extendingByName,
  isObject,
  type JsonObject,
  keysOf,
  lastKey,
  locationsOf,
  member,
  memberAt,
  objectOf,
  once,
  pointerOf,
  readSchema,
  refOf,
  resolvePath,
  SchemaNames,
  segmentsOf,
  textOf,
} from '../../document/index.js'
import type { KindName } from '../catalogue/index.js'
import type { Direction } from '../model/report.js'

/** A location in one of the two documents, with its value. */
export interface Fragment {
  readonly document: ComparedDocument
  readonly value: unknown
  /** Pointer in fragment form. */
  readonly pointer: string
  /** For a schema: whether the context allows null as well. */
  readonly orNull?: boolean
  /** For a compared schema: the reference that led to it. */
  readonly by?: Fragment
}

/** One of the two documents, with caches of resolved references. */
export interface ComparedDocument {
  readonly root: unknown
  readonly dialect: Dialect
  /** Cached targets of references. */
  readonly targets: Map<string, Fragment>
  /** Cached ends of chains of references, by the text of the first reference. */
  readonly ends: Map<string, Fragment>
  /** The schemas that dynamic references lead to here, by anchor: the outermost schema that states it has precedence. */
  readonly anchors: ReadonlyMap<string, Fragment>
  /** Copies of the document with the anchors that a schema adds, by that schema. */
  readonly within: Map<unknown, ComparedDocument>
}

/** The root fragment of a document. */
export function documentFragment(root: unknown): Fragment {
  return rootFragment(emptyDocument(root, dialectOf(root) ?? '2020-12', new Map()))
}

const emptyDocument = (
  root: unknown,
  dialect: Dialect,
  anchors: ComparedDocument['anchors'],
): ComparedDocument => ({ root, dialect, anchors, targets: new Map(), ends: new Map(), within: new Map() })

/** The root fragment of a document whose caches exist. */
export function rootFragment(document: ComparedDocument): Fragment {
  return { document, value: document.root, pointer: '#' }
}

/** The fragment of a value under a key of its parent. */
export function fragmentAt({ document, pointer }: Fragment, key: string | number, value: unknown): Fragment {
  return entered(document, value, appendKey(pointer, key))
}

/** A fragment in the dynamic scope that its own anchors, and those of its `$defs`, extend. */
const entered = (document: ComparedDocument, value: unknown, pointer: string): Fragment => {
  if (!isObject(value) || !('$defs' in value || '$dynamicAnchor' in value))
    return { document, value, pointer }
  const inner = cached(document.within, value, () => {
    const definitions = Object.entries(objectOf(value['$defs'])).map(
      ([name, one]) => [one, appendKey(appendKey(pointer, '$defs'), name)] as const,
    )
    const anchored = [[value, pointer] as const, ...definitions].flatMap(([one, at]) => {
      const anchor = textOf(member(one, '$dynamicAnchor'))
      const isNew = anchor !== undefined && !document.anchors.has(anchor)
      return isNew ? [[anchor, { document, value: one, pointer: at }] as const] : []
    })
    if (anchored.length === 0) return document
    return emptyDocument(document.root, document.dialect, new Map([...document.anchors, ...anchored]))
  })
  return { document: inner, value, pointer }
}

/** The fragment of a member, when the object has it. */
export function childOf(fragment: Fragment | undefined, key: string): Fragment | undefined {
  const value = member(fragment?.value, key)
  return fragment === undefined || value === undefined ? undefined : fragmentAt(fragment, key, value)
}

/** The fragments of all members of an object, by name. */
export function childrenOf(fragment: Fragment | undefined): ReadonlyMap<string, Fragment> {
  if (fragment === undefined) return new Map()
  return new Map(entriesOf(fragment.value).map(([key, value]) => [key, fragmentAt(fragment, key, value)]))
}

/** The fragments of all items of a list. */
export function itemsOf(fragment: Fragment | undefined): Fragment[] {
  return fragment !== undefined && Array.isArray(fragment.value)
    ? fragment.value.map((value: unknown, index) => fragmentAt(fragment, index, value))
    : []
}

const schemaNamesOf = once(
  (root: JsonObject) => new SchemaNames([...locationsOf(root)].filter(({ kind }) => kind === 'schema')),
)

const find = ({ document, pointer }: Fragment, ref: string): Fragment | undefined => {
  const { root } = document
  const isPointer = ref.startsWith('#/') && resolvePath(root, segmentsOf(ref)) !== undefined
  const target = isPointer ? ref : schemaNamesOf(objectOf(root)).pointerOf(ref, keysOf(pointer))
  if (target === undefined) return undefined
  const path = segmentsOf(target)
  const value = resolvePath(document.root, path)
  return value === undefined ? undefined : entered(document, value, path.reduce<string>(appendKey, '#'))
}

/** The target of a `$ref` at a fragment; undefined if it is outside of the document or does not exist. */
export function targetOf(fragment: Fragment, ref: string): Fragment | undefined {
  const { targets } = fragment.document
  if (targets.has(ref)) return targets.get(ref)
  const target = find(fragment, ref)
  // An identifier around a reference can decide where it leads, so only pointers into the document are cached.
  if (target?.pointer === ref) targets.set(ref, target)
  return target
}

/** The target of a `$dynamicRef`: the outermost schema around it with that anchor, or that of a `$ref`. */
export function dynamicTargetOf(fragment: Fragment, ref: string): Fragment | undefined {
  const { document } = fragment
  const target = document.anchors.get(ref.slice(1))
  return target === undefined ? targetOf(fragment, ref) : entered(document, target.value, target.pointer)
}

/**
 * References to the component schemas that extend a schema with a discriminator, directly or not, by that schema: its
 * values are theirs, although it does not refer to them. A schema that lists its variants is not included.
 */
export const extensionsOf = once((root: JsonObject): ReadonlyMap<unknown, readonly string[]> => {
  const schemas = objectOf(memberAt(root, 'components', 'schemas'))
  const extending = extendingByName(schemas)
  return new Map(
    Object.entries(schemas).flatMap(([name, schema]) => {
      if (!isObject(schema) || discriminatorIn(schema) === undefined) return []
      if (extending.get(name) === undefined || 'oneOf' in schema || 'anyOf' in schema) return []
      const names = new Set(extending.get(name))
      for (const one of names) for (const further of extending.get(one) ?? []) names.add(further)
      names.delete(name)
      return [[schema, [...names].map((one) => pointerOf('components', 'schemas', one))] as const]
    }),
  )
})

/** The last, decoded segment of a reference. */
export function nameOfReference(ref: string): string {
  return (ref.startsWith('#/') ? segmentsOf(ref).at(-1) : undefined) ?? lastKey(ref)
}

/** Follows references to the end, or to a broken or circular one; in schemas siblings may apply too. */
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
  if (known === undefined && end !== fragment && fragment.document.targets.has(ref)) ends.set(ref, end)
  return fragment.orNull === true ? { ...end, orNull: true } : end
}

/** A thing of the older document, and its counterpart in the newer one. */
export type Both<Item> = readonly [from: Item, to: Item]

/** The fragments on one side of a comparison: one, or several that apply together (a schema and its `allOf`). */
export type Fragments = readonly Fragment[]

/** A direction that data can flow in. */
export type Flow = 'request' | 'response'

/** The facts of a difference, as a walker reports them. */
export interface Facts {
  readonly from?: Fragment | undefined
  readonly to?: Fragment | undefined
  /** The owner of the difference if it is not the location itself, such as the object of a removed property. */
  readonly owner?: Fragment | undefined
  readonly name?: string
  readonly before?: unknown
  readonly after?: unknown
  /** Why a rename was assumed. */
  readonly guess?: string
  /** Location of the difference below the node, as uses print it. */
  readonly step?: string
}

/** One difference, before its uses are known. */
export interface Edit extends Facts {
  readonly kind: KindName
  readonly direction: Direction
}

/** Names the operation below an edge, given the name of the operation above it. */
export type Naming = (outer: string) => { readonly operation: string; readonly operationId?: string }

/** A link from a comparison to one that it contains. */
interface Edge {
  readonly step: string
  readonly node: Node
  /** Present if the edge leads into another operation, such as a callback. */
  readonly naming?: Naming | undefined
}

/** The change of the set of values that a schema accepts. */
export type SetChange = 'narrowed' | 'widened' | 'changed' | 'same'

/** A difference whose kind depends on separate comparisons; there is none if they lead to no kind. */
export interface Deferred {
  readonly kindFor: (changes: readonly SetChange[]) => KindName | undefined
  readonly nodes: readonly Node[]
  readonly facts: Facts
  readonly direction: Direction
}

/** One comparison, shared by all edges that lead to it. */
export interface Node {
  readonly edits: Edit[]
  readonly edges: Edge[]
  readonly deferred: Deferred[]
}

/**
 * The form that the values of a schema have: `text` in parameters and headers, where a number is a string of digits;
 * `parts` of a multipart body, which can be `bytes`.
 */
export type SchemaForm = 'schema' | 'text' | 'parts' | 'bytes'

/** The subject that a walker compares. */
export type Subject =
  | 'document'
  | 'operation'
  | 'parameter'
  | 'header'
  | 'body'
  | 'mediaType'
  | 'response'
  | 'security'
  | 'securityScheme'
  | SchemaForm

export interface EnterOptions {
  /** The step to it, as uses print it: `response 200`, `/items`. */
  readonly step?: string
  readonly flow?: Flow
  readonly naming?: Naming
}

/** A comparison in progress, as walkers see it. */
export interface Visit {
  readonly flow: Flow
  /** Records a difference in the direction of the visit, unless another is given or the kind has none. */
  readonly report: (kind: KindName, facts: Facts, flow?: Flow) => void
  /** Queues the comparison of a child, which runs once per pair and direction. */
  readonly enter: (subject: Subject, from: Fragments, to: Fragments, how?: EnterOptions) => void
  /** Compares pairs of schemas separately, and records one difference of the kind that the results lead to, if any. */
  readonly defer: (pairs: readonly Both<Fragments>[], kindFor: Deferred['kindFor'], facts: Facts) => void
}

/** Reports what only one of two maps has under a name, and passes on what both have. */
export function compareMaps<Item extends Fragment | Fragments>(
  visit: Visit,
  { from, to }: Pick<Facts, 'from' | 'to'>,
  [before, after]: Both<ReadonlyMap<string, Item>>,
  [removed, added]: Both<KindName>,
  both: (one: Item, other: Item, name: string) => void = () => {},
): void {
  const firstOf = (item: Item): Fragment | undefined => [item].flat()[0]
  for (const [name, one] of before) {
    const other = after.get(name)
    if (other === undefined) visit.report(removed, { from: firstOf(one), to, owner: from, name })
    else both(one, other, name)
  }
  for (const [name, other] of after)
    if (!before.has(name)) visit.report(added, { from, to: firstOf(other), owner: to, name })
}

/** Compares two fragments of one subject. Never recursive: children are queued with `enter`. */
export type Walker = (visit: Visit, from: Fragments, to: Fragments) => void

/** A walker that only runs if both sides have the fragment. */
export function ofBoth(compare: (visit: Visit, from: Fragment, to: Fragment) => void): Walker {
  return (visit, [from], [to]) => {
    if (from && to) compare(visit, from, to)
  }
}

/** The walker of each kind. */
export type Walkers = Readonly<Record<Subject, Walker>>
