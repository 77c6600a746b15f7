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

/** The target of a `$ref` at a fragment; undefined where it leads out of the document or nowhere. */
export function targetOf(fragment: Fragment, ref: string): Fragment | undefined {
  const { targets } = fragment.document
  if (targets.has(ref)) return targets.get(ref)
  const target = find(fragment, ref)
  // The target of an identifier depends on the identifiers around the reference.
  if (ref.startsWith('#')) targets.set(ref, target)
  return target
}

/** The name that a reference ends with, however its letters are encoded. */
export function nameOfReference(ref: string): string {
  return (ref.startsWith('#/') ? segmentsOf(ref).at(-1) : undefined) ?? lastKey(ref)
}

/**
 * The object behind a reference, and behind the references that it leads to. For everything but schemas, where siblings
 * of `$ref` may count. A reference that leads nowhere, or in a circle, stays what it is.
 */
export function followed(fragment: Fragment): Fragment {
  return endOfChain(
    fragment,
    ({ value }) => refOf(value),
    (ref) => targetOf(fragment, ref),
  )
}

/** The reference that a value is, with nothing beside it that counts. */
const onlyRef = ({ value, document }: Fragment): string | undefined => {
  const ref = refOf(value)
  if (ref === undefined || !isObject(value)) return undefined
  const { keywords, orNull } = readSchema(value, document.dialect)
  return !orNull && Object.keys(keywords).length === 1 ? ref : undefined
}

/**
 * The schema that a reference stands for where nothing stands beside it: references of one text are followed once,
 * however many there are.
 */
export function schemaBehind(fragment: Fragment): Fragment {
  const ref = onlyRef(fragment)
  if (ref === undefined) return fragment
  const { ends } = fragment.document
  const known = ends.get(ref)
  const end = known ?? endOfChain(fragment, onlyRef, (one) => targetOf(fragment, one))
  // The target of an identifier depends on the identifiers around the reference; what leads nowhere ends at itself.
  if (known === undefined && end !== fragment && ref.startsWith('#')) ends.set(ref, end)
  return fragment.orNull === true ? { ...end, orNull: true } : end
}
