import { isObject, resolvePath, segmentsOf } from '../../document/index.js'
import { isSame } from '../equal/canonical.js'
import type { Change } from '../model/change.js'

/** The keys below an anchor that a change concerns, in each document; absent if the document has nothing there. */
export interface FocusLevel {
  readonly before?: string
  readonly after?: string
}

/** The object in each document that encloses a change, and the path from there to the change. */
export interface Anchor {
  /** The key of the object in the older document; absent for a whole document. */
  readonly beforeKey?: string
  readonly afterKey?: string
  readonly before: unknown
  readonly after: unknown
  /** Empty if the change concerns the whole object. */
  readonly focus: readonly FocusLevel[]
}

type Keys = readonly string[]

interface Sides {
  readonly from: Keys | undefined
  readonly to: Keys | undefined
  readonly focus: readonly FocusLevel[]
}

const mostTrimmed = 2
const mostClimbed = 3

const parent = (keys: Keys | undefined): Keys | undefined =>
  keys === undefined || keys.length === 0 ? undefined : keys.slice(0, -1)

const climbed = ({ from, to, focus }: Sides): Sides => {
  const [before, after] = [from?.at(-1), to?.at(-1)]
  const level = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
  return { from: parent(from), to: parent(to), focus: [level, ...focus] }
}

/** Both locations, shortened to a common parent if one of them ends in a keyword that the other side lacks. */
const trimmed = (from: Keys, to: Keys): Sides => {
  for (let count = 0; count <= mostTrimmed; count += 1) {
    const [shortFrom, shortTo] = [from.slice(0, from.length - count), to.slice(0, to.length - count)]
    if (to.length >= count && shortTo.at(-1) === from.at(-1)) {
      return { from, to: shortTo, focus: to.slice(to.length - count).map((after) => ({ after })) }
    }
    if (from.length >= count && shortFrom.at(-1) === to.at(-1)) {
      return { from: shortFrom, to, focus: from.slice(from.length - count).map((before) => ({ before })) }
    }
  }
  return { from, to, focus: [] }
}

const isMember = (keys: Keys | undefined): boolean => keys?.at(-2) === 'properties'

/** Shows an added or removed value in its parent if the other document has the parent too, and otherwise alone. */
const oneSided = (
  from: Keys | undefined,
  to: Keys | undefined,
  holdsOther: (keys: Keys) => boolean,
): Sides => {
  const own = from ?? to ?? []
  const above = own.slice(0, Math.max(0, own.length - (isMember(own) ? 2 : 1)))
  if (above.length === own.length || !holdsOther(above)) return { from, to, focus: [] }
  const last = { [from === undefined ? 'after' : 'before']: own.at(-1) }
  const way = own.slice(above.length, -1).map((key) => ({ before: key, after: key }))
  return { from: above, to: above, focus: [...way, last] }
}

/** The kinds that depend on `required` of the parent object. */
const isOfHolder = (id: string): boolean => /-property-became-(required|optional)$/.test(id)

const startOf = (
  older: unknown,
  newer: unknown,
  from: Keys | undefined,
  to: Keys | undefined,
  id: string,
): Sides => {
  if (from && to) {
    const sides = trimmed(from, to)
    return isOfHolder(id) && isMember(from) && isMember(to) ? climbed(climbed(sides)) : sides
  }
  const [own, other] = from ? [older, newer] : [newer, older]
  return oneSided(from, to, (above) => {
    const keys = from ?? to ?? []
    // Adding or removing a reference need not change the resolved value.
    const isThere =
      resolvePath(other, keys) !== undefined && isSame(resolvePath(own, keys), resolvePath(other, keys))
    return !isThere && isObject(resolvePath(other, above))
  })
}

/** The objects of two documents in which to show a change. */
export function anchorOf(older: unknown, newer: unknown, change: Pick<Change, 'id' | 'from' | 'to'>): Anchor {
  const [from, to] = [change.from, change.to].map((one) => one && segmentsOf(one.pointer))
  const valueAt = (root: unknown, keys: Keys | undefined): unknown =>
    keys === undefined ? undefined : resolvePath(root, keys)
  let sides = startOf(older, newer, from, to, change.id)
  for (let count = 0; count < mostClimbed; count += 1) {
    const [before, after] = [valueAt(older, sides.from), valueAt(newer, sides.to)]
    const isWhole = sides.from?.length === 0 || sides.to?.length === 0
    const areObjects = [before, after].every((value) => value === undefined || isObject(value))
    const isRenamed = from && to && isMember(sides.from) && sides.from?.at(-1) !== sides.to?.at(-1)
    if (isWhole || (areObjects && isRenamed !== true)) break
    sides = climbed(sides)
  }
  const [beforeKey, afterKey] = [sides.from?.at(-1), sides.to?.at(-1)]
  return {
    ...(beforeKey !== undefined && { beforeKey }),
    ...(afterKey !== undefined && { afterKey }),
    before: valueAt(older, sides.from),
    after: valueAt(newer, sides.to),
    focus: sides.focus,
  }
}
