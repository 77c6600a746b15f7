import { namedFragment } from './anchors.js'
import { isObject, member, textOf } from '../document/json.js'
import { keysOf, pointerOfRef } from '../document/pointer.js'
import { rootFragment, type ComparedDocument, type Fragment } from './fragment.js'

const walkTo = (document: ComparedDocument, pointer: string): Fragment | undefined => {
  let value: unknown = document.root
  for (const key of keysOf(pointer)) {
    value = Array.isArray(value) ? value[Number(key)] : member(value, key)
    if (value === undefined) return undefined
  }
  return pointer === '#' ? rootFragment(document) : { document, value, pointer }
}

/** The location that a `$ref` means; nothing where it leads out of the document or nowhere. */
export const targetOf = (document: ComparedDocument, ref: string): Fragment | undefined => {
  if (document.targets.has(ref)) return document.targets.get(ref)
  const pointer = pointerOfRef(ref)
  const fragment = pointer === undefined ? namedFragment(document, ref) : walkTo(document, pointer)
  document.targets.set(ref, fragment)
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
    const target = targetOf(at.document, ref)
    if (target === undefined) return at
    at = target
  }
  return at
}

/** The reference that following ended at, where it leads nowhere or in a circle. */
export const unresolvedRef = ({ value }: Fragment): string | undefined => refOf(value)
