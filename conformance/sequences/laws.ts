import { isMissing, isTurnedDown } from '../exchange/reading.js'
import type { ExploreRuleId } from '../model/document-rules.js'
import { brokenLimit, brokenPages, isLeftOut, thingInList } from './lists.js'
import {
  broughtBack,
  brokenUpdate,
  changesNothing,
  idOf,
  isEmptied,
  isGivenAgain,
  isReplacing,
  isStill,
  keptBy,
  lastThing,
  lostBeside,
  ownMembers,
  readsOtherwise,
  storedBy,
} from './outcomes.js'
import { componentOf } from '../resources/operation-paths.js'
import { itemComponentOf } from '../resources/resources.js'
import {
  faithfulMembers,
  isMarkedDeleted,
  isPending,
  isReset,
  isPlace,
  isShared,
  steadyMembers,
  unrelatedMember,
} from './related.js'
import type { Life, StepName, Taken, Target, Update } from './steps.js'
import { brokenFilter, filtersOf, linksOf, listsOf } from './targets.js'
import { broken, isDone, type Look, nameIn, type Verdict } from './subject.js'

type Steps<S extends readonly StepName[]> = { readonly [K in keyof S]: Taken }

/** A promise about the states of things. The runner takes the steps, and `promise` states how they break it. */
export interface Law<S extends readonly StepName[] = readonly StepName[]> {
  readonly rule: ExploreRuleId
  /** An operation without which no step is taken, because others would write in vain. */
  readonly needs?: 'patch' | 'remove'
  /** The targets that it is judged by, one by one. */
  readonly each?: (life: Life) => Promise<readonly Target[]> | readonly Target[]
  /** Taken in this order; a read is not repeated while nothing has changed. */
  readonly steps: S
  /** Returns how the steps break it. Absent where checks judge everything, because only failures matter. */
  readonly promise?: (steps: Steps<S>, life: Life) => Verdict | false
  /** If it is broken, all other laws would be too, so they are not judged. */
  readonly isFoundation?: true
}

const law = <const S extends readonly StepName[]>(row: Law<S>): Law => row as unknown as Law

/** Whether a PUT was accepted whose response does not say that it created something. */
const isByPut = ({ by: { exchange } }: Look): boolean =>
  exchange.request.method === 'PUT' && exchange.response.status !== 201

const lists = ({ subject, lists: own }: Life): readonly Target[] =>
  (own ?? (subject ? listsOf(subject) : [])).map((list) => ({ list }))

/** Update targets for each operation: all members, single members by number, and back to the original values. */
const updates =
  (ofPut: readonly Update['members'][], ofPatch: readonly Update['members'][]) =>
  ({ resource: { put, patch } }: Life): readonly Target[] => [
    ...(put ? ofPut.map((members) => ({ update: { operation: put, members } })) : []),
    ...(patch ? ofPatch.map((members) => ({ update: { operation: patch, members } })) : []),
  ]

const links = ({ taken }: Life): readonly Target[] => {
  const sources = [taken.find(({ step }) => step === 'create'), taken.find(({ step }) => step === 'read')]
  return sources.flatMap((one) => (one ? linksOf(one.by) : [])).map((link) => ({ link }))
}

const filters = async (life: Life): Promise<readonly Target[]> => {
  const found: Target[] = []
  for (const { list } of lists(life))
    if (list) found.push(...(await filtersOf(life.walk, list)).map((filter) => ({ list, filter })))
  return found
}

/** How a list shows a different thing than a response does. @param source names that response */
const brokenList = (life: Life, { thing }: Taken, by: Taken, source: string): Verdict | false => {
  const { resource, walk, target: { list } } = life // prettier-ignore
  const { visited } = by
  const shown = visited && thingInList(visited, idOf(life))
  if (!thing || !visited || (!visited.isWhole && !shown)) return 'open'
  if (!shown)
    return (
      isLeftOut(visited, thing, idOf(life)) && broken('not listed', by, '@ does not list what was created')
    )
  // Where both are one component, what the service adds is the same too, though a list may leave it empty.
  const kind = resource.read && componentOf(resource.read, ['200'])
  const isAlike = kind !== undefined && list && itemComponentOf(list.operation, walk.schemas) === kind
  const steady = isAlike ? steadyMembers(thing).filter((one) => !isReset(shown[one])) : []
  const names = [...ownMembers(life, thing), ...steady].filter(
    (one) => Object.hasOwn(shown, one) && !isPlace(one, thing[one]),
  )
  const other = unrelatedMember(thing, shown, names)
  const says = `@ shows another "${other}" than ${source}`
  return other !== undefined && broken('listed otherwise', by, says)
}

const listed: readonly Law[] = [
  law({
    rule: 'state/listed',
    each: lists,
    steps: ['create', 'read', 'list'],
    promise: ([, read, by], life) => brokenList(life, read, by, 'reading the thing does'),
  }),
  law({
    rule: 'state/listed',
    each: (life) => (life.resource.read ? [] : lists(life)),
    steps: ['create', 'list'],
    promise: ([made, by], life) =>
      isPending(made.thing) ? 'open' : brokenList(life, made, by, 'the response to its creation'),
  }),
]

const replacing = law({
  rule: 'state/updated',
  each: (life) =>
    updates(['required'], [])(life).filter(({ update }) => update && isReplacing(life, update.operation)),
  steps: ['create', 'read', 'update', 'read'],
  promise: ([, before, by, after], life) => {
    const kept = before.thing && after.thing && keptBy(life, before.thing, by, after.thing)
    const says = `after @ "${kept}" has its old value, though it was left out of what replaces the thing`
    return kept !== undefined && broken('keeps others', by, says)
  },
})

const guarded = law({
  rule: 'state/updated',
  each: updates(['all'], ['all']),
  steps: ['create', 'read', 'update', 'read', 'update outdated'],
  promise: ([, before, , after, by]) => {
    const says = '@ is carried out with an ETag that is outdated, though it declares a refusal of that'
    return isDone(by.by) && broken('outdated', by, says, [before, after, by])
  },
})

const updating = (each: NonNullable<Law['each']>): readonly Law[] => [
  law({
    rule: 'state/updated',
    each,
    steps: ['create', 'read', 'update', 'read'],
    promise: ([, before, updated, after], life) => brokenUpdate(before, updated, after, life),
  }),
  law({
    rule: 'state/updated',
    each: updates(['all'], ['all']),
    steps: ['create', 'read'],
    promise: (_, life) => changesNothing(life),
  }),
]

const stillRead = law({
  rule: 'state/gone',
  steps: ['create', 'read', 'delete', 'read'],
  promise: ([made, before, by, after], life) => {
    if (isPending(by.thing) || !before.thing || isGivenAgain(life)) return 'open'
    const says = `what @ deleted is still read${isEmptied(after) ? ', as an object with nothing in it' : ' as it was'}`
    return isStill(before.thing, after, idOf(life), made.sent) && broken('still read', by, says)
  },
})

const stillListed = law({
  rule: 'state/gone',
  each: lists,
  steps: ['create', 'delete', 'list'],
  promise: ([, , list], life) => {
    const [before, listed] = [lastThing(life), list.visited && thingInList(list.visited, idOf(life))]
    // A thing that was not deleted at all is reported once, by the law about reads.
    const isRead = life.walk.suspicions.some(({ cause }) => cause.startsWith('still read '))
    if (isRead || isGivenAgain(life)) return 'open'
    const isThere = listed && !isMarkedDeleted(before, { ...before, ...listed })
    return isThere && broken('still listed', list, '@ still lists what was deleted')
  },
})

/** The laws of things that the run created, but not by a sequence: those about their deletion. */
export const lawsOfOthers: readonly Law[] = [stillRead, stillListed]

/** The laws of a thing's life from creation to after deletion, in this order. */
export const lawsOfThings: readonly Law[] = [
  law({
    rule: 'state/readable',
    steps: ['create', 'read'],
    isFoundation: true,
    promise: ([made, seen], life) => {
      if (isPending(made.thing)) return 'open'
      if (isMissing(seen.by.exchange))
        return broken(
          'not readable',
          made,
          `what @ ${isByPut(made) ? 'accepted' : 'created'} is not found when it is read`,
        )
      const other = readsOtherwise(made, seen, life)
      const says = `"${other}" is read with a different value than @ was sent and answered with`
      return other !== undefined && broken('reads otherwise', made, says)
    },
  }),
  law({ rule: 'state/readable', steps: ['read other'] }),
  law({
    rule: 'state/safe-methods',
    steps: ['create', 'read', 'read once more', 'read side by side'],
    isFoundation: true,
    promise: ([made, seen, again, { beside = [] }], life) => {
      if (!seen.thing) return 'open'
      const names = ownMembers(life, seen.thing)
      const changed = ({ thing }: Look): string | undefined =>
        thing && unrelatedMember(seen.thing ?? {}, thing, names)
      const by = [again, ...beside].find((one) => isMissing(one.by.exchange) || changed(one) !== undefined)
      const says =
        by && isMissing(by.by.exchange)
          ? '@ finds a thing once, but not the next time'
          : `@ shows another "${by && changed(by)}" the next time, though nothing changed it`
      return by && broken('reading changes', by, says, [made, seen, by])
    },
  }),
  law({
    rule: 'state/readable',
    steps: ['create', 'follow Location'],
    promise: ([made, seen]) =>
      isMissing(seen.by.exchange) && broken('location', made, 'the Location header of @ leads to nothing'),
  }),
  law({
    rule: 'state/links',
    each: links,
    steps: ['declare link'],
    promise: ([by], { target: { link } }) => {
      const says = `the link "${link?.name}" of @ names an operation that the document does not have`
      return link?.target ? 'open' : { kind: `link ${link?.pointer}`, by, says, pointer: link?.pointer }
    },
  }),
  law({
    rule: 'state/links',
    each: links,
    steps: ['declare link', 'follow link'],
    promise: ([by, seen], { target: { link } }) => {
      const says = `the link "${link?.name}" of @ leads to ${nameIn(seen)}, which does not find it`
      return (
        isMissing(seen.by.exchange) && { kind: `link ${link?.pointer}`, by, says, pointer: link?.pointer }
      )
    },
  }),
  ...listed,
  ...updating(updates(['all'], ['all', 0, 1, 2, 'null'])),
  replacing,
  guarded,
  law({
    rule: 'state/updated',
    steps: ['create other', 'read other', 'read other once more'],
    promise: ([made, before, after], { taken }) => {
      const all = taken.filter(({ step, by }) => step === 'update' && isDone(by))
      const [by] = all
      if (!by || !before.thing) return 'open'
      const names = faithfulMembers(made.sent, before.thing).filter(
        (one) => !isShared(one, before.thing?.[one]),
      )
      const changed = after.thing && unrelatedMember(before.thing, after.thing, names)
      const says = 'updating one thing by @ changes another'
      const steps = [made, before, ...all.slice(0, 8), after]
      return (
        (changed !== undefined || isMissing(after.by.exchange)) && broken('changes others', by, says, steps)
      )
    },
  }),
  law({
    rule: 'state/refused',
    each: updates(['all'], ['all']),
    steps: ['create', 'read', 'update wrongly', 'read'],
    promise: ([, before, by, after]) => {
      if (!before.thing || !after.thing || !isTurnedDown(by.by.exchange)) return 'open'
      const stored = storedBy(before, by, after)
      const says = `@ is refused, and "${stored}" has the new value that it was sent`
      return stored !== undefined && broken('refused and changed', by, says)
    },
  }),
  law({ rule: 'state/gone', needs: 'remove', steps: ['create below'] }),
  stillRead,
  law({
    rule: 'state/gone',
    steps: ['read other', 'delete', 'read other once more'],
    promise: ([before, by, after]) =>
      before.thing && isMissing(after.by.exchange)
        ? broken('deletes others', by, '@ of one thing deletes another too')
        : undefined,
  }),
  stillListed,
  law({ rule: 'state/gone', steps: ['delete', 'delete again'] }),
  law({
    rule: 'state/gone',
    needs: 'patch',
    steps: ['create', 'delete', 'read', 'update deleted', 'read'],
    promise: ([, , , by, after], life) => {
      if (!isDone(by.by) || by.thing === undefined) return undefined
      const gone = '@ is carried out on what was deleted, and cannot be read'
      if (isMissing(after.by.exchange)) return broken('changed after deletion', by, gone)
      const old = lastThing(life)
      const own = ownMembers(life, old).map((one) => [one, old[one]] as const)
      const back = broughtBack(Object.fromEntries(own), by, after)
      const says = `@ brings back what was deleted, with its old "${back}"`
      return back !== undefined && broken('brought back', by, says)
    },
  }),
  law({ rule: 'state/gone', steps: ['delete', 'use below deleted'] }),
  law({ rule: 'state/gone', needs: 'remove', steps: ['delete other'] }),
]

/** The laws of concurrent creations and updates. */
export const lawsSideBySide: readonly Law[] = [
  law({
    rule: 'state/readable',
    steps: ['create'],
    isFoundation: true,
    promise: ([by], { same }) =>
      same && broken('same id', by, 'two things that @ creates concurrently get the same id', same),
  }),
  law({
    rule: 'state/readable',
    steps: ['create', 'read those beside'],
    isFoundation: true,
    // If none is found, creation is broken even without concurrency.
    promise: ([by, { beside = [] }]) => {
      const [first, ...others] = beside.filter((one) => isMissing(one.by.exchange))
      const says = 'of several things that @ creates concurrently, not all exist afterwards'
      return first && others.length + 1 < beside.length && broken('lost beside', by, says, [by, first])
    },
  }),
  ...listed,
  law({
    rule: 'state/updated',
    steps: ['create', 'read', 'update side by side', 'read'],
    promise: ([made, before, by, after]) => {
      const { beside = [] } = by
      if (beside.length < 2 || !beside.every((one) => isDone(one.by))) return 'open'
      const lost = lostBeside(before, beside, after)
      const says = `after two concurrent updates by @, "${lost}" has its old value`
      return lost !== undefined && broken('lost update beside', by, says, [made, before, ...beside, after])
    },
  }),
  law({ rule: 'state/readable', steps: ['create again'] }),
]

export const lawOfFilters: Law = law({
  rule: 'state/filters',
  each: filters,
  steps: ['filter by one', 'filter by another'],
  promise: (pages, { target: { filter } }) => (filter ? brokenFilter(filter, pages) : 'open'),
})

/** The law of a list that may grow with every request, such as a log. */
export const lawOfLimits: Law = law({
  rule: 'state/paging',
  each: lists,
  steps: ['list in pages'],
  promise: ([by], { walk, target: { list } }) => (list ? brokenLimit(walk, list, by) : 'open'),
})

export const lawsOfLists: readonly Law[] = [
  law({
    rule: 'state/paging',
    each: lists,
    steps: ['list', 'list in pages', 'list once more'],
    promise: ([all, pages, again], { walk, target: { list } }) =>
      list ? brokenPages(walk, list, [all, pages, again]) : 'open',
  }),
  law({ rule: 'state/paging', each: lists, steps: ['list far behind'] }),
  lawOfFilters,
]

/** The laws of singletons, which are restored afterwards. */
export const lawsOfSingletons: readonly Law[] = updating(updates([0, 1, 'old'], [0, 1, 'old']))
