import { isObject, readSchema, refOf } from '../../document/index.js'
import { canonical } from '../equal/canonical.js'
import { childOf, type Fragment, fragmentAt, itemsOf } from '../fragments/fragment.js'
import { targetOf } from '../fragments/references.js'
import { assertionsOf, bareSchema } from './assertions.js'
import { shapeText } from './shape.js'

/** The members of an `anyOf` that a member consists of. */
const nestedIn = (member: Fragment): readonly Fragment[] => {
  const bare = bareSchema(member)
  if (!isObject(bare.value) || childOf(bare, 'discriminator') !== undefined) return []
  const { keywords, orNull } = readSchema(bare.value, bare.document.dialect)
  if (orNull || assertionsOf(keywords).join() !== 'anyOf') return []
  return itemsOf(fragmentAt(bare, 'anyOf', keywords['anyOf']))
}

const countOf = (texts: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

// OpenAPI 3.0 ignores siblings of a reference.
const targetOfReference = (member: Fragment): unknown => {
  const ref = refOf(member.value)
  if (ref === undefined || member.document.dialect !== '3.0') return undefined
  return readSchema(Object(member.value), '3.0').orNull ? undefined : targetOf(member, ref)?.value
}

/** Removes duplicate members. Only those with equal assertions need a comparison. */
const distinct = (members: readonly Fragment[]): readonly Fragment[] => {
  const shapes = members.map(({ value }) => shapeText(value))
  const counts = countOf(shapes)
  const seen = new Set<unknown>()
  return members.filter((member, index) => {
    const target = targetOfReference(member)
    if (target === undefined && counts.get(shapes[index] ?? '') === 1) return true
    const identity = target ?? canonical(member.value)
    return !seen.has(identity) && seen.add(identity)
  })
}

/**
 * The members of an `anyOf`, with nested ones flattened and duplicates removed. A union with a discriminator is
 * returned unchanged, because it selects by position in the document. Never recursive.
 */
export function membersOf(holder: Fragment, anyOf: Fragment): readonly Fragment[] {
  const members = itemsOf(anyOf)
  if (members.length < 2 || childOf(holder, 'discriminator') !== undefined) return members
  const seen = new Set<unknown>([holder.value])
  const flat: Fragment[] = []
  const open = [...members].reverse()
  for (let member = open.pop(); member !== undefined; member = open.pop()) {
    const nested = nestedIn(member)
    const { value } = bareSchema(member)
    if (nested.length === 0) flat.push(member)
    else if (!seen.has(value)) open.push(...[...nested].reverse())
    seen.add(value)
  }
  return distinct(flat)
}
