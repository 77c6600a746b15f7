import type { ScenarioContext } from '../../../conformance/rules/context.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { servedCalls, type ServedCall } from '../calls/served-calls.js'
import { changingCalls } from '../calls/changing-calls.js'

/** A day of the calendar that is no version. */
export const unknownDate = '2099-12-31'

/** A version as nobody may write it: without zeros. */
export const malformedDate = '2026-8-1'

/** A call that was made under a version that there is not, and its answer. */
export interface RefusedCall extends ServedCall {
  /** The value of the version header. */
  readonly value: string
  readonly exchange: Exchange
}

/** Every call that can be made here, made under a version that there is not (Versioning 1 and 5). */
export function callsUnder(context: ScenarioContext, value: string): Promise<readonly RefusedCall[]> {
  return context.once(`asked under ${value}`, async () => {
    const all: RefusedCall[] = []
    for (const call of [...(await servedCalls(context)), ...(await changingCalls(context))]) {
      const exchange = await context.call(call.operation, { ...call.options, version: [value] })
      all.push({ ...call, value, exchange })
    }
    return all
  })
}

/** Every call that can be made here, made under an unknown version. */
export function callsUnderUnknown(context: ScenarioContext): Promise<readonly RefusedCall[]> {
  return callsUnder(context, unknownDate)
}
