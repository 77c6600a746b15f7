import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { Skip, unmet } from '../../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { memberAt, isObject, walk } from '../../../document/index.js'
import { isSuccess, listIn, outcomeOf } from '../../../conformance/exchange/reading.js'
import { isUuid } from '../../values/checks.js'

const isDefault = (profile: unknown): boolean =>
  walk(profile).some(([pointer, value]) => /default/i.test(pointer) && value === true)

const listed = async (context: ScenarioContext): Promise<Exchange> => {
  const exchange = await context.call(context.operation('get', '/fee-profiles'))
  if (isSuccess(exchange)) return exchange
  throw unmet(`the fee profiles cannot be listed: ${outcomeOf(exchange)}`, exchange)
}

/** The id of some fee profile. @throws Skip where the service lists none. */
export async function anyFeeProfile(context: ScenarioContext): Promise<string> {
  const id = (listIn(await listed(context)) ?? []).map((profile) => memberAt(profile, 'id')).find(isUuid)
  if (typeof id === 'string') return id
  throw new Skip('no fee profile is listed')
}

/**
 * The id of a fee profile that is not the partner's default one.
 * @throws Skip where the service lists none of that sort.
 */
export function otherFeeProfile(context: ScenarioContext): Promise<string> {
  return context.once(`fee profile ${context.version}`, async () => {
    const exchange = await listed(context)
    const profiles = (listIn(exchange) ?? []).filter(isObject)
    // Without one that is marked as the default, any of them may be it.
    const someIsDefault = walk(jsonBody(exchange.response)).some(([pointer]) => /default/i.test(pointer))
    const other = profiles.find((profile) => someIsDefault && !isDefault(profile) && isUuid(profile['id']))
    const id = memberAt(other, 'id')
    if (typeof id === 'string') return id
    throw new Skip('no fee profile is listed besides the default one; create one')
  })
}
