import { isObject, readSchema, refOf } from '../../document/index.js'
import { areIdentical } from '../equal/identical.js'
import { canonical } from '../equal/canonical.js'
import { childOf, type Fragment, fragmentAt, itemsOf } from '../fragments/fragment.js'
import { targetOf } from '../fragments/references.js'
import { assertionsOf, bareSchema } from './assertions.js'
import { shapeText } from './shape.js'

/** The members of an `anyOf` that a member of another one is no more than. */
const nestedIn = (member: Fragment): readonly Fragment[] => {
  const bare = bareSchema(member)
  if (!isObject(bare.value) || childOf(bare, 'discriminator') !== undefined) return []
  const { keywords, orNull } = readSchema(bare.value, bare.document.dialect)
  if (orNull || assertionsOf(keywords).join() !== 'anyOf') return []
  return itemsOf(fragmentAt(bare, 'anyOf', keywords['anyOf']))
}

// In 3.0 words beside a reference do not count.
const targetOfReference = (member: Fragment): unknown => {
  const ref = refOf(member.value)
  if (ref === undefined || member.document.dialect !== '3.0') return undefined
  return readSchema(Object(member.value), '3.0').orNull ? undefined : targetOf(member, ref)?.value
}

const isSameTarget = (one: Fragment, other: Fragment): boolean => {
  const target = targetOfReference(one)
  return target !== undefined && target === targetOfReference(other)
}

const isSameSchema = (one: Fragment, other: Fragment): boolean =>
  one.value === other.value ||
  isSameTarget(one, other) ||
  areIdentical(one.value, other.value) ||
  (shapeText(one.value) === shapeText(other.value) && canonical(one.value) === canonical(other.value))

/** More members than these are not held against each other. */
const most = 60

const distinct = (members: readonly Fragment[]): readonly Fragment[] =>
  members.length > most
    ? members
    : members.filter((one, index) => !members.slice(0, index).some((other) => isSameSchema(one, other)))

/**
 * The members of an `anyOf`: those of one inside another among them, and each once. What a discriminator selects from
 * stays as it is. Never recursive.
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
