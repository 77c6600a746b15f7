import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { cached, objectOf } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { isSuccess } from '../exchange/reading.js'
import { firstCase, obstacleOf, plannedCases, satisfies } from '../cases/plans.js'
import type { Case, Observed } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'
import { Stopped, unlessForbidden } from '../model/explorer.js'
import { atOnce, eachAtOnce } from '../model/workers.js'
import { exploreState } from '../sequences/runner.js'
import { isEmptying, readingBefore } from './permission.js'
import type { ExploreSession } from './explore-session.js'
import { bareCase } from './bare.js'
import { callGroups } from './call-order.js'
import { loginCase } from './login.js'
import { attemptsFor, isRepairable } from './repair.js'
import { settle } from './settle.js'

/** Kinds of cases in turn; those that most often break services first. */
const rhythm = [
  'telling',
  'covering',
  'invalid',
  'probe',
  'telling',
  'covering',
  'telling',
  'telling',
  'covering',
  'invalid',
] as const

/** After this many cases without a success, an operation gets fewer turns. */
const patience = 12
const fruitless = 4

// Each kind is begun lazily, so that its base is a call that succeeded, or else one that met requirements.
const inRhythm = async function* (
  { api, pool, accepted, repaired }: ExploreSession,
  operation: Operation,
): AsyncGenerator<Case, undefined, undefined> {
  const begin = (kind: (typeof rhythm)[number]): AsyncIterator<Case> =>
    plannedCases(kind, api, operation, pool.offered, {
      base: accepted.baseOf(operation)?.case.call ?? repaired.get(operation),
    })
  const begun = new Map<string, AsyncIterator<Case>>()
  const left = new Set<string>(rhythm)
  let known = accepted.baseOf(operation)
  while (left.size > 0)
    for (const kind of rhythm) {
      const base = accepted.baseOf(operation)
      if (known && base !== known) {
        // The cases so far varied an empty list, and so no item that the service accepts.
        begun.clear()
        for (const one of rhythm) left.add(one)
      }
      known = base
      if (!left.has(kind)) continue
      const { done, value } = await cached(begun, kind, () => begin(kind)).next()
      if (done === true) left.delete(kind)
      else yield value
    }
}

/**
 * After this many cases in a row that the settings forbade, an operation whose path has no id is finished: no thing
 * that the run creates would permit another one.
 */
const mostForbidden = 200

/** The planned cases of one operation, of alternating kinds, until none is left. */
export class OperationCases {
  readonly operation: Operation
  readonly #session: ExploreSession
  readonly #cases: AsyncIterator<Case, undefined>
  sent = 0
  #forbidden = 0

  constructor(session: ExploreSession, operation: Operation) {
    this.#session = session
    this.operation = operation
    this.#cases = inRhythm(session, operation)
  }

  /** The operation with the lowest weight comes next: one that there was no time to call yet before all others. */
  get weight(): number {
    if (!this.#session.called.has(this.operation)) return 0
    const isFruitless = this.sent >= patience && this.#session.accepted.of(this.operation).length === 0
    return 1 + this.sent * (isFruitless ? fruitless : 1)
  }

  async next(): Promise<Case | undefined> {
    if (this.#forbidden >= mostForbidden) return undefined
    const { value } = await this.#cases.next()
    return value && { ...value, call: this.#session.pool.current(value.call) }
  }

  /** Counts a case of `next`, which was sent or forbidden. */
  count(observed: Observed | undefined): void {
    this.sent++
    this.#forbidden = observed || this.operation.path.includes('{') ? 0 : this.#forbidden + 1
  }
}

/** Sends a case unless the settings forbid it. */
const sendAllowed = async (session: ExploreSession, sent: Case): Promise<Observed | undefined> => {
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
const begin = async (session: ExploreSession, operation: Operation): Promise<void> => {
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
  if (!reads || session.hasWorked(reads)) return
  const made = await session.validCase(reads, { smallest: true, path: accepted.case.call.path })
  if (made) await sendAllowed(session, made)
}

/**
 * Calls operations concurrently until a deadline: each once, and then again those that were refused, because one may
 * take a hundred attempts. @returns those that there was no time for
 */
const callGroup = async (
  session: ExploreSession,
  group: readonly Operation[],
  until: number,
): Promise<readonly Operation[]> => {
  const each = async (call: typeof begin): Promise<number> => {
    let at = 0
    await atOnce(session.settings.concurrency, async () => {
      while (Date.now() < until) {
        const operation = group[at++]
        if (!operation) return
        if (session.isOver) throw new Stopped('nothing more is sent')
        await call(session, operation)
      }
    })
    return at
  }
  const begun = await each(begin)
  await each(followUp)
  return group.slice(begun)
}

/**
 * Calls each operation with valid values, to learn ids and successful calls. Each group has its share of the time, so
 * that reads that are slow or hang do not block creations; operations that ran out of time come last. Those that empty
 * the service are called when all else was.
 * @param begun takes what may still be on its way
 */
const callEach = async (session: ExploreSession, until: number, begun: Promise<void>[]): Promise<void> => {
  let open = session.api.operations.length
  const late: Operation[] = []
  for (const all of callGroups(session.api, session.pool.kinds, session.pool.others.kindsMeant)) {
    const group = all.filter((one) => !isEmptying(one))
    const part = (until - Date.now()) * (group.length / open)
    const called = callGroup(session, group, Date.now() + part).then((left) => void late.push(...left))
    begun.push(called)
    await Promise.race([called, delay(part, undefined, { ref: false })])
    open -= group.length
  }
  await callGroup(session, late, until)
}

const memberCount = ({ call }: Case): number => JSON.stringify(call.body?.value ?? null).split('":').length

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
  const usual = session.hasWorked(operation) ? undefined : await session.validCase(operation)
  // A request without parameters and body is the same again.
  if (usual && !isDeepStrictEqual(usual.call, smallest.call)) await sendAllowed(session, usual)
  // What a document calls optional may be required together.
  const isRefused = isRepairable(first) && !session.hasWorked(operation)
  const all = isRefused && !full ? await session.validCase(operation, { full: true }) : undefined
  if (all && !isDeepStrictEqual(all.call, (usual ?? smallest).call)) await sendAllowed(session, all)
  session.begun.set(operation, { first, full, second })
}

/** Tries, once in a run, repairs according to refusals, only naming members, and an issued body. */
const followUp = async (session: ExploreSession, operation: Operation): Promise<void> => {
  const begun = session.begun.get(operation)
  if (!begun) return
  session.begun.delete(operation)
  const { first, full, second } = begun
  const misshapen = new Set<string>()
  if (!session.hasWorked(operation) && isRepairable(first)) await repair(session, first, full, misshapen)
  if (second && isRepairable(second)) await repair(session, second, full, misshapen)
  if (full && !session.hasWorked(operation)) await callBare(session, full, misshapen)
  const issued = session.hasWorked(operation) ? undefined : await session.issuedCase(operation)
  const taken = issued && (await sendAllowed(session, issued))
  if (taken && isSuccess(taken.exchange)) session.keepIssued(operation)
  const login = session.hasWorked(operation) ? undefined : loginCase(first.case, session.accepted)
  if (login) await sendAllowed(session, login)
  await readBrought(session, operation)
}

/** Members without which a body is accepted are left out of further bodies too. */
const callBare = async (session: ExploreSession, full: Case, misshapen: Set<string>): Promise<void> => {
  const { operation } = full.call
  const { bare, repairs = [] } = (await bareCase(session, full)) ?? {}
  const observed = bare && (await sendAllowed(session, bare))
  if (observed && isRepairable(observed)) await repair(session, observed, full, misshapen)
  if (!session.hasWorked(operation)) return
  const [accepted] = session.accepted.of(operation)
  // Members that a repair added on demand of the service stay.
  const body = objectOf(accepted?.case.call.body?.value)
  for (const one of repairs) if (!Object.hasOwn(body, one.member)) session.keepRepair(operation, one)
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
    if (!isDemanded && (!isValid || session.hasWorked(operation))) continue
    // A requirement that contradicts the document is no promise, so the case is open.
    const observed = await sendAllowed(session, isValid ? changed : { ...changed, expectation: 'open' })
    if (!observed) return undefined
    const isRefused = isRepairable(observed)
    if (isRefused && isRefusedBy(observed)) {
      if (!isDemanded) for (const { key } of repairs) misshapen.add(key)
      continue
    }
    if (isValid) session.repaired.set(operation, changed.call)
    if (isSuccess(observed.exchange) || isRefused)
      for (const one of repairs) session.keepRepair(operation, one)
    return observed
  }
  return undefined
}

/** A queue of operations with planned cases, the least tested first. */
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

/**
 * Sends the planned cases of every operation, one at a time for each; a finished operation leaves `open`.
 * @param later takes the cases that delete what the run did not create
 */
const sendEach = async (
  session: ExploreSession,
  open: Set<OperationCases>,
  until: number,
  later?: Case[],
): Promise<void> => {
  const queue = queueOf(open)
  await atOnce(session.settings.concurrency, async () => {
    for (let turns = queue.next(); turns && Date.now() < until; turns = queue.next()) {
      if (session.isOver) return
      // It may not have been called yet for lack of time, and nor may others.
      if (!session.called.has(turns.operation)) {
        await begin(session, turns.operation)
        queue.add(turns)
        continue
      }
      await followUp(session, turns.operation)
      const sent = await turns.next()
      if (!sent) {
        open.delete(turns)
        continue
      }
      const isLater = later !== undefined && session.deletesOthers(sent)
      if (isLater) later.push(sent)
      turns.count(isLater ? undefined : await sendAllowed(session, sent))
      queue.add(turns)
    }
  })
}

/** Rounds of random cases without a new point or finding before they stop. */
const mostBarren = 3

/** Sends random cases, most to the operations with the lowest coverage. True when more of them would hardly help. */
const sendRandom = async (session: ExploreSession, until: number): Promise<boolean> => {
  for (let barren = 0; barren < mostBarren; barren++) {
    const [reached, causes] = [session.coverage.reachedPoints, session.found.causes]
    const send = async (operation: Operation): Promise<void> => {
      const { api, pool, random } = session
      if (!session.mayCall(operation, true) || isEmptying(operation)) return
      const made = await firstCase('random', api, operation, pool.offered, { random })
      if (made) await sendAllowed(session, made)
    }
    await eachAtOnce(
      session.coverage.leastReached(),
      session.settings.concurrency,
      send,
      () => Date.now() >= until,
    )
    if (Date.now() >= until) return false
    if (session.coverage.reachedPoints > reached || session.found.causes > causes) barren = -1
  }
  return true
}

/** Deletes what the run created, the newest first, before a service loses what it needs for that. */
const removeCreated = async (session: ExploreSession): Promise<void> => {
  const remove = async ({ deleteOperation, pathValues, isDeleted }: CreatedThing): Promise<void> => {
    const isOpen = deleteOperation !== undefined && !isDeleted
    const made = isOpen && (await session.validCase(deleteOperation, { smallest: true, path: pathValues }))
    if (made) await sendAllowed(session, made)
  }
  const created = session.pool.creations.all.toReversed()
  await eachAtOnce(created, session.settings.concurrency, remove, () => session.isOver)
}

/** Shares of the time at which one phase ends. */
const shares = {
  /** Each operation was called once. */
  called: 0.35,
  /** Sequences of a round, before hundreds of cases, because a suspicion takes seconds of waits to confirm. */
  sequences: 0.55,
  /** The cases that most often break services. */
  telling: 0.75,
  /** Planned cases; shrinking of their findings follows. */
  planned: 0.9,
  /** Shrinking, where requests are left that empty the service, or delete what the run did not create. */
  settled: 0.97,
} as const

/** The shortest turn of random cases or sequences. */
const leastTurnMs = 2_000

const mostRounds = 20

/**
 * Tests one document until its time is up, or no more findings are expected.
 * @param open the planned cases of its operations; those left in it were not sent
 * @throws Stopped when the run ends early.
 */
export async function explorePhases(
  session: ExploreSession,
  open: Set<OperationCases>,
  began: number,
): Promise<void> {
  const at = (share: number): number => began + (session.endsAt - began) * share
  const { pauseMs } = session
  const begun: Promise<void>[] = []
  await session.within(at(shares.called), () => callEach(session, at(shares.called), begun))
  await exploreState(session, session.pool, { pauseMs, forMs: at(shares.sequences) - Date.now() })
  session.isSequenced = true
  const emptying = new Set([...open].filter(({ operation }) => isEmptying(operation)))
  for (const one of emptying) open.delete(one)
  const later: Case[] = []
  await sendEach(session, open, at(shares.telling), later)
  await sendEach(session, open, at(shares.planned), later)
  const isAll = emptying.size + later.length === 0
  await session.within(isAll ? Infinity : at(shares.settled), () => settle(session), true)
  if (!isAll) await removeCreated(session)
  // Of what they delete or empty, nothing could be tested any more.
  const remove = async (one: Case): Promise<void> => void (await sendAllowed(session, one))
  const until = emptying.size === 0 ? Infinity : (Date.now() + session.endsAt) / 2
  await eachAtOnce(later, session.settings.concurrency, remove, () => session.isOver || Date.now() >= until)
  await sendEach(session, emptying, session.endsAt)
  for (const one of emptying) open.add(one)
  for (let round = 1; round < mostRounds; round++) {
    // Random cases and sequences take turns, so that neither blocks the other.
    const [now, turn] = [Date.now(), Math.max(leastTurnMs, (session.endsAt - Date.now()) / 3)]
    const isBarren = await sendRandom(session, Math.min(session.endsAt, now + turn))
    await settle(session)
    if (isBarren && round > 1) break
    await exploreState(session, session.pool, { round, pauseMs, forMs: turn })
  }
  await Promise.all(begun)
}
