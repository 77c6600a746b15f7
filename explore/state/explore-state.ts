import type { Explorer } from '../model/explorer.js'
import type { Pool } from '../pool/pool.js'
import { resourcesOf } from '../resources/resources.js'

/** Goes through sequences of calls of one kind of thing after another: so far it creates one of each. */
export async function exploreState(explorer: Explorer, pool: Pool, round = 0): Promise<void> {
  for (const { creates } of resourcesOf(explorer.api.operations))
    for (const operation of creates) {
      if (pool.created.length >= explorer.settings.maxCreations || !explorer.mayCall(operation)) continue
      const sent = await explorer.validCase(operation, { smallest: round % 2 === 0 })
      if (sent) await explorer.send(sent)
    }
}
