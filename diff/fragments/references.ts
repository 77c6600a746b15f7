import {
  appendKey,
  endOfChain,
  isObject,
  keysOf,
  lastKey,
  locationsOf,
  readSchema,
  refOf,
  resolvePath,
  SchemaNames,
  segmentsOf,
} from '../../document/index.js'
import type { Fragment } from './fragment.js'

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
