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

/** Whether OpenAPI defines the target of a reference as something other than a schema; data may be anything. */
const isNoSchema = (root: object, path: readonly string[]): boolean => {
  const { location, rest } = locationOn(root, path)
  return rest.length === 0 && location.kind !== 'schema'
}

/** The fault of a reference; undefined if its target has a suitable type. */
const faultOf = (root: object, { ref, path, isSchema }: Reference): string | undefined => {
  const shown = JSON.stringify(ref.length > longestShown ? `${ref.slice(0, longestShown)}…` : ref)
  const target = resolvePointer(root, ref)
  if (target === undefined) return `${shown} names nothing in this document`
  if (!isObject(target) && typeof target !== 'boolean') return `${shown} names no object in this document`
  if (isSchema) return isNoSchema(root, segmentsOf(ref)) ? `${shown} names no schema` : undefined
  const isParameter = path.at(-2) === 'parameters'
  return isParameter && isObject(target) && !isParameterLike(target)
    ? `${shown} names no parameter`
    : undefined
}

// Parameters are checked at their own location, and so is the next reference of a chain.
const isParameterLike = (target: object): boolean => 'name' in target || 'in' in target || '$ref' in target

/** A broken reference, with the reason. */
export interface DeadReference extends Reference {
  readonly fault: string
}

/** The references of a document whose targets are missing or unsuitable. */
export const deadReferences = once((root: object): readonly DeadReference[] => {
  const known = new Map<string, string | undefined>()
  return collectReferences(root).flatMap((reference) => {
    const key = `${reference.isSchema} ${reference.path.at(-2)} ${reference.ref}`
    if (!known.has(key)) known.set(key, faultOf(root, reference))
    const fault = known.get(key)
    return fault === undefined ? [] : [{ ...reference, fault }]
  })
})
