import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { Call } from '../model/call.js'
import { type Draft, draftOf } from './choice.js'
import { Choosing } from './choosing.js'
import { factsOf, type OperationFacts } from './facts.js'
import type { ValuePool } from './pool.js'
import { startOf } from './start.js'

/** What cases of an operation are made with: the draft is the one that they are varied from. */
interface Prepared {
  readonly facts: OperationFacts
  readonly choosing: Choosing
  readonly draft: Draft
}

/**
 * Prepares the cases of an operation; undefined where it can have none.
 * @param base a call that the service carried out; what the document shows when it is absent
 */
export async function prepared(
  api: Api,
  operation: Operation,
  pool: ValuePool,
  base?: Call,
): Promise<Prepared | undefined> {
  const facts = await factsOf(api, operation)
  const choosing = new Choosing(api, facts, pool, base && draftOf(base).body)
  const start = startOf(choosing, base)
  return 'obstacle' in start ? undefined : { facts, choosing, draft: start.draft }
}
