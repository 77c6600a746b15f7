import type { ScenarioContext } from '../../engine/context.js'
import type { Exchange } from '../../model/exchange.js'
import { askable, type Asked } from '../subjects/askable.js'

/** A day of the calendar that is no version. */
export const unknownDate = '2099-12-31'

/** A call that was made under a version that there is not, and its answer. */
export interface Refused extends Asked {
  readonly exchange: Exchange
}

/** Every call that can be made here, made under a version that there is not (Versioning 1 and 5). */
export function askedUnknown(context: ScenarioContext): Promise<readonly Refused[]> {
  return context.once('asked under an unknown version', async () => {
    const all: Refused[] = []
    for (const asked of await askable(context)) {
      const exchange = await context.call(asked.operation, { ...asked.options, version: [unknownDate] })
      all.push({ ...asked, exchange })
    }
    return all
  })
}
