import { isObject, type JsonObject, memberAt, textOf } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { jsonBody } from '../exchange/exchange.js'
import { isMissing } from '../exchange/reading.js'
import { referredBy } from '../resources/names.js'
import { componentOf } from '../resources/operation-paths.js'
import {
  areRelated,
  faithfulMembers,
  isHiddenBy,
  isId,
  isMarkedDeleted,
  isReset,
  isShared,
  isState,
  keepsAddress,
  unrelatedMember,
  untouchedBy,
} from './related.js'
import type { Life, Taken } from './steps.js'
import { broken, isDone, type Look, lookAt, type Verdict } from './subject.js'

/** The last value of the path of a life's thing. */
export function idOf({ subject }: Life): string {
  return String(subject?.values.at(-1))
}

/** The members of a thing that the client sets, from the bodies of its creation and updates. */
export function ownMembers({ taken }: Pick<Life, 'taken'>, thing: JsonObject): string[] {
  const sent = taken.filter(({ step, by }) => (step === 'create' || step === 'update') && isDone(by))
  return faithfulMembers(Object.assign({}, ...sent.map((one) => one.sent)), thing)
}

/**
 * Whether a thing lost a reference to another one, which may be where one thing alone can have it: a dashboard its app.
 * @param others called only where it lost one
 */
export function isTakenOver(
  name: string,
  before: JsonObject,
  after: JsonObject,
  others: () => readonly JsonObject[],
): boolean {
  const isLost = referredBy(name) !== undefined && (after[name] ?? null) === null
  return isLost && others().some((one) => one[name] === before[name])
}

/** Names of members that a service may show once: what somebody can get in with. */
const shownOnce = /key|pass|pin|code|cred|auth|cert/i

/**
 * A member whose value differs between a read and the response to the creation, apart from what the other took over.
 * A read may show fewer members, unless both are one component.
 */
export function readsOtherwise(
  { by, sent, thing: answered = {} }: Look,
  { thing }: Look,
  { walk, resource, other }: Pick<Life, 'walk' | 'resource' | 'other'>,
): string | undefined {
  if (!thing) return undefined
  const others = (): JsonObject[] => (other ? [lookAt(resource, other.made).sent] : [])
  const kind = resource.read && componentOf(resource.read, ['200'])
  const isAlike = kind !== undefined && kind === componentOf(by.case.call.operation, ['201', '200'])
  // A read that lacks a required member is reported for its body.
  const { required } = walk.formOf(by.case.call.operation, resource.nouns[0])
  const isShown = (name: string): boolean =>
    Object.hasOwn(thing, name) ||
    (isAlike && !shownOnce.test(name) && !required.includes(name) && !isReset(answered[name]))
  const names = faithfulMembers(sent, answered).filter(
    (one) => isShown(one) && !isTakenOver(one, answered, thing, others),
  )
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

/** A member that has the new value of an update; states may change by themselves. */
export function storedBy(before: Look, update: Look, { thing = {} }: Look): string | undefined {
  const { sent } = update
  return changedBy(before, update).find(
    (one) => Object.hasOwn(thing, one) && !isShared(one, sent[one]) && areRelated(thing[one], sent[one]),
  )
}

/** The default of a member by the schema of the body that creates the thing. */
const defaultOf = ({ walk, resource: { creates, nouns } }: Life, name: string): unknown => {
  const [operation] = creates
  const members = operation ? walk.formOf(operation, nouns[0]).members : []
  return members.find(([one]) => one === name)?.[1].default
}

/** A member that was not in a PATCH and lost its value; an object may be replaced as a whole. */
const resetBy = (life: Life, old: JsonObject, { by, sent }: Look, after: JsonObject): string | undefined => {
  const others = untouchedBy(sent, by.case.call.operation.method, ownMembers(life, old))
  return others.find(
    (one) =>
      !isReset(old[one]) &&
      !areRelated(old[one], after[one]) &&
      (isReset(after[one]) || after[one] === defaultOf(life, one)),
  )
}

/** A member that a merge patch set to null and that has its old value (RFC 7396). */
const notRemovedBy = (old: JsonObject, { by, sent }: Look, now: JsonObject): string | undefined => {
  const isMerged = by.case.call.body?.mediaType.startsWith('application/merge-patch+json') === true
  return Object.keys(sent).find((one) => isMerged && sent[one] === null && areRelated(old[one], now[one]))
}

/** The violation that a read shows after an update, of the thing or of its members. */
export function brokenUpdate(before: Taken, updated: Taken, after: Taken, life: Life): Verdict {
  const mayBeHidden = isHiddenBy(updated.sent)
  if (isMissing(after.by.exchange) && keepsAddress(idOf(life), updated.thing) && !mayBeHidden)
    return broken('lost by', updated, 'after @ the thing is no longer found')
  if (!before.thing || !after.thing) return undefined
  const lost = lostBy(before, updated, after.thing)
  const stored = `after @ "${lost}" is read with a different value than the response showed`
  if (lost !== undefined) return broken('not stored by', updated, stored)
  const isSame = after.etag !== undefined && after.etag === before.etag && !after.etag.startsWith('W/')
  if (isSame && changedBy(before, updated).some((one) => areRelated(after.thing?.[one], updated.sent[one])))
    return broken('same ETag', updated, 'after @ a read has the ETag from before, and other values')
  const kept = notRemovedBy(before.thing, updated, after.thing)
  const left = `after @ "${kept}" has its old value, though a merge patch with null removes it`
  if (kept !== undefined) return broken('does not remove', updated, left)
  const reset = resetBy(life, before.thing, updated, after.thing)
  const says = `after @ "${reset}" has lost its value, though it was not sent`
  return reset === undefined ? undefined : broken('resets others', updated, says)
}

/** Whether the document states that an operation replaces the whole thing; many services merge what PUT sends. */
export function isReplacing({ walk }: Life, { path, method }: Operation): boolean {
  const operation = memberAt(walk.explorer.api.document, 'paths', path, method)
  const texts = ['operationId', 'summary', 'description'].map((one) => {
    // Only the first paragraph is read; the rest may explain a parameter that chooses between replacing and merging.
    const [beginning = ''] = (textOf(memberAt(operation, one)) ?? '').split(/\n\s*\n/)
    return beginning
  })
  return /replac|overwrit/i.test(texts.join(' '))
}

/** A member that a replacement left out and that has its old value, as all others that it left out. */
export function keptBy(life: Life, old: JsonObject, { by, sent }: Look, now: JsonObject): string | undefined {
  const { walk, resource } = life
  const { members } = walk.formOf(by.case.call.operation, resource.nouns[0])
  const left = members.filter(
    ([one, schema]) => !Object.hasOwn(sent, one) && !isReset(old[one]) && schema.default === undefined,
  )
  const isKept = left.every(([one]) => Object.hasOwn(now, one) && areRelated(old[one], now[one]))
  return isKept ? left[0]?.[0] : undefined
}

/** An update that changes nothing is lost; one that leaves a single member unchanged may be justified. */
export function changesNothing({ taken, target }: Life): Verdict {
  const ignored = new Set<string>()
  let shown: readonly Taken[] | undefined
  for (const [index, one] of taken.entries()) {
    if (one.step !== 'update' || one.target.update?.operation !== target.update?.operation || !isDone(one.by))
      continue
    const before = taken.slice(0, index).findLast(({ step }) => step === 'read')
    const later = taken.slice(index + 1)
    const next = later.findIndex(({ step }) => step.startsWith('update'))
    // The last read before the next update, because changes may show late.
    const after = later.slice(0, next < 0 ? undefined : next).findLast(({ step }) => step === 'read')
    for (const name of before && after?.thing ? changedBy(before, one) : []) {
      if (!areRelated(after?.thing?.[name], before?.thing?.[name])) return undefined
      if (areRelated(after?.thing?.[name], one.sent[name])) continue
      ignored.add(name)
      shown = [taken[0], before, one, after].filter((look) => look !== undefined)
    }
  }
  const by = shown?.at(-2)
  if (!by || !shown) return 'open'
  if (ignored.size < 2) return undefined
  return broken('changes nothing', by, '@ is answered with success, and changes nothing', shown)
}

/** A member that two concurrent updates changed, yet has its old value, though a single update can change it. */
export function lostBeside(before: Taken, made: readonly Look[], after: Taken): string | undefined {
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
export function isEmptied({ by }: Look): boolean {
  const { response } = by.exchange
  const body = response.status === 200 ? jsonBody(response) : undefined
  return isObject(body) && Object.keys(body).length === 0
}

/** Whether a read shows a thing as before its deletion, or empty. @param sent the body that created it */
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
