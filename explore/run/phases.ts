import type { Operation } from '../../runtime/surface.js'
import { randomCase } from '../cases/index.js'
import type { Case } from '../model/case.js'
import { NotAllowed } from '../model/explorer.js'
import { exploreState } from '../state/explore-state.js'
import { inCallOrder } from './plan.js'
import type { ExploreSession } from './session.js'
import { settle } from './settle.js'
import type { OperationCases } from './operation-cases.js'

/** Sends a case unless the settings do not let it be sent. False when it was not sent. */
const sendAllowed = async (session: ExploreSession, sent: Case): Promise<boolean> => {
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
  const { allowWrites } = session.settings
  session.coverage.hinder(operation, { kind: allowWrites ? 'destructive' : 'writes' })
}

/** Calls each operation once with valid values: ids become known, and calls that work. */
export async function callEachOnce(session: ExploreSession): Promise<void> {
  for (const operation of inCallOrder(session.api.operations)) {
    if (!session.mayCall(operation, true)) hinder(session, operation)
    else if (operation.method !== 'delete') await callOnce(session, operation)
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
}

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

/** Part of the time after which planned cases give way to what is made of their findings. */
const plannedShare = 0.8

/** Part of the time that sequences have before the planned cases. */
const stateShare = 0.25

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
  await callEachOnce(session)
  await exploreState(session, session.pool, { round: 0, forMs: (deadline - began) * stateShare })
  await sendPlanned(session, open, began + (deadline - began) * plannedShare)
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
