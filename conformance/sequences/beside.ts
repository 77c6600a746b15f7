import { isObject } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Case } from '../model/case.js'
import type { Observed } from '../model/observed.js'
import { isPending } from './readable.js'
import { areRelated } from './related.js'
import {
  isDone,
  isMissing,
  nameOf,
  pathOf,
  read,
  type Seen,
  sentBy,
  type Subject,
  subjectOf,
  thingIn,
} from './subject.js'
import { addressMembers, variationOf } from './variation.js'
import type { Asking, Walk } from './walk.js'

const most = 4

/** Sends cases at the same time. */
const sendAll = async (walk: Walk, cases: readonly (Case | undefined)[]): Promise<Observed[]> => {
  const sent = cases.filter((one) => one !== undefined)
  const ended = await Promise.allSettled(sent.map((one) => walk.send(one)))
  const refused = ended.find((one) => one.status === 'rejected')
  if (refused) throw refused.reason
  return ended.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
}

/** Things that are created at the same time have ids of their own, and all of them exist. @throws Stopped */
export async function judgeCreationsBeside(
  walk: Walk,
  resource: Subject['resource'],
  operation: Operation,
  asking: Asking,
): Promise<Subject[]> {
  if (!walk.mayCreate) return []
  const cases: (Case | undefined)[] = []
  for (let index = 0; index < most; index++)
    cases.push(await walk.prepare(operation, { ...asking, hold: true }))
  const bodies = new Set(cases.map((one) => JSON.stringify(one?.call.body?.value)))
  const made = (await sendAll(walk, cases)).filter(isDone)
  const subjects = made.map((one) => subjectOf(walk, resource, one)).filter((one) => one !== undefined)
  if (bodies.size < cases.length || made.length < 2) return subjects
  const name = nameOf(operation)
  // An answer that brings the id of a thing that another has created creates nothing of its own.
  const same = made.find((one) => subjectOf(walk, resource, one) === undefined)
  if (same && subjects.length > 0 && hasIdOf(same, subjects))
    walk.suspect({
      rule: 'state/readable',
      message: `two things that ${name} creates side by side get the same id`,
      expected: 'Each has an id of its own.',
      cause: `same id ${name}`,
      steps: made,
    })
  if (subjects.length > 1) await judgeAllThere(walk, subjects, made)
  return subjects
}

/** Where none is found, creating is broken without anything beside it. */
const judgeAllThere = async (
  walk: Walk,
  subjects: readonly Subject[],
  made: readonly Observed[],
): Promise<void> => {
  const lost: Seen[] = []
  for (const subject of subjects) {
    const look = (): Promise<Seen | undefined> => read(walk, subject)
    const seen = await walk.settle(await look(), (one) => !one || !isMissing(one.by), look)
    if (!seen || isPending(subject.answered)) continue
    walk.judged('state/readable', seen.by)
    if (isMissing(seen.by)) lost.push(seen)
  }
  const [first] = lost
  const name = nameOf(made[0]?.case.call.operation ?? { method: 'post', path: '' })
  if (first && lost.length < subjects.length)
    walk.suspect({
      rule: 'state/readable',
      message: `of several things that ${name} creates side by side, not all exist afterwards`,
      expected: 'What was answered with success exists.',
      cause: `lost beside ${name}`,
      steps: [...made, first.by],
    })
}

const hasIdOf = ({ exchange }: Observed, subjects: readonly Subject[]): boolean =>
  subjects.some(({ values }) => {
    const id = JSON.stringify(values.at(-1))
    return new RegExp(
      `"[^"]*(id|slug|key|code|name)"\\s*:\\s*"?${id.replaceAll('"', '').replace(/[^\w-]/g, '.')}"?[,}\\s]`,
      'i',
    ).test(exchange.response.body)
  })

/** Updates that come at the same time end in the value of one of them. @throws Stopped */
export async function judgeUpdatesBeside(walk: Walk, subject: Subject): Promise<void> {
  const operation = subject.resource.put ?? subject.resource.patch
  const before = await read(walk, subject)
  if (!operation || !before?.thing) return
  const asking = { path: pathOf(operation, subject.values), created: true, etag: before.etag } as const
  const { schemas } = walk.explorer.api.surface
  const address = addressMembers(operation, schemas, before.thing, subject.values)
  const cases: (Case | undefined)[] = []
  for (let index = 0; index < 2; index++) {
    const body = { ...variationOf(operation, schemas, walk.count()), ...address }
    cases.push(await walk.prepare(operation, { ...asking, body }))
  }
  const made = await sendAll(walk, cases)
  if (made.length < 2 || !made.every(isDone)) return
  const after = await walk.settle(
    await read(walk, subject),
    (seen) => !seen || lostMember(subject, made, before, seen) === undefined,
    () => read(walk, subject),
  )
  if (!after) return
  walk.judged('state/updated', after.by)
  const lost = lostMember(subject, made, before, after)
  if (lost === undefined) return
  walk.suspect({
    rule: 'state/updated',
    message: `after two updates by ${nameOf(operation)} side by side "${lost}" has its old value`,
    expected: 'It has the value that one of the two gave it.',
    cause: `lost update beside ${nameOf(operation)}`,
    steps: [subject.made, before.by, ...made, after.by],
  })
}

/**
 * A member that both changed, and that is read as it was before: one that both answers show as changed; without such
 * answers, where all are as they were. A single one may be one that never changes.
 */
const lostMember = (
  { resource }: Subject,
  made: readonly Observed[],
  before: Seen,
  after: Seen,
): string | undefined => {
  const sent = made.map((one) => sentBy(resource, one))
  const answered = made.map((one) => thingIn(resource, one))
  const changed = Object.keys(sent[0] ?? {}).filter((name) => {
    const old = before.thing?.[name]
    return old !== undefined && sent.every((one) => Object.hasOwn(one, name) && !areRelated(one[name], old))
  })
  const lost = changed.filter((name) => after.thing && areRelated(after.thing[name], before.thing?.[name]))
  const isClaimed = (name: string): boolean =>
    answered.every((one, index) => one !== undefined && areRelated(one[name], sent[index]?.[name]))
  const isSilent = answered.every((one) => one === undefined)
  return (
    lost.find(isClaimed) ??
    (isSilent && lost.length > 1 && lost.length === changed.length ? lost[0] : undefined)
  )
}

/** Creates the same thing again: whether that is refused is up to the service. @throws Stopped */
export async function createAgain(walk: Walk, { made }: Subject): Promise<void> {
  if (!walk.mayCreate || !isObject(made.case.call.body?.value)) return
  const again: Case = { ...made.case, aim: 'the same creation again' }
  walk.pool.hold(again)
  await walk.send(again)
}
