import {
  collectReferences,
  isObject,
  locationOn,
  once,
  type Reference,
  resolvePointer,
  segmentsOf,
} from '../../document/index.js'

const longestShown = 200

const sections = new Set(['components', 'paths', 'webhooks'])

/** Whether OpenAPI gives the target of a reference a meaning, and that is none of a schema. */
const isNoSchema = (root: object, path: readonly string[]): boolean => {
  const [section] = path
  // An extension, or a part of the document that it does not know, may hold whatever is due.
  if (section !== undefined && !sections.has(section)) return false
  const { location, rest } = locationOn(root, path)
  if (rest.length > 0 || location.kind === 'schema') return false
  return path.length < 2 || location.kind !== 'object' || location.isMember
}

/** Why a reference cannot be read; undefined when something that may stand in its place is where it leads. */
const faultOf = (root: object, { ref, path, isSchema }: Reference): string | undefined => {
  const shown = JSON.stringify(ref.length > longestShown ? `${ref.slice(0, longestShown)}…` : ref)
  const target = resolvePointer(root, ref)
  if (target === undefined) return `${shown} names nothing in this document`
  if (!isObject(target) && typeof target !== 'boolean') return `${shown} names no object in this document`
  if (isSchema) return isNoSchema(root, segmentsOf(ref)) ? `${shown} names no schema` : undefined
  const isParameter = path.at(-2) === 'parameters' && path.at(-4) !== 'links'
  return isParameter && isObject(target) && !isParameterLike(target)
    ? `${shown} names no parameter`
    : undefined
}

// Named parameters are judged where they stand, and so is the next reference of a chain.
const isParameterLike = (target: object): boolean => 'name' in target || 'in' in target || '$ref' in target

/** A reference that cannot be read, and why. */
export interface DeadReference extends Reference {
  readonly fault: string
}

/** The references of a document that lead to nothing that could stand in their place. */
export const deadReferences = once((root: object): readonly DeadReference[] => {
  const known = new Map<string, string | undefined>()
  return collectReferences(root).flatMap((reference) => {
    const key = `${reference.isSchema} ${reference.path.at(-2)} ${reference.ref}`
    if (!known.has(key)) known.set(key, faultOf(root, reference))
    const fault = known.get(key)
    return fault === undefined ? [] : [{ ...reference, fault }]
  })
})
