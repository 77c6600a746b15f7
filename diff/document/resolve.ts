import { namedFragment } from './anchors.js'
import { isObject, member, textOf } from './json.js'
import { keysOf, pointerOfRef } from './pointer.js'
import { rootOf, type Side, type Fragment } from './side.js'

const walkTo = (side: Side, pointer: string): Fragment | undefined => {
  let value: unknown = side.root
  for (const key of keysOf(pointer)) {
    value = Array.isArray(value) ? value[Number(key)] : member(value, key)
    if (value === undefined) return undefined
  }
  return pointer === '#' ? rootOf(side) : { side, value, pointer }
}

/** The location that a `$ref` means; nothing where it leads out of the document or nowhere. */
export const targetOf = (side: Side, ref: string): Fragment | undefined => {
  if (side.targets.has(ref)) return side.targets.get(ref)
  const pointer = pointerOfRef(ref)
  const fragment = pointer === undefined ? namedFragment(side, ref) : walkTo(side, pointer)
  side.targets.set(ref, fragment)
  return fragment
}

/** The reference that an object is, if it is one. */
export const refOf = (value: unknown): string | undefined =>
  isObject(value) ? textOf(member(value, '$ref')) : undefined

/**
 * The object behind a reference, and behind the references that it leads to. For everything but schemas, where siblings
 * of `$ref` may count. A reference that leads nowhere, or in a circle, stays what it is.
 */
export const followed = (fragment: Fragment): Fragment => {
  const seen = new Set<string>()
  let at = fragment
  for (let ref = refOf(at.value); ref !== undefined && !seen.has(ref); ref = refOf(at.value)) {
    seen.add(ref)
    const target = targetOf(at.side, ref)
    if (target === undefined) return at
    at = target
  }
  return at
}

/** The reference that following ended at, where it leads nowhere or in a circle. */
export const unresolvedRef = ({ value }: Fragment): string | undefined => refOf(value)
