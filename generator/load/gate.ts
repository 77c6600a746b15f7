import { type Problem, RampartError } from '../../diagnostics/index.js'
import {
  cached,
  collectReferences,
  type Dialect,
  entriesOf,
  isObject,
  dialectOf as knownDialectOf,
  listOf,
  locate,
  locationOn,
  locationsOf,
  methods,
  nodesOnCycles,
  once,
  pointerOf,
  pointerTo,
  type Reference,
  resolvePointer,
  segmentsOf,
} from '../../document/index.js'
import type { Gap, RawObject } from '../model/document.js'
import { problemAt, invalidDocument, misshapen, type Misshapen, noteAt } from './problems.js'

const listsInPlace = new Set(['allOf', 'anyOf', 'oneOf'])
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
  if (/^\d+$/.test(last) && listsInPlace.has(before)) return 2
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
const endlessReferences = (root: RawObject): Reference[] => {
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

const longestShown = 200

/** Whether OpenAPI defines the target of a reference as something other than a schema; data may be anything. */
const isNoSchema = (root: object, path: readonly string[]): boolean => {
  const { location, rest } = locationOn(root, path)
  return rest.length === 0 && location.kind !== 'schema'
}

/** The problem of a reference; undefined if its target has a suitable type. */
const problemOf = (root: object, { ref, path, isSchema }: Reference): string | undefined => {
  const shown = JSON.stringify(ref.length > longestShown ? `${ref.slice(0, longestShown)}…` : ref)
  const target = resolvePointer(root, ref)
  if (target === undefined) return `${shown} does not resolve in this document`
  if (!isObject(target) && typeof target !== 'boolean')
    return `${shown} does not lead to an object in this document`
  if (isSchema) return isNoSchema(root, segmentsOf(ref)) ? `${shown} does not lead to a schema` : undefined
  const isMeant = path.at(-2) !== 'parameters' || !isObject(target) || isParameterLike(target)
  return isMeant ? undefined : `${shown} does not lead to a parameter`
}

// Parameters are checked at their own location, and so is the next reference of a chain.
const isParameterLike = (target: object): boolean => 'name' in target || 'in' in target || '$ref' in target

/** The references of a document whose targets are missing or unsuitable, each with the reason. */
const deadReferences = once((root: object) => {
  const known = new Map<string, string | undefined>()
  return collectReferences(root).flatMap((reference) => {
    const key = `${reference.isSchema} ${reference.path.at(-2)} ${reference.ref}`
    if (!known.has(key)) known.set(key, problemOf(root, reference))
    const reason = known.get(key)
    return reason === undefined ? [] : [{ ...reference, reason }]
  })
})

/**
 * The dialect of a document, by its `openapi` field.
 * @throws RampartError DOCUMENT_UNSUPPORTED for anything that is not OpenAPI 3.0, 3.1 or 3.2.
 */
export function dialectOf(root: unknown, file: string): Dialect {
  const dialect = knownDialectOf(root)
  if (dialect !== undefined) return dialect
  const message = `${file}: expected an OpenAPI 3.x document, found ${describe(root)}`
  throw new RampartError('DOCUMENT_UNSUPPORTED', { message, where: { file, pointer: '#/openapi' } })
}

const describe = (root: unknown): string => {
  if (root === null || root === undefined) return 'nothing'
  if (Array.isArray(root)) return 'an array'
  if (typeof root === 'string') return root.startsWith('<') ? 'an HTML or XML page' : 'plain text'
  if (!isObject(root)) return `a ${typeof root}`
  if ('swagger' in root) return `Swagger ${JSON.stringify(root['swagger'])}`
  if ('openapi' in root) {
    const shown = `"openapi": ${JSON.stringify(root['openapi'])}`
    return /^3(\.[0-2])?$/.test(String(root['openapi']))
      ? `${shown}, which lacks a third number, as in "3.0.4"`
      : shown
  }
  return 'an object without "openapi"'
}

/** Paths that are not path templates, and operations that are not objects. */
const oddOperations = (root: RawObject): Gap[] =>
  entriesOf(root['paths']).flatMap(([path, item]): Gap[] => {
    if (path.startsWith('x-') || !isObject(item)) return []
    if (!path.startsWith('/')) return [{ path: ['paths', path], reason: 'a path starts with a slash' }]
    return methods
      .filter((method) => method in item && !isObject(item[method]))
      .map((method) => ({ path: ['paths', path, method], reason: 'an operation is not an object' }))
  })

/** Something in a document that code cannot be generated for. */
interface GateProblem extends Gap {
  readonly isSchema: boolean
  /** The path of the schema that is unreadable as a whole, if that is another. */
  readonly schema?: readonly string[] | undefined
  /** A member without meaning, which cannot be replaced. */
  readonly isOdd?: boolean | undefined
}

/**
 * The problems of a document.
 * @param others unreadable schemas found by other checks
 */
const problemsIn = (root: RawObject, others: readonly Misshapen[]): GateProblem[] => [
  ...deadReferences(root).map(({ path, reason, isSchema }) => ({ path, reason, isSchema })),
  ...endlessReferences(root).map(({ path, ref, isSchema }) => {
    return { path, reason: `"${ref}" leads back to itself through references alone`, isSchema }
  }),
  ...oddOperations(root).map(({ path, reason }) => ({ path, reason, isSchema: false, isOdd: true })),
  ...[...misshapen(root), ...others].map(({ path, schema, message }) => {
    return { path, reason: message, isSchema: schema !== undefined, schema }
  }),
]

/**
 * Rejects a document for which generated code could not be correct, with all its problems at once.
 * @param others problems found by other checks
 * @throws RampartError DOCUMENT_INVALID.
 */
export function gate(root: RawObject, file: string, others: readonly Misshapen[] = []): void {
  const problems = problemsIn(root, others).map(({ path, reason }) => problemAt(file, path, reason))
  if (problems.length > 0) throw invalidDocument(file, problems)
}

// A description is valid both for a reference and for a schema, and is shown to readers of the generated code.
const gapSchema = (reason: string): object => ({ description: `A gap: ${reason}.` })

/** Removes members from objects and lists. Done last, because removing an item changes the paths of those after it. */
const remove = (members: ReadonlyMap<object, ReadonlySet<string>>): void => {
  for (const [holder, keys] of members) {
    if (Array.isArray(holder)) {
      const kept = holder.filter((_item, index) => !keys.has(String(index)))
      holder.splice(0, holder.length, ...kept)
    } else for (const key of keys) Reflect.deleteProperty(holder, key)
  }
}

/**
 * Prevents gaps from refusing values, in place: a `oneOf` with a gap becomes an `anyOf`, and `not` and `if`
 * with a gap are removed.
 * @param gaps pointers of schemas
 */
export function loosen(root: object, gaps: ReadonlySet<string>): void {
  // Listed first, because the paths change.
  for (const { node, path, kind } of gaps.size === 0 ? [] : [...locationsOf(root)]) {
    if (kind !== 'schema' || !isObject(node)) continue
    const isGap = (...keys: string[]): boolean => gaps.has(pointerTo([...path, ...keys]))
    for (const key of ['not', 'if']) if (isGap(key)) Reflect.deleteProperty(node, key)
    const { oneOf } = node
    if (!listOf(oneOf).some((_branch, index) => isGap('oneOf', String(index)))) continue
    Reflect.deleteProperty(node, 'oneOf')
    if (!('anyOf' in node)) Reflect.set(node, 'anyOf', oneOf)
  }
}

/**
 * Fills gaps in place.
 * @returns the paths of the gaps that were removed, because nothing can replace them
 */
const fillInPlace = (root: object, gaps: ReadonlyMap<string, GateProblem>): ReadonlySet<string> => {
  const removed = new Map<object, Set<string>>()
  const without = new Set<string>()
  for (const { node, path, kind } of locationsOf(root)) {
    if (typeof node !== 'object' || node === null) continue
    // A parameter cannot be replaced, because it needs a name.
    const isMap = kind === 'map' && !Array.isArray(node) && path.at(-1) !== 'parameters'
    for (const key of Object.keys(node)) {
      // A reference instead of a map is not a member of it, such as a media type.
      const isOpen = isMap && key !== '$ref'
      const pointer = pointerTo([...path, key])
      const gap = gaps.get(pointer)
      if (!gap) continue
      if (gap.isSchema || (isOpen && gap.isOdd !== true)) Reflect.set(node, key, gapSchema(gap.reason))
      else {
        without.add(pointer)
        removed.set(node, (removed.get(node) ?? new Set()).add(key))
      }
    }
  }
  remove(removed)
  return without
}

/** A document with unreadable parts replaced, and the resulting gaps. */
interface Filled {
  readonly root: RawObject
  readonly gaps: readonly Gap[]
  readonly problems: readonly Problem[]
}

/** The name of the parameter that a path into an operation goes through. */
export function parameterOn(root: RawObject, path: readonly string[]): string | undefined {
  const at = path[0] === 'paths' ? path.indexOf('parameters', 2) : -1
  const name = at === -1 ? undefined : locate(root, path.slice(0, at + 2))?.node['name']
  return typeof name === 'string' ? name : undefined
}

/** Limit on the rounds, since a reference to a gap can become a gap in turn; after that `gate` reports the rest. */
const mostRounds = 100

/**
 * Replaces unreadable parts: by a schema that accepts anything, by an empty object or, if neither is valid there, by
 * nothing. Replacements state the reason in a description.
 * @param others unreadable schemas found by other checks
 */
export function fillGaps(
  root: RawObject,
  file: string,
  others: readonly Misshapen[],
  rounds = mostRounds,
): Filled {
  const found = problemsIn(root, others).map(({ schema, ...one }) =>
    Object.assign(one, { path: schema ?? one.path }),
  )
  if (found.length === 0 || rounds === 0) return { root, gaps: [], problems: [] }
  const gaps = new Map(found.map((gap) => [pointerTo(gap.path), gap]))
  const copy = structuredClone(root)
  const without = fillInPlace(copy, gaps)
  loosen(copy, new Set(gaps.keys()))
  const problems = [...gaps].map(([pointer, { path, reason }]) => {
    const result = without.has(pointer) ? 'it is omitted' : 'any value is accepted instead'
    return noteAt(file, path, `${reason}; ${result}`)
  })
  // References into a removed gap are broken now.
  const rest = fillGaps(copy, file, [], rounds - 1)
  const filled = Array.from(gaps.values(), ({ path, reason }): Gap => {
    const parameter = parameterOn(root, path)
    return parameter === undefined ? { path, reason } : { path, reason, parameter }
  })
  return { root: rest.root, gaps: [...filled, ...rest.gaps], problems: [...problems, ...rest.problems] }
}
