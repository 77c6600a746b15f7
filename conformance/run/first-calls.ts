import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { objectOf, parametersIn } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { obstacleOf, satisfies } from '../cases/plans.js'
import { isSuccess } from '../exchange/reading.js'
import type { Api, Case, Observed } from '../model/case.js'
import { Stopped, unlessForbidden } from '../model/explorer.js'
import { atOnce } from '../model/workers.js'
import { bareCase } from './bare.js'
import { callGroups } from './call-order.js'
import type { ExploreSession } from './explore-session.js'
import { loginCase } from './login.js'
import { isEmptying } from './permission.js'
import { pathsAbove } from '../resources/paths.js'
import { pagingOf } from '../sequences/lists.js'
import { attemptsFor, isRepairable } from './repair.js'

/** Sends a case unless the settings forbid it. */
export async function sendAllowed(session: ExploreSession, sent: Case): Promise<Observed | undefined> {
  const observed = await unlessForbidden(session.send(sent))
  if (observed) return observed
  // A missing thing may be changed and deleted.
  const reading = readingBefore(sent, session.api)
  const mayRead = reading && session.mayCall(sent.call.operation, true)
  if (!mayRead || !(await unlessForbidden(session.send(reading)))) return undefined
  return unlessForbidden(session.send(sent))
}

/** Records why an operation was not called, for coverage. */
const hinder = (session: ExploreSession, operation: Operation): void => {
  const { needs, says } = session.refusal(operation, false) ?? {}
  if (says === undefined) return
  session.coverage.hinder(operation, needs ? `not allowed without --allow-${needs}: it ${says}` : says)
}

/** Calls an operation with valid values, once in a run, so that what is planned for it has a call to start from. */
export async function begin(session: ExploreSession, operation: Operation): Promise<void> {
  if (session.called.has(operation)) return
  session.called.add(operation)
  if (!session.mayCall(operation, true)) hinder(session, operation)
  else if (operation.method !== 'delete') await callFirst(session, operation)
}

/** Reads what a write has just brought to its own path, such as a picture, where it was not found before. */
const readBrought = async (session: ExploreSession, written: Operation): Promise<void> => {
  const [accepted] = session.accepted.of(written)
  // A document may have thousands of operations, so only what was accepted is looked for among them.
  if (!accepted || written.method === 'get') return
  const reads = session.api.operations.find(({ method, path }) => method === 'get' && path === written.path)
  if (!reads || session.accepted.hasWorked(reads)) return
  const made = await session.validCase(reads, { smallest: true, path: accepted.case.call.path })
  if (made) await sendAllowed(session, made)
}

/**
 * Calls operations concurrently until a deadline: each once, and then again those that were refused, because one may
 * take a hundred attempts. @param waiting loses those that are called
 */
const callGroup = async (session: ExploreSession, waiting: Operation[], until: number): Promise<void> => {
  const called: Operation[] = []
  const each = (from: Operation[], call: typeof begin): Promise<void> =>
    atOnce(session.settings.concurrency, async () => {
      while (Date.now() < until) {
        const operation = from.shift()
        if (!operation) return
        if (session.isOver) throw new Stopped('nothing more is sent')
        called.push(operation)
        await call(session, operation)
      }
    })
  await each(waiting, begin)
  await each(called.splice(0), followUp)
}

/**
 * Calls each operation with valid values, to learn ids and successful calls. Each group has its share of the time, so
 * that reads that are slow or hang do not block creations. Writes that ran out of time come with the next group, which
 * may need what they create, and such reads come last. Operations that empty the service are called when all else was.
 * @param begun takes what may still be on its way
 */
export async function callEach(
  session: ExploreSession,
  until: number,
  begun: Promise<void>[],
): Promise<void> {
  let open = session.api.operations.length
  const [lateReads, lateWrites]: [Operation[], Operation[]] = [[], []]
  for (const all of callGroups(session.api, session.pool.kinds, session.pool.others.kindsMeant)) {
    const waiting = [...lateWrites.splice(0), ...all.filter((one) => !isEmptying(one))]
    const part = (until - Date.now()) * (waiting.length / open)
    open -= waiting.length
    const called = callGroup(session, waiting, Date.now() + part)
    begun.push(called)
    await Promise.race([called, delay(part, undefined, { ref: false })])
    for (const one of waiting.splice(0)) (one.method === 'get' ? lateReads : lateWrites).push(one)
    open += lateWrites.length
  }
  await callGroup(session, [...lateWrites, ...lateReads], until)
}

const memberCount = ({ call }: Case): number => JSON.stringify(call.body?.value ?? null).split('":').length

/** A read without the parameter for a later page, because only a response has values of it. */
const withoutCursor = (sent: Case, { surface: { schemas } }: Api): Case => {
  const { cursor } = pagingOf(sent.call.operation, schemas)
  if (cursor === undefined || cursor.required) return sent
  const query = Object.fromEntries(Object.entries(sent.call.query).filter(([name]) => name !== cursor.name))
  return { ...sent, call: { ...sent.call, query } }
}

/** Tries the required values, all members, and the usual ones. */
const callFirst = async (session: ExploreSession, operation: Operation): Promise<void> => {
  const { api, pool, coverage } = session
  const smallest = await session.validCase(operation, { smallest: true })
  if (!smallest) {
    const why = await obstacleOf(api, operation, pool.offered)
    return coverage.hinder(operation, `no value was found that satisfies its schemas: ${why}`)
  }
  const first = await sendAllowed(session, smallest)
  if (!first) return hinder(session, operation)
  const full = operation.requestBody && (await session.validCase(operation, { full: true }))
  const hasMore = full && memberCount(full) > memberCount(smallest)
  const second = hasMore ? await sendAllowed(session, full) : undefined
  const usual = session.accepted.hasWorked(operation) ? undefined : await session.validCase(operation)
  // A request without parameters and body is the same again.
  if (usual && !isDeepStrictEqual(usual.call, smallest.call)) await sendAllowed(session, usual)
  // Members that are optional by the document may be required together.
  const isRefused = isRepairable(first) && !session.accepted.hasWorked(operation)
  const whole = isRefused && !full ? await session.validCase(operation, { full: true }) : undefined
  const all = whole && withoutCursor(whole, api)
  if (all && !isDeepStrictEqual(all.call, (usual ?? smallest).call)) await sendAllowed(session, all)
  session.begun.set(operation, { first, full, second })
}

/** Tries, once in a run, repairs according to refusals, only naming members, and an issued body. */
export async function followUp(session: ExploreSession, operation: Operation): Promise<void> {
  const begun = session.begun.get(operation)
  if (!begun) return
  session.begun.delete(operation)
  const { first, full, second } = begun
  const misshapen = new Set<string>()
  const isOpen = (): boolean => !session.accepted.hasWorked(operation)
  if (isOpen() && isRepairable(first)) await repair(session, first, full, misshapen)
  if (second && isRepairable(second)) await repair(session, second, full, misshapen)
  if (full && isOpen()) await callBare(session, full, misshapen)
  const issued = isOpen() ? await session.validCases.issued(operation) : undefined
  const taken = issued && (await sendAllowed(session, issued))
  if (taken && isSuccess(taken.exchange)) session.validCases.keepIssued(operation)
  const login = isOpen() ? loginCase(first.case, session.accepted) : undefined
  if (login) await sendAllowed(session, login)
  await readBrought(session, operation)
}

/** Members without which a body is accepted are left out of further bodies too. */
const callBare = async (session: ExploreSession, full: Case, misshapen: Set<string>): Promise<void> => {
  const { operation } = full.call
  const { bare, repairs = [] } = (await bareCase(session, full)) ?? {}
  const observed = bare && (await sendAllowed(session, bare))
  if (observed && isRepairable(observed)) await repair(session, observed, full, misshapen)
  if (!session.accepted.hasWorked(operation)) return
  const [accepted] = session.accepted.of(operation)
  // Members that a repair added on demand of the service stay.
  const body = objectOf(accepted?.case.call.body?.value)
  for (const one of repairs)
    if (!Object.hasOwn(body, one.member)) session.validCases.keepRepair(operation, one)
}

const mostRepairs = 3

/**
 * Repeats a refused request with what its refusals require, as long as that helps, and keeps successful repairs.
 * @param misshapen the keys of values that no other form helped, which are not tried again
 */
const repair = async (
  session: ExploreSession,
  refused: Observed,
  full: Case | undefined,
  misshapen: Set<string>,
): Promise<void> => {
  let last: Observed | undefined = refused
  for (let count = 0; count < mostRepairs && last && isRepairable(last); count++)
    last = await repaired(session, last, full, misshapen)
}

/** The response to the first attempt that is not refused for the same reason; undefined where none helps. */
const repaired = async (
  session: ExploreSession,
  refused: Observed,
  full: Case | undefined,
  misshapen: Set<string>,
): Promise<Observed | undefined> => {
  const { operation } = refused.case.call
  const known = (name: string): readonly unknown[] =>
    session.pool.offered.memberValues(name, { type: 'string', format: 'uuid' }, [], operation)
  const attempts = attemptsFor(refused, full?.call, known).filter(
    ({ repairs, isDemanded }) => isDemanded || repairs.some(({ key }) => !misshapen.has(key)),
  )
  for (const { repairs, isDemanded, isRefusedBy } of attempts) {
    const changed = repairs.reduce((sent, one) => one.apply(sent), refused.case)
    if (isDeepStrictEqual(changed.call, refused.case.call)) continue
    const isValid = await satisfies(session.api, changed.call)
    // Text formats that no refusal mentions are tried only if no case has succeeded.
    if (!isDemanded && (!isValid || session.accepted.hasWorked(operation))) continue
    // A requirement that contradicts the document is not a promise, so the case is open.
    const observed = await sendAllowed(session, isValid ? changed : { ...changed, expectation: 'open' })
    if (!observed) return undefined
    const isRefused = isRepairable(observed)
    if (isRefused && isRefusedBy(observed)) {
      if (!isDemanded) for (const { key } of repairs) misshapen.add(key)
      continue
    }
    if (isValid) session.repaired.set(operation, changed.call)
    if (isSuccess(observed.exchange) || isRefused)
      for (const one of repairs) session.validCases.keepRepair(operation, one)
    return observed
  }
  return undefined
}

/**
 * A case that reads the thing that another would change or delete, or the nearest one above it; undefined where the
 * document has no GET for any. Nothing is changed below a thing that is missing.
 */
export function readingBefore({ call }: Case, { operations }: Api): Case | undefined {
  const { operation, path, header, cookie } = call
  if (operation.method === 'get' || !operation.path.includes('{')) return undefined
  const [reads] = pathsAbove(operation.path).flatMap((above) =>
    operations.filter((one) => one.method === 'get' && one.path === above),
  )
  if (!reads) return undefined
  const values = Object.fromEntries(parametersIn(reads.path).map((name) => [name, path[name]]))
  return { call: { operation: reads, path: values, query: {}, header, cookie }, expectation: 'open' }
}
