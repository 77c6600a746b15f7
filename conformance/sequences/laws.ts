import { isObject, type JsonObject, memberAt, textOf } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { jsonBody } from '../exchange/exchange.js'
import { isMissing } from '../exchange/reading.js'
import type { ExploreRuleId } from '../model/document-rules.js'
import { brokenPages, isLeftOut, thingInList } from './lists.js'
import {
  areRelated,
  faithfulMembers,
  isId,
  isMarkedDeleted,
  isPending,
  isReset,
  isShared,
  isState,
  keepsAddress,
  unrelatedMember,
  untouchedBy,
} from './related.js'
import type { Life, StepName, Taken, Target, Update } from './steps.js'
import { brokenFilter, filtersOf, linksOf, listsOf } from './targets.js'
import { isDone, type Look, nameIn, type Verdict } from './subject.js'

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

/** The last value of the path of a life's thing. */
export function idOf({ subject }: Life): string {
  return String(subject?.values.at(-1))
}

/** The members of a thing that the client sets, from the bodies of its creation and updates. */
const ownMembers = ({ taken }: Pick<Life, 'taken'>, thing: JsonObject): string[] => {
  const sent = taken.filter(({ step, by }) => (step === 'create' || step === 'update') && isDone(by))
  return faithfulMembers(Object.assign({}, ...sent.map((one) => one.sent)), thing)
}

/** A member whose value differs between a read and the response to the creation. */
const readsOtherwise = ({ sent, thing: answered = {} }: Look, { thing = {} }: Look): string | undefined => {
  const names = faithfulMembers(sent, answered).filter((one) => Object.hasOwn(thing, one))
  return unrelatedMember(answered, thing, names)
}

/** Names of the members that an update changed. */
const changedBy = ({ thing = {} }: Look, { sent }: Look): string[] =>
  Object.keys(sent).filter(
    (one) => !isId(one) && Object.hasOwn(thing, one) && !areRelated(thing[one], sent[one]),
  )

/** A member whose new value is in the response to the update, but not in the read. */
const lostBy = (before: Look, updated: Look, after: JsonObject): string | undefined => {
  const { sent, thing: answered = {} } = updated
  return changedBy(before, updated).find(
    (one) =>
      Object.hasOwn(answered, one) &&
      areRelated(answered[one], sent[one]) &&
      !areRelated(after[one], sent[one]),
  )
}

/** The default of a member by the schema of the body that creates the thing. */
const defaultOf = ({ walk, resource: { creates, nouns } }: Life, name: string): unknown => {
  const [operation] = creates
  const members = operation ? walk.formOf(operation, nouns[0]).members : []
  return members.find(([one]) => one === name)?.[1].default
}

/** A member that was not in a PATCH and lost its value; an object may be replaced as a whole. */
const resetBy = (
  life: Life,
  before: JsonObject,
  { by, sent }: Look,
  after: JsonObject,
): string | undefined => {
  const others = untouchedBy(sent, by.case.call.operation.method, ownMembers(life, before))
  return others.find(
    (one) =>
      !isReset(before[one]) &&
      !areRelated(before[one], after[one]) &&
      (isReset(after[one]) || after[one] === defaultOf(life, one)),
  )
}

/** The violation that a read shows after an update, of the thing or of its members. */
const brokenUpdate = (before: Taken, updated: Taken, after: Taken, life: Life): Verdict => {
  if (isMissing(after.by.exchange) && keepsAddress(idOf(life), updated.thing))
    return { kind: 'lost by', by: updated, says: 'after @ the thing is no longer found' }
  if (!before.thing || !after.thing) return undefined
  const lost = lostBy(before, updated, after.thing)
  if (lost !== undefined)
    return {
      kind: 'not stored by',
      by: updated,
      says: `after @ "${lost}" is read with another value than the response showed`,
    }
  const reset = resetBy(life, before.thing, updated, after.thing)
  const says = `after @ "${reset}" has lost its value, though it was not sent`
  return reset === undefined ? undefined : { kind: 'resets others', by: updated, says }
}

/** Whether the document states that an operation replaces the whole thing; many services merge what PUT sends. */
const isReplacing = ({ walk }: Life, { path, method }: Operation): boolean => {
  const operation = memberAt(walk.explorer.api.document, 'paths', path, method)
  const texts = ['operationId', 'summary', 'description'].map((one) => textOf(memberAt(operation, one)) ?? '')
  return /replac|overwrit/i.test(texts.join(' '))
}

/** A member that a replacement left out and that has its old value, as all others that it left out. */
const keptBy = (
  life: Life,
  before: JsonObject,
  { by, sent }: Look,
  after: JsonObject,
): string | undefined => {
  const { walk, resource } = life
  const { members } = walk.formOf(by.case.call.operation, resource.nouns[0])
  const left = members.filter(
    ([one, schema]) => !Object.hasOwn(sent, one) && !isReset(before[one]) && schema.default === undefined,
  )
  const isKept = left.every(([one]) => Object.hasOwn(after, one) && areRelated(before[one], after[one]))
  return isKept ? left[0]?.[0] : undefined
}

/** An update that changes nothing is lost; one that leaves a single member unchanged may be justified. */
const changesNothing = ({ taken, target }: Life): Verdict => {
  const ignored = new Set<string>()
  let shown: readonly Taken[] | undefined
  for (const [index, one] of taken.entries()) {
    if (one.step !== 'update' || one.target.update?.operation !== target.update?.operation || !isDone(one.by))
      continue
    const before = taken.slice(0, index).findLast(({ step }) => step === 'read')
    const after = taken.slice(index + 1).find(({ step }) => step === 'read')
    for (const name of before && after?.thing ? changedBy(before, one) : []) {
      if (!areRelated(after?.thing?.[name], before?.thing?.[name])) return undefined
      if (areRelated(after?.thing?.[name], one.sent[name])) continue
      ignored.add(name)
      shown = [taken[0], before, one, after].filter((look) => look !== undefined)
    }
  }
  const by = shown?.at(-2)
  if (!by || !shown) return 'open'
  const says = '@ is answered with success, and changes nothing'
  return ignored.size < 2 ? undefined : { kind: 'changes nothing', by, says, steps: shown }
}

/** A member that two concurrent updates changed, yet has its old value, though a single update can change it. */
const lostBeside = (before: Taken, made: readonly Look[], after: Taken): string | undefined => {
  const isOld = (one: string, thing: JsonObject = {}): boolean => areRelated(thing[one], before.thing?.[one])
  const isChanged = (one: string): boolean =>
    before.thing?.[one] !== undefined &&
    made.every(({ sent }) => Object.hasOwn(sent, one) && !isOld(one, sent))
  const changed = Object.keys(made[0]?.sent ?? {}).filter(isChanged)
  const lost = changed.filter((one) => after.thing && isOld(one, after.thing))
  const isClaimed = (one: string): boolean =>
    made.every(({ thing, sent }) => thing !== undefined && areRelated(thing[one], sent[one]))
  const areSilent = made.every(({ thing }) => thing === undefined)
  return (
    lost.find(isClaimed) ??
    (areSilent && lost.length > 1 && lost.length === changed.length ? lost[0] : undefined)
  )
}

/** Whether a read returns an empty object. */
const isEmptied = ({ by }: Look): boolean => {
  const { response } = by.exchange
  const body = response.status === 200 ? jsonBody(response) : undefined
  return isObject(body) && Object.keys(body).length === 0
}

/**
 * Whether a read shows the thing as it was before its deletion, or an empty object.
 * @param id the last value of its path
 * @param sent the body that created it
 */
export function isStill(before: JsonObject, after: Look, id: string, sent: JsonObject): boolean {
  const { thing } = after
  if (isEmptied(after)) return Object.keys(before).length > 0
  if (thing === undefined || isMarkedDeleted(before, thing)) return false
  if (after.id !== undefined) return after.id === id
  // Without an id, a thing counts as the same if all members from its creation are unchanged.
  const names = faithfulMembers(sent, before).filter((one) => !isReset(before[one]))
  const isKept = (one: string): boolean => Object.hasOwn(thing, one) && areRelated(before[one], thing[one])
  return names.some((one) => typeof before[one] === 'string') && names.every(isKept)
}

/** Whether another creation reused the id of a deleted thing, so that a read shows a different thing. */
export function isGivenAgain({ walk, resource: { itemPath }, subject, taken }: Life): boolean {
  const end = taken.find(({ step, by }) => step === 'delete' && isDone(by))
  if (!subject || !end) return false
  return walk.pool.isCreatedSince({ itemPath, values: subject.values }, end.by.exchange.sentAt)
}

/** The last read of a thing before its deletion. */
export function lastThing({ taken }: Life): JsonObject {
  const end = taken.findIndex(({ step, by }) => step === 'delete' && isDone(by))
  const isRead = ({ step, thing }: Taken): boolean => step === 'read' && thing !== undefined
  return taken.slice(0, end < 0 ? undefined : end).findLast(isRead)?.thing ?? {}
}

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

const listed = law({
  rule: 'state/listed',
  each: lists,
  steps: ['create', 'read', 'list'],
  promise: ([, { thing }, by], life) => {
    const { visited } = by
    const shown = visited && thingInList(visited, idOf(life))
    if (!thing || !visited || (!visited.isWhole && !shown)) return 'open'
    if (!shown) {
      const says = '@ does not list what was created'
      return isLeftOut(visited, thing, idOf(life)) && { kind: 'not listed', by, says }
    }
    const names = ownMembers(life, thing).filter((one) => Object.hasOwn(shown, one))
    const other = unrelatedMember(thing, shown, names)
    const says = `@ shows another "${other}" than reading the thing does`
    return other !== undefined && { kind: 'listed otherwise', by, says }
  },
})

const replacing = law({
  rule: 'state/updated',
  each: (life) =>
    updates(['required'], [])(life).filter(({ update }) => update && isReplacing(life, update.operation)),
  steps: ['create', 'read', 'update', 'read'],
  promise: ([, before, by, after], life) => {
    const kept = before.thing && after.thing && keptBy(life, before.thing, by, after.thing)
    const says = `after @ "${kept}" has its old value, though it was left out of what replaces the thing`
    return kept !== undefined && { kind: 'keeps others', by, says }
  },
})

const guarded = law({
  rule: 'state/updated',
  each: updates(['all'], ['all']),
  steps: ['create', 'read', 'update', 'read', 'update outdated'],
  promise: ([, before, , after, by]) =>
    isDone(by.by) && {
      kind: 'outdated',
      by,
      says: '@ is carried out with an ETag that is outdated, though it declares a refusal of that',
      steps: [before, after, by],
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

/** The laws of a thing's life from creation to after deletion, in this order. */
export const lawsOfThings: readonly Law[] = [
  law({
    rule: 'state/readable',
    steps: ['create', 'read'],
    isFoundation: true,
    promise: ([made, seen]) => {
      if (isPending(made.thing)) return 'open'
      if (isMissing(seen.by.exchange))
        return { kind: 'not readable', by: made, says: 'what @ created is not found when it is read' }
      const other = readsOtherwise(made, seen)
      const says = `"${other}" is read with another value than @ was sent and answered with`
      return other !== undefined && { kind: 'reads otherwise', by: made, says }
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
          ? '@ finds a thing once, and not the next time'
          : `@ shows another "${by && changed(by)}" the next time, though nothing changed it`
      return by && { kind: 'reading changes', by, says, steps: [made, seen, by] }
    },
  }),
  law({
    rule: 'state/readable',
    steps: ['create', 'follow Location'],
    promise: ([made, seen]) =>
      isMissing(seen.by.exchange) && {
        kind: 'location',
        by: made,
        says: 'the Location header of @ leads to nothing',
      },
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
  listed,
  ...updating(updates(['all'], ['all', 0, 1, 2])),
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
        (changed !== undefined || isMissing(after.by.exchange)) && { kind: 'changes others', by, says, steps }
      )
    },
  }),
  law({ rule: 'state/gone', needs: 'remove', steps: ['create below'] }),
  law({
    rule: 'state/gone',
    steps: ['create', 'read', 'delete', 'read'],
    promise: ([made, before, by, after], life) => {
      if (isPending(by.thing) || !before.thing || isGivenAgain(life)) return 'open'
      const says = `what @ deleted is still read${isEmptied(after) ? ', as an object with nothing in it' : ' as it was'}`
      return isStill(before.thing, after, idOf(life), made.sent) && { kind: 'still read', by, says }
    },
  }),
  law({
    rule: 'state/gone',
    steps: ['read other', 'delete', 'read other once more'],
    promise: ([before, by, after]) => {
      const says = '@ of one thing deletes another too'
      return before.thing && isMissing(after.by.exchange) ? { kind: 'deletes others', by, says } : undefined
    },
  }),
  law({
    rule: 'state/gone',
    each: lists,
    steps: ['create', 'delete', 'list'],
    promise: ([, , list], life) => {
      const [before, listed] = [lastThing(life), list.visited && thingInList(list.visited, idOf(life))]
      if (isGivenAgain(life)) return 'open'
      const isThere = listed && !isMarkedDeleted(before, { ...before, ...listed })
      return isThere && { kind: 'still listed', by: list, says: '@ still lists what was deleted' }
    },
  }),
  law({ rule: 'state/gone', steps: ['delete', 'delete again'] }),
  law({
    rule: 'state/gone',
    needs: 'patch',
    steps: ['create', 'delete', 'read', 'update deleted', 'read'],
    promise: ([, , , by, after], life) => {
      if (!isDone(by.by) || by.thing === undefined) return undefined
      const says = '@ is carried out on what was deleted, and cannot be read'
      if (isMissing(after.by.exchange)) return { kind: 'changed after deletion', by, says }
      const old = lastThing(life)
      const own = ownMembers(life, old).map((one) => [one, old[one]] as const)
      const back = broughtBack(Object.fromEntries(own), by, after)
      return (
        back !== undefined && {
          kind: 'brought back',
          by,
          says: `@ brings back what was deleted, with its old "${back}"`,
        }
      )
    },
  }),
  law({ rule: 'state/gone', steps: ['delete', 'use below deleted'] }),
  law({ rule: 'state/gone', needs: 'remove', steps: ['delete other'] }),
]

/**
 * A member of the deleted thing that an update restored, although a PATCH may create a thing only from its own body.
 * @param old members whose values the client had set
 */
export function broughtBack(old: JsonObject, { sent }: Look, { thing = {} }: Look): string | undefined {
  const isTelling = (one: string): boolean =>
    typeof old[one] === 'string' && old[one].length > 3 && !isState(one, '')
  return Object.keys(old).find(
    (one) => isTelling(one) && !Object.hasOwn(sent, one) && thing[one] === old[one],
  )
}

/** The laws of concurrent creations and updates. */
export const lawsSideBySide: readonly Law[] = [
  law({
    rule: 'state/readable',
    steps: ['create'],
    isFoundation: true,
    promise: ([by], { same }) =>
      same && {
        kind: 'same id',
        by,
        says: 'two things that @ creates side by side get the same id',
        steps: same,
      },
  }),
  law({
    rule: 'state/readable',
    steps: ['create', 'read those beside'],
    isFoundation: true,
    // If none is found, creation is broken even without concurrency.
    promise: ([by, { beside = [] }]) => {
      const [first, ...others] = beside.filter((one) => isMissing(one.by.exchange))
      const says = 'of several things that @ creates side by side, not all exist afterwards'
      return (
        first && others.length + 1 < beside.length && { kind: 'lost beside', by, says, steps: [by, first] }
      )
    },
  }),
  listed,
  law({
    rule: 'state/updated',
    steps: ['create', 'read', 'update side by side', 'read'],
    promise: ([made, before, by, after]) => {
      const { beside = [] } = by
      if (beside.length < 2 || !beside.every((one) => isDone(one.by))) return 'open'
      const lost = lostBeside(before, beside, after)
      const says = `after two updates by @ side by side "${lost}" has its old value`
      return (
        lost !== undefined && {
          kind: 'lost update beside',
          by,
          says,
          steps: [made, before, ...beside, after],
        }
      )
    },
  }),
  law({ rule: 'state/readable', steps: ['create again'] }),
]

export const lawsOfLists: readonly Law[] = [
  law({
    rule: 'state/paging',
    each: lists,
    steps: ['list', 'list in pages', 'list once more'],
    promise: ([all, pages, again], { walk, target: { list } }) =>
      list ? brokenPages(walk, list, [all, pages, again]) : 'open',
  }),
  law({ rule: 'state/paging', each: lists, steps: ['list far behind'] }),
  law({
    rule: 'state/filters',
    each: filters,
    steps: ['filter by one', 'filter by another'],
    promise: (pages, { target: { filter } }) => (filter ? brokenFilter(filter, pages) : 'open'),
  }),
]

/** The laws of singletons, which are restored afterwards. */
export const lawsOfSingletons: readonly Law[] = updating(updates([0, 1, 'old'], [0, 1, 'old']))
