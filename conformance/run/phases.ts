import type { Operation } from '../../runtime/surface.js'
import { randomCase } from '../cases/index.js'
import type { Case } from '../model/case.js'
import { NotAllowed } from '../model/explorer.js'
import { exploreState } from '../sequences/runner.js'
import type { Observed } from '../model/observed.js'
import { readingBefore } from './permission.js'
import { callGroups } from './plan.js'
import type { ExploreSession } from './session.js'
import { blamed, hasValidBody, repairsFor } from './repair.js'
import { settle } from './settle.js'
import type { OperationCases } from './operation-cases.js'

/** Sends a case unless the settings do not let it be sent. False when it was not sent. */
const sendAllowed = async (session: ExploreSession, sent: Case): Promise<boolean> => {
  if (await isSent(session, sent)) return true
  // What nobody has may be changed and deleted.
  const reading = readingBefore(sent, session.api)
  if (!reading || !session.mayCall(sent.call.operation, true) || !(await isSent(session, reading)))
    return false
  return isSent(session, sent)
}

const isSent = async (session: ExploreSession, sent: Case): Promise<boolean> => {
  try {
    await session.send(sent)
    return true
  } catch (error) {
    if (error instanceof NotAllowed) return false
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

/** Calls each operation once with valid values: ids become known, and calls that work. */
export async function callEachOnce(session: ExploreSession): Promise<void> {
  for (const group of callGroups(session.api.operations)) {
    await sideBySide(session, async () => {
      for (let operation = group.shift(); operation; operation = group.shift()) {
        if (!session.mayCall(operation, true)) hinder(session, operation)
        else if (operation.method !== 'delete') await callOnce(session, operation)
      }
    })
  }
}

/** With what is required alone; where that is not accepted, with everything. */
const callOnce = async (session: ExploreSession, operation: Operation): Promise<void> => {
  for (const smallest of [true, false]) {
    const valid = await session.validCase(operation, { smallest })
    if (!valid) session.coverage.hinder(operation, { kind: 'no-value' })
    else if (!(await sendAllowed(session, valid))) hinder(session, operation)
    if (session.accepted.of(operation).length > 0) return
  }
  await repair(session, operation)
}

/** Refusals of repaired requests that are repaired in turn. */
const mostRepairs = 3

/** Tries the request that was refused last with its texts in other forms, and keeps what helps. */
const repair = async (session: ExploreSession, operation: Operation): Promise<void> => {
  for (let count = 0; count < mostRepairs; count++) {
    const refused = lastRefused(session, operation)
    if (!refused || !(await hasHelped(session, refused)) || session.accepted.of(operation).length > 0) return
  }
}

const hasHelped = async (session: ExploreSession, refused: Observed): Promise<boolean> => {
  const { operation } = refused.case.call
  for (const one of repairsFor(refused)) {
    const changed = one.apply(refused.case)
    if (!(await hasValidBody(changed, session.api))) continue
    if (!(await sendAllowed(session, changed))) return false
    const now = lastRefused(session, operation)
    if (now?.case === changed && blamed(now).includes(one.member)) continue
    if (now?.case !== changed && session.accepted.of(operation).length === 0) return false
    session.keepRepair(operation, one)
    return true
  }
  return false
}

const lastRefused = ({ refused }: ExploreSession, operation: Operation): Observed | undefined =>
  refused.findLast((one) => one.case.call.operation === operation)

/** Sends the planned cases of every operation, one of each at a time; what was sent as a whole leaves `open`. */
export async function sendPlanned(
  session: ExploreSession,
  open: Set<OperationCases>,
  until: number,
): Promise<void> {
  const busy = new Set<OperationCases>()
  const lightest = (): OperationCases | undefined => {
    let found: OperationCases | undefined
    for (const one of open) if (!busy.has(one) && (!found || one.weight < found.weight)) found = one
    return found
  }
  await sideBySide(session, async () => {
    for (let turns = lightest(); turns && Date.now() < until; turns = lightest()) {
      busy.add(turns)
      const sent = await turns.next()
      if (!sent) open.delete(turns)
      else {
        turns.sent++
        await sendAllowed(session, sent)
      }
      busy.delete(turns)
    }
  })
}

/** Rounds of random cases without a new point or finding, after which it is enough. */
const mostBarren = 3

/** Sends random cases, most to operations that were reached least. True when more of them promise nothing. */
export async function sendRandom(session: ExploreSession, until: number): Promise<boolean> {
  for (let barren = 0; barren < mostBarren; barren++) {
    const [reached, causes] = [session.coverage.reachedPoints, session.found.causes]
    const queue = [...session.coverage.leastReached()].filter((one) => session.mayCall(one, true))
    await sideBySide(session, async () => {
      for (let operation = queue.shift(); operation && Date.now() < until; operation = queue.shift()) {
        const made = await randomCase(session.api, operation, session.pool, session.random)
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
  await session.within(at(shares.called), () => callEachOnce(session))
  await sendPlanned(session, open, at(shares.telling))
  await exploreState(session, session.pool, { round: 0, forMs: at(shares.sequences) - Date.now() })
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
