import type { ScenarioContext } from '../../engine/context/context.js'
import type { Exchange } from '../../exchange/exchange.js'
import { askable, type Asked } from '../calls/served-calls.js'
import { changing } from '../calls/changing.js'

/** A day of the calendar that is no version. */
export const unknownDate = '2099-12-31'

/** A version as nobody may write it: without zeros. */
export const malformedDate = '2026-8-1'

/** A call that was made under a version that there is not, and its answer. */
export interface Refused extends Asked {
  /** What was sent as the version. */
  readonly value: string
  readonly exchange: Exchange
}

/** Every call that can be made here, made under a version that there is not (Versioning 1 and 5). */
export function askedUnder(context: ScenarioContext, value: string): Promise<readonly Refused[]> {
  return context.once(`asked under ${value}`, async () => {
    const all: Refused[] = []
    for (const asked of [...(await askable(context)), ...(await changing(context))]) {
      const exchange = await context.call(asked.operation, { ...asked.options, version: [value] })
      all.push({ ...asked, value, exchange })
    }
    return all
  })
}

/** Every call that can be made here, made under an unknown version. */
export function askedUnknown(context: ScenarioContext): Promise<readonly Refused[]> {
  return askedUnder(context, unknownDate)
}
