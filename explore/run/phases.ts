import { randomCase } from '../cases/index.js'
import type { Case } from '../model/case.js'
import { NotAllowed } from '../model/explorer.js'
import { exploreState } from '../state/index.js'
import { inCallOrder } from './plan.js'
import type { ExploreSession } from './session.js'
import { settle } from './settle.js'
import { Turns } from './turns.js'

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

/** Calls each operation once with valid values: ids become known, and calls that work. */
export async function callEachOnce(session: ExploreSession): Promise<void> {
  for (const operation of inCallOrder(session.api.operations)) {
    if (!session.mayCall(operation, true) || operation.method === 'delete') continue
    const smallest = await session.validCase(operation, { smallest: true })
    if (smallest) await sendAllowed(session, smallest)
    if (smallest && session.accepted.of(operation).length > 0) continue
    const whole = await session.validCase(operation)
    if (whole) await sendAllowed(session, whole)
  }
}

/** Sends the planned cases of every operation, a few of each at a time. True when all were sent. */
export async function sendPlanned(session: ExploreSession, until: number): Promise<boolean> {
  const { operations } = session.api
  const open = new Set(
    operations.filter((one) => session.mayCall(one, true)).map((one) => new Turns(session, one)),
  )
  const busy = new Set<Turns>()
  const lightest = (): Turns | undefined => {
    let found: Turns | undefined
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
  return open.size === 0
}

/** Rounds of random cases without a new point or finding, after which it is enough. */
const mostBarren = 3

/** Sends random cases, most to operations that were reached least. True when more of them promise nothing. */
export async function sendRandom(session: ExploreSession, until: number): Promise<boolean> {
  for (let barren = 0; barren < mostBarren; barren++) {
    const [reached, causes] = [session.coverage.reachedPoints, session.found.all.length]
    const queue = [...session.coverage.leastReached()].filter((one) => session.mayCall(one, true))
    await sideBySide(session, async () => {
      for (let operation = queue.shift(); operation && Date.now() < until; operation = queue.shift()) {
        const made = await randomCase(session.api, operation, session.pool, session.random)
        if (made) await sendAllowed(session, made)
      }
    })
    if (Date.now() >= until) return false
    if (session.coverage.reachedPoints > reached || session.found.all.length > causes) barren = -1
  }
  return true
}

/** Parts of the time after which a phase gives way to the next. */
const shares = { state: 0.25, planned: 0.8 }

/** Rounds of sequences, at most. */
const mostRounds = 20

/**
 * Explores one document until its time is up, or nothing more is to be expected.
 * @throws Stopped when the time is up before.
 */
export async function explorePhases(
  session: ExploreSession,
  began: number,
  deadline: number,
): Promise<boolean> {
  const after = (share: number): number => began + (deadline - began) * share
  await callEachOnce(session)
  await exploreState(session, session.pool, 0)
  const isAllSent = await sendPlanned(session, after(shares.planned))
  await settle(session)
  for (let round = 1; round < mostRounds; round++) {
    const isBarren = await sendRandom(session, deadline - 1)
    await settle(session)
    if (isBarren && round > 1) return isAllSent
    await exploreState(session, session.pool, round)
  }
  return isAllSent
}
