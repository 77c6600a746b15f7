import { jsonBody } from '../exchange/exchange.js'
import { isObject, type JsonObject } from '../../document/index.js'
import type { Observed } from '../model/observed.js'
import type { PlainValue } from '../resources/fits.js'
import { identityIn } from '../resources/identity.js'
import { isPending } from './readable.js'
import { areRelated, faithfulMembers, isReset } from './related.js'
import { isDone, isMissing, nameOf, pathOf, read, type Seen, type Subject, thingIn } from './subject.js'
import type { Walk } from './walk.js'

const soft = /delet|archiv|remov|trash|status|state|activ|enabl|disabl|cancel|clos|revok|expire|end|valid/i

/** Whether a thing says of itself that it was deleted: a member about it differs from before, or was not there. */
export function isMarkedDeleted(before: JsonObject, after: JsonObject): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].some((name) => soft.test(name) && !areRelated(before[name], after[name]))
}

const idOf = (walk: Walk, { resource }: Subject, thing: JsonObject): PlainValue | undefined =>
  identityIn(thing, resource.parameter, resource.nouns, walk.explorer.api.surface.schemas)?.value

/** Without an id in it, a thing is the same where all is as it was that its creation was sent. */
const isSame = ({ sent }: Subject, before: JsonObject, after: JsonObject): boolean => {
  const names = faithfulMembers(sent, before).filter((name) => !isReset(before[name]))
  const isKept = (name: string): boolean =>
    Object.hasOwn(after, name) && areRelated(before[name], after[name])
  return names.some((name) => typeof before[name] === 'string') && names.every(isKept)
}

/** Whether what is read is a thing, as it was before it was deleted. */
const isStill = (walk: Walk, subject: Subject, before: JsonObject, after: Seen | undefined): boolean => {
  if (after?.thing === undefined || isMarkedDeleted(before, after.thing)) return false
  const id = idOf(walk, subject, after.thing)
  return id === undefined
    ? isSame(subject, before, after.thing)
    : String(id) === String(subject.values.at(-1))
}

/** Whether what was a thing is read as an object without any member. */
const isEmptied = (before: JsonObject, after: Seen | undefined): boolean => {
  const body =
    after && after.by.exchange.response.status === 200 ? jsonBody(after.by.exchange.response) : undefined
  return isObject(body) && Object.keys(body).length === 0 && Object.keys(before).length > 0
}

/** What a deletion leaves: how it was done, and how the thing was before. */
export interface Deleted {
  readonly by: Observed
  readonly before: JsonObject
  /** Reading it said that it is not there. */
  readonly isMissing: boolean
}

/** Deletes a thing, and looks whether it is gone. Undefined where it could not be deleted. @throws Stopped */
export async function judgeGone(
  walk: Walk,
  subject: Subject,
  bystander: Subject | undefined,
): Promise<Deleted | undefined> {
  const { remove } = subject.resource
  const before = remove && (await read(walk, subject))
  const other = bystander && before ? await read(walk, bystander) : undefined
  if (!remove || !before?.thing) return undefined
  const path = pathOf(remove, subject.values)
  const by = await walk.call(remove, { path, created: true, smallest: true, etag: before.etag })
  if (!by || !isDone(by)) return undefined
  walk.pool.markDeleted(subject.created)
  if (isPending(thingIn(subject.resource, by))) return undefined
  const look = (): Promise<Seen | undefined> => read(walk, subject)
  const known = before.thing
  const isThere = (seen: Seen | undefined): boolean =>
    isStill(walk, subject, known, seen) || isEmptied(known, seen)
  const after = await walk.settle(await look(), (seen) => !isThere(seen), look)
  const steps = [subject.made, by, ...(after ? [after.by] : [])]
  if (after) walk.judged('state/gone', after.by)
  if (isThere(after))
    walk.suspect({
      rule: 'state/gone',
      message: `what ${nameOf(remove)} deleted is still read${isEmptied(known, after) ? ', as an object with nothing in it' : ' as it was'}`,
      expected: 'It is answered with 404 or 410, or says of itself that it was deleted.',
      cause: `still read ${nameOf(remove)}`,
      steps,
    })
  if (bystander && other?.thing)
    await judgeBystander(walk, subject, bystander, [bystander.made, other.by, by])
  return { by, before: known, isMissing: after !== undefined && isMissing(after.by) }
}

const judgeBystander = async (
  walk: Walk,
  { resource: { remove } }: Subject,
  bystander: Subject,
  steps: readonly Observed[],
): Promise<void> => {
  const after = await read(walk, bystander)
  if (!remove || !after || !isMissing(after.by)) return
  walk.suspect({
    rule: 'state/gone',
    message: `${nameOf(remove)} of one thing deletes another too`,
    expected: 'A deletion is about one thing alone.',
    cause: `deletes others ${nameOf(remove)}`,
    steps: [...steps, after.by],
  })
}

/**
 * Uses what was deleted: it is deleted again, changed, and what was below it is asked for. Failures of the service are
 * found by the checks of single answers; here, whether it is changed. @throws Stopped
 */
export async function useDeleted(walk: Walk, subject: Subject, deleted: Deleted): Promise<void> {
  const { resource, values } = subject
  const { remove, patch, below } = resource
  if (remove) await walk.call(remove, { path: pathOf(remove, values), created: true, smallest: true })
  if (patch && deleted.isMissing) await judgeChange(walk, subject, deleted)
  // With nothing below to name, what is asked for are lists and actions of the thing itself.
  const direct = below.filter(({ path }) => path.split('{').length - 1 === values.length)
  for (const operation of direct.slice(0, 4))
    await walk.call(operation, { path: pathOf(operation, values), created: true, smallest: true })
}

const judgeChange = async (walk: Walk, subject: Subject, deleted: Deleted): Promise<void> => {
  const { patch } = subject.resource
  const changed = patch && (await walk.call(patch, { path: pathOf(patch, subject.values), created: true }))
  if (!patch || !changed) return
  walk.judged('state/gone', changed)
  if (!isDone(changed) || thingIn(subject.resource, changed) === undefined) return
  // A PATCH may create what is not there: then it is there.
  const after = await read(walk, subject)
  if (!after || !isMissing(after.by)) return
  walk.suspect({
    rule: 'state/gone',
    message: `${nameOf(patch)} is carried out on what was deleted, and cannot be read`,
    expected: 'It is answered with 404 or 410.',
    cause: `changed after deletion ${nameOf(patch)}`,
    steps: [subject.made, deleted.by, changed, after.by],
  })
}
