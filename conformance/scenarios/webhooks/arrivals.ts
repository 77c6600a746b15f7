import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { Skip } from '../../engine/outcome.js'
import type { Delivery } from '../../model/delivery.js'
import { type Cause, follows } from './cause.js'
import { endpoint } from './endpoint.js'
import { tour } from './tour.js'

/** A cause, and the delivery that followed; undefined when none came in time. */
interface Arrival {
  readonly cause: Cause
  readonly delivery: Delivery | undefined
}

/** What came of everything that was caused, waited for once. */
export const arrivals = (context: ScenarioContext): Promise<readonly Arrival[]> =>
  context.once('webhooks arrivals', async () => {
    const { receiver } = await endpoint(context)
    const { causes, deadline } = await tour(context)
    const waiting = causes.map(async (cause) => ({
      cause,
      delivery: await receiver.wait(follows(cause), deadline - Date.now()),
    }))
    return Promise.all(waiting)
  })

/**
 * Everything that the service delivered since the round began, once all that is due has come or the time is over.
 * @throws Skip when nothing came at all.
 */
export async function deliveries(context: ScenarioContext): Promise<readonly Delivery[]> {
  const { receiver } = await endpoint(context)
  await arrivals(context)
  const all = receiver.since((await tour(context)).since)
  if (all.length > 0) return all
  throw new Skip(
    `no webhook came to ${receiver.url}; register that address, or name the public one that leads there with --webhook-url`,
  )
}

/**
 * Wants the event that follows from what was done. No schedule is promised: where nothing came at all, or the webhook
 * does not get the kind, there is no verdict; where others came that were caused before or after it, it is missing.
 */
export const expectArrival =
  (rule: string): Scenario =>
  async (context) => {
    const { kinds } = await endpoint(context)
    const { reasons } = await tour(context)
    await deliveries(context)
    const own = (await arrivals(context)).filter(({ cause }) => cause.rule === rule)
    if (own.length === 0) throw new Skip(reasons.get(rule) ?? 'nothing that this run did causes it')
    for (const { cause, delivery } of own) {
      if (kinds && !kinds.has(cause.kind))
        throw new Skip(`the webhook does not get ${cause.kind}; subscribe it`)
      const message = `${cause.what}: a delivery of type ${cause.kind} is due; others came and none of it did in the time given`
      context.expect(delivery !== undefined, message)
    }
  }
