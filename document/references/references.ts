import {
  isObject,
  type JsonObject,
  member,
  once,
  pointerTo,
  resolvePath,
  resolvePointer,
  segmentsOf,
  textOf,
} from '../json/json.js'
import { type Location, locationsOf } from '../walk/locations.js'

/** An object of a document, with the path at which it is defined once references are followed. */
export interface Located {
  readonly node: JsonObject
  readonly path: readonly string[]
}

/** The `$ref` of an object, if it has one. */
export function refOf(value: unknown): string | undefined {
  return textOf(member(value, '$ref'))
}

/** Follows references to a value that is not a reference, or to one that is broken or circular. */
export function endOfChain<Target>(
  start: Target,
  refIn: (target: Target) => string | undefined,
  find: (ref: string) => Target | undefined,
): Target {
  const seen = new Set<string>()
  let end = start
  for (let ref = refIn(end); ref !== undefined && !seen.has(ref); ref = refIn(end)) {
    seen.add(ref)
    const target = find(ref)
    if (target === undefined) return end
    end = target
  }
  return end
}

/** The value with references followed. */
export function followed(root: unknown, value: unknown): unknown {
  return endOfChain(value, refOf, (ref) => resolvePointer(root, ref))
}

/** The object at a path of a document, with references followed. */
export function locate(root: unknown, path: readonly string[]): Located | undefined {
  const { node, path: end } = endOfChain<{ readonly node: unknown; readonly path: readonly string[] }>(
    { node: resolvePath(root, path), path },
    (target) => refOf(target.node),
    (ref) => {
      const target = resolvePointer(root, ref)
      return target === undefined ? undefined : { node: target, path: segmentsOf(ref) }
    },
  )
  return isObject(node) && refOf(node) === undefined ? { node, path: end } : undefined
}

// Maps with fixed patterns of names allow `x-` extensions; in other maps, such as headers, `x-` is part of a name.
const extensible: ReadonlySet<string> = new Set(['responses', 'content', 'paths', 'webhooks'])

/** The located members of a map; members that are not objects are skipped. */
export function locateMembers(
  root: unknown,
  holder: Located,
  field: string,
): (readonly [name: string, member: Located])[] {
  const map = holder.node[field]
  if (!isObject(map)) return []
  return Object.keys(map).flatMap((name) => {
    if (extensible.has(field) && name.startsWith('x-')) return []
    const found = locate(root, [...holder.path, field, name])
    return found ? [[name, found] as const] : []
  })
}

const isAnchor = /^#[A-Za-z_][-A-Za-z0-9._]*$/

const namesOf = ({ node, kind }: Location): string[] => {
  if (kind !== 'schema' || !isObject(node)) return []
  const names = [node['$anchor'], node['$dynamicAnchor']]
  return names.filter((name) => typeof name === 'string')
}

const resolved = (ref: string, base: string): string => {
  const origin = base === '' ? undefined : base
  return URL.canParse(ref, origin) ? new URL(ref, origin).href : ref
}

/** Resolves references by `$anchor` and `$id` to pointers. */
export class SchemaNames {
  /** Pointers of the schemas with an anchor, by name; undefined for a name that several schemas have. */
  readonly #anchors = new Map<string, string | undefined>()
  /** The base identifier and the schema of each location that has one. */
  readonly #bases = new Map<string, { readonly id: string; readonly node: unknown }>()
  /** Pointers by absolute `$id`, resolved against enclosing ones; undefined likewise. */
  readonly #pointers = new Map<string, string | undefined>()

  constructor(schemas: readonly Location[]) {
    const owners = new Map<string, unknown>()
    for (const location of schemas) {
      const { node, path } = location
      for (const name of namesOf(location)) {
        const isShared = owners.has(name) && owners.get(name) !== node
        this.#anchors.set(name, isShared ? undefined : (this.#anchors.get(name) ?? pointerTo(path)))
        owners.set(name, node)
      }
      const id = textOf(member(node, '$id'))
      if (id === undefined) continue
      const absolute = resolved(id, this.#around(path)?.id ?? '')
      this.#bases.set(pointerTo(path), { id: absolute, node })
      this.#pointers.set(absolute, this.#pointers.has(absolute) ? undefined : pointerTo(path))
    }
  }

  /** The pointer of a reference; undefined for unknown or ambiguous names, and for pointers that no `$id` is around. */
  pointerOf(ref: string, path: readonly string[]): string | undefined {
    if (isAnchor.test(ref)) return this.#anchors.get(ref.slice(1))
    if (this.#bases.size === 0) return undefined
    const around = this.#around(path)
    if (ref.startsWith('#'))
      return around && resolvePointer(around.node, ref) !== undefined
        ? around.pointer + ref.slice(1)
        : undefined
    const [id = '', fragment = ''] = resolved(ref, around?.id ?? '').split('#')
    const pointer = this.#pointers.get(id)
    const isPointer = fragment === '' || fragment.startsWith('/')
    return pointer === undefined || !isPointer ? undefined : pointer + fragment
  }

  #around(path: readonly string[]) {
    for (let length = path.length; length > 0; length--) {
      const pointer = pointerTo(path.slice(0, length))
      const base = this.#bases.get(pointer)
      if (base !== undefined) return { ...base, pointer }
    }
    return undefined
  }
}

/** `$recursiveRef`, of an older dialect, leads to the enclosing schema that says so. */
const recursiveTarget = (schemas: readonly Location[], path: readonly string[]): string | undefined => {
  const around = schemas.findLast(
    ({ node, path: at }) =>
      member(node, '$recursiveAnchor') === true && at.every((key, index) => path[index] === key),
  )
  return around && pointerTo(around.path)
}

/**
 * Rewrites references by `$anchor` and by `$id` to pointers, in place. `$dynamicRef` is rewritten too if only one
 * schema in the document has the anchor, so that it has a single target. Others are left to the caller.
 * @returns the paths of the remaining dynamic references
 */
export function resolveAnchors(root: object): (readonly string[])[] {
  const schemas = [...locationsOf(root)].filter(({ kind }) => kind === 'schema')
  const names = new SchemaNames(schemas)
  const left: (readonly string[])[] = []
  for (const { node, path } of schemas) {
    if (!isObject(node)) continue
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef'] as const) {
      const ref = node[keyword]
      if (typeof ref !== 'string') continue
      // Authors forget that `$id` starts a document of its own, so a pointer into the whole one stays.
      if (ref.startsWith('#/') && resolvePointer(root, ref) !== undefined) continue
      const isRecursive = keyword === '$recursiveRef'
      const pointer = isRecursive ? recursiveTarget(schemas, path) : names.pointerOf(ref, path)
      if (pointer === undefined && keyword !== '$ref') left.push([...path, keyword])
      if (pointer === undefined) continue
      Reflect.deleteProperty(node, keyword)
      Reflect.set(node, '$ref', pointer)
    }
  }
  return left
}

/** A `$ref` that OpenAPI treats as a reference, with the path of the object that holds it. */
export interface Reference {
  readonly ref: string
  readonly path: readonly string[]
  /** Whether the target must be a schema. */
  readonly isSchema: boolean
}

/** Every reference of a document, in document order. Memoized, so callers must not mutate the document. */
export const collectReferences = once((root: object): readonly Reference[] => {
  const found: Reference[] = []
  for (const { node, path, kind } of locationsOf(root)) {
    const isHolder = kind === 'schema' || kind === 'object'
    const ref = isHolder && isObject(node) ? node['$ref'] : undefined
    if (typeof ref === 'string') found.push({ ref, path, isSchema: kind === 'schema' })
  }
  return found
})
