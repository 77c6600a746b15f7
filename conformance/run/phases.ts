import { firstCase } from '../cases/plans.js'
import type { Case } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'
import { atOnce, eachAtOnce } from '../model/workers.js'
import { exploreState } from '../sequences/runner.js'
import type { Operation } from '../../runtime/surface.js'
import type { ExploreSession } from './explore-session.js'
import { begin, callEach, followUp, sendAllowed } from './first-calls.js'
import type { OperationCases } from './operation-cases.js'
import { isEmptying } from './permission.js'
import { settle } from './settle.js'

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
