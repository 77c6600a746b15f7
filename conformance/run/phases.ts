import type { Operation } from '../../runtime/surface.js'
import { firstCase, obstacleOf, satisfies } from '../cases/index.js'
import type { Case } from '../model/case.js'
import { NotAllowed, Stopped } from '../model/explorer.js'
import { exploreState } from '../sequences/runner.js'
import type { Observed } from '../model/observed.js'
import { readingBefore } from './permission.js'
import type { ExploreSession } from './exploration.js'
import { attemptsFor } from './repair.js'
import { settle } from './settle.js'
import type { OperationCases } from './operation-cases.js'

// By path and method alone: the parts of an operation are made when they are looked at, and here all would be.
const rank = ({ method, path }: Operation): number => {
  const needsId = path.includes('{')
  if (method === 'get') return needsId ? 3 : 0
  if (method === 'post') return needsId ? 2 : 1
  if (method === 'delete') return 6
  return method === 'put' || method === 'patch' ? 4 : 5
}

const depth = ({ path }: Operation): number => path.split('/').length

/**
 * Operations in the order in which each is called first: lists before they are written to, so that ids are known;
 * then what creates, from the outside to the inside; then what needs ids; what deletes comes last.
 */
const inCallOrder = (operations: readonly Operation[]): Operation[] =>
  operations.toSorted((a, b) => rank(a) - rank(b) || depth(a) - depth(b))

/** The same, with those together that may be called side by side. */
const callGroups = (operations: readonly Operation[]): Operation[][] => {
  const groups = new Map<string, Operation[]>()
  for (const one of inCallOrder(operations)) {
    const key = `${rank(one)} ${depth(one)}`
    const group = groups.get(key) ?? []
    group.push(one)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Sends a case unless the settings do not let it be sent. */
const sendAllowed = async (session: ExploreSession, sent: Case): Promise<Observed | undefined> => {
  const observed = await unlessForbidden(session, sent)
  if (observed) return observed
  // What nobody has may be changed and deleted.
  const reading = readingBefore(sent, session.api)
  const mayRead = reading && session.mayCall(sent.call.operation, true)
  return mayRead && (await unlessForbidden(session, reading)) ? unlessForbidden(session, sent) : undefined
}

const unlessForbidden = async (session: ExploreSession, sent: Case): Promise<Observed | undefined> => {
  try {
    return await session.send(sent)
  } catch (error) {
    if (error instanceof NotAllowed) return undefined
    throw error
  }
}

/** Runs the same steps side by side, as many times as requests may be on their way. */
const sideBySide = async (session: ExploreSession, steps: () => Promise<void>): Promise<void> => {
  const outcomes = await Promise.allSettled(Array.from({ length: session.settings.concurrency }, steps))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

/** Why an operation was not called, for the report of coverage. */
const hinder = (session: ExploreSession, operation: Operation): void => {
  const refusal = session.refusal(operation, false)
  if (refusal) session.coverage.hinder(operation, { kind: refusal.needs, says: refusal.says })
}

/** Calls operations side by side until a time. @returns those that there was no time for */
const callGroup = async (
  session: ExploreSession,
  group: readonly Operation[],
  until: number,
): Promise<readonly Operation[]> => {
  let at = 0
  await sideBySide(session, async () => {
    while (Date.now() < until) {
      const operation = group[at++]
      if (!operation) return
      if (session.isOver) throw new Stopped('nothing more is sent')
      if (!session.mayCall(operation, true)) hinder(session, operation)
      else if (operation.method !== 'delete') await callFirst(session, operation)
    }
  })
  return group.slice(at)
}

/**
 * Calls each operation with valid values: ids become known, and calls that work. Each group has its part of the time,
 * so that slow reads do not keep what creates something from being called; what there was no time for comes last.
 */
const callEachOnce = async (session: ExploreSession, until: number): Promise<void> => {
  let open = session.api.operations.length
  const late: Operation[] = []
  for (const group of callGroups(session.api.operations)) {
    const part = (until - Date.now()) * (group.length / open)
    late.push(...(await callGroup(session, group, Date.now() + part)))
    open -= group.length
  }
  await callGroup(session, late, until)
}

const isRefused = ({ exchange: { response } }: Observed): boolean => [400, 422].includes(response.status)

const memberCount = ({ call }: Case): number => JSON.stringify(call.body?.value ?? null).split('":').length

/** With what is required alone, with all members of the body, and where neither is taken with what refusals ask for. */
const callFirst = async (session: ExploreSession, operation: Operation): Promise<void> => {
  const { api, pool, coverage } = session
  const smallest = await session.validCase(operation, { smallest: true })
  if (!smallest) {
    const why = await obstacleOf(api, operation, pool)
    coverage.hinder(operation, { kind: 'no-value', why: why ?? 'no path that can be sent' })
    return
  }
  const first = await sendAllowed(session, smallest)
  if (!first) return hinder(session, operation)
  const full = operation.requestBody && (await session.validCase(operation, { full: true }))
  const hasMore = full && memberCount(full) > memberCount(smallest)
  const second = hasMore ? await sendAllowed(session, full) : undefined
  const usual = session.hasWorked(operation) ? undefined : await session.validCase(operation)
  if (usual) await sendAllowed(session, usual)
  if (!session.hasWorked(operation) && isRefused(first)) await repair(session, first, full)
  if (second && isRefused(second)) await repair(session, second, full)
}

/** Refusals of repaired requests that are repaired in turn. */
const mostRepairs = 3

/** Sends a refused request again with what its refusals ask for, as long as that helps, and keeps what does. */
const repair = async (session: ExploreSession, refused: Observed, full: Case | undefined): Promise<void> => {
  let last: Observed | undefined = refused
  for (let count = 0; count < mostRepairs && last && isRefused(last); count++)
    last = await repaired(session, last, full)
}

/** The response to the first attempt that the service does not refuse for the same; undefined where none helps. */
const repaired = async (
  session: ExploreSession,
  refused: Observed,
  full: Case | undefined,
): Promise<Observed | undefined> => {
  const { operation } = refused.case.call
  for (const { repairs, isDemanded, isRefusedBy } of attemptsFor(refused, full?.call)) {
    const changed = repairs.reduce((sent, one) => one.apply(sent), refused.case)
    const isValid = await satisfies(session.api, changed.call)
    // Forms that no refusal names are tried where nothing else was taken.
    if (!isDemanded && (!isValid || session.hasWorked(operation))) continue
    // What a service demands against its document is no promise of that.
    const asOpen = (sent: Case): Case => (isValid ? sent : { ...sent, expectation: 'open' })
    const observed = await sendAllowed(session, asOpen(changed))
    if (!observed) return undefined
    if (isRefused(observed) && isRefusedBy(observed)) continue
    const { status } = observed.exchange.response
    if (status < 300 || isRefused(observed))
      for (const one of repairs)
        session.keepRepair(operation, { ...one, apply: (sent) => asOpen(one.apply(sent)) })
    return observed
  }
  return undefined
}

/** Operations whose planned cases wait: those come first of which the least was sent. */
const queueOf = (open: Iterable<OperationCases>) => {
  const waiting: OperationCases[][] = []
  const add = (one: OperationCases): void => {
    waiting[one.weight] ??= []
    waiting[one.weight]?.push(one)
  }
  for (const one of open) add(one)
  const next = (): OperationCases | undefined => {
    const first = waiting.findIndex((some) => some !== undefined && some.length > 0)
    return waiting[first]?.shift()
  }
  return { add, next }
}

/** Sends the planned cases of every operation, one of each at a time; what was sent as a whole leaves `open`. */
const sendPlanned = async (
  session: ExploreSession,
  open: Set<OperationCases>,
  until: number,
): Promise<void> => {
  const queue = queueOf(open)
  await sideBySide(session, async () => {
    for (let turns = queue.next(); turns && Date.now() < until; turns = queue.next()) {
      if (session.isOver) return
      const sent = await turns.next()
      if (!sent) open.delete(turns)
      else {
        turns.sent++
        await sendAllowed(session, sent)
        queue.add(turns)
      }
    }
  })
}

/** Rounds of random cases without a new point or finding, after which it is enough. */
const mostBarren = 3

/** Sends random cases, most to operations that were reached least. True when more of them promise nothing. */
const sendRandom = async (session: ExploreSession, until: number): Promise<boolean> => {
  for (let barren = 0; barren < mostBarren; barren++) {
    const [reached, causes] = [session.coverage.reachedPoints, session.found.causes]
    const queue = [...session.coverage.leastReached()].filter((one) => session.mayCall(one, true))
    await sideBySide(session, async () => {
      for (let operation = queue.shift(); operation && Date.now() < until; operation = queue.shift()) {
        const { api, pool, random } = session
        const made = await firstCase('random', api, operation, pool, { random })
        if (made) await sendAllowed(session, made)
      }
    })
    if (Date.now() >= until) return false
    if (session.coverage.reachedPoints > reached || session.found.causes > causes) barren = -1
  }
  return true
}

/** Parts of the time after which one thing gives way to the next. */
const shares = {
  /** Each operation was called once. */
  called: 0.35,
  /** Each operation had its most telling cases. */
  telling: 0.55,
  /** Sequences of a round give way to other cases. */
  sequences: 0.75,
  /** Planned cases give way to what is made of their findings. */
  planned: 0.9,
} as const

/** Random cases, and sequences, are not worth it in less. */
const leastTurnMs = 2_000

/** Rounds of sequences, at most. */
const mostRounds = 20

/**
 * Explores one document until its time is up, or nothing more is to be expected.
 * @param open the planned cases of its operations; what is left in it was not sent
 * @throws Stopped when the time is up before.
 */
export async function explorePhases(
  session: ExploreSession,
  open: Set<OperationCases>,
  [began, deadline]: readonly [number, number],
): Promise<void> {
  const at = (share: number): number => began + (deadline - began) * share
  await session.within(at(shares.called), () => callEachOnce(session, at(shares.called)))
  await sendPlanned(session, open, at(shares.telling))
  await exploreState(session, session.pool, { round: 0, forMs: at(shares.sequences) - Date.now() })
  session.isSequenced = true
  await sendPlanned(session, open, at(shares.planned))
  await settle(session)
  for (let round = 1; round < mostRounds; round++) {
    // Random cases and sequences take turns: neither waits for the end of the other.
    const [now, turn] = [Date.now(), Math.max(leastTurnMs, (deadline - Date.now()) / 3)]
    const isBarren = await sendRandom(session, Math.min(deadline, now + turn))
    await settle(session)
    if (isBarren && round > 1) return
    await exploreState(session, session.pool, { round, forMs: turn })
  }
}
