import type { CallOptions } from '../engine/call-options.js'
import type { Scenario, ScenarioContext } from '../engine/context.js'
import { type NearKey, nearKeys } from '../engine/near-keys.js'
import { isSuccess } from './reading.js'
import { askable, askableMarketData } from './subjects/askable.js'
import { probe } from './subjects/probe.js'

const expectRefused = async (context: ScenarioContext, options: CallOptions, what: string): Promise<void> => {
  const exchange = await probe(context, options)
  const message = `a request ${what} was served (${exchange.response.status})`
  context.expect(!isSuccess(exchange), message, exchange)
}

const keyRequired: Scenario = async (context) => {
  await expectRefused(context, { key: 'none' }, 'without X-API-Key')
  await expectRefused(context, { key: 'none', headers: [['x-api-key', '']] }, 'with an empty X-API-Key')
  for (const { name, operation, options } of [
    ...(await askable(context)),
    ...(await askableMarketData(context)),
  ]) {
    const exchange = await context.call(operation, { ...options, key: 'none' })
    const message = `${name} without X-API-Key was served (${exchange.response.status})`
    context.expect(!isSuccess(exchange), message, exchange)
  }
}

/** Keys that are not that of the run, and what is wrong with each. */
const wrongKeys = ({ session }: ScenarioContext): readonly NearKey[] => [
  [`rampart-no-such-key-${session.uuid()}`, 'with an unknown X-API-Key'],
  ...nearKeys(session.apiKey),
]

const unknownKey: Scenario = async (context) => {
  for (const [key, what] of wrongKeys(context)) await expectRefused(context, { key }, what)
}

const queryNames = ['api_key', 'apiKey', 'api-key', 'key', 'x-api-key', 'X-API-Key', 'access_token']

/** Only where it stays on this machine may the key stand in a URL, which servers write into their logs. */
const isLocal = ({ session }: ScenarioContext): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(session.plan.baseUrl).hostname)

const keyElsewhere: Scenario = async (context) => {
  const { apiKey } = context.session
  const bearer = { key: 'none', headers: [['authorization', `Bearer ${apiKey}`]] } as const
  await expectRefused(context, bearer, 'with the key as a bearer token alone')
  if (!isLocal(context)) return
  for (const name of queryNames) {
    const options = { key: 'none', query: { [name]: apiKey } }
    await expectRefused(context, options, `with the key in the query alone (${name})`)
  }
}

/** Authentication. */
export const authenticationScenarios: Readonly<Record<string, Scenario>> = {
  'authentication/key-required': keyRequired,
  'authentication/unknown-key': unknownKey,
  'authentication/key-in-header': keyElsewhere,
}
