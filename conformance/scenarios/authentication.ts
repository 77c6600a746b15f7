import type { CallOptions } from '../engine/call-options.js'
import type { Scenario, ScenarioContext } from '../engine/context.js'
import { type NearKey, nearKeys } from '../engine/near-keys.js'
import { NotApplicable } from '../engine/outcome.js'
import type { Exchange } from '../model/exchange.js'
import { isSuccess, isTurnedDown } from './reading.js'
import { askable, askableMarketData } from './subjects/askable.js'
import { probe } from './subjects/probe.js'
import { namedOperations } from './spec-table.js'

const expectRefused = async (context: ScenarioContext, options: CallOptions, what: string): Promise<void> => {
  const exchange = await probe(context, options)
  const message = `a request ${what} was served (${exchange.response.status})`
  context.expect(!isSuccess(exchange), message, exchange)
}

const keyRequired: Scenario = async (context) => {
  await expectRefused(context, { key: 'none' }, 'without X-API-Key')
  await expectRefused(context, { key: 'none', headers: [['x-api-key', '']] }, 'with an empty X-API-Key')
  for (const { name, operation, options } of [...(await askable(context)), ...askableMarketData(context)]) {
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
  const key = `rampart-no-such-key-${context.session.uuid()}`
  for (const { name, operation, options } of [...(await askable(context)), ...askableMarketData(context)]) {
    const exchange = await context.call(operation, { ...options, key })
    const message = `${name} with an unknown X-API-Key was served (${exchange.response.status})`
    context.expect(!isSuccess(exchange), message, exchange)
  }
}

const queryNames = ['api_key', 'apiKey', 'api-key', 'key', 'x-api-key', 'X-API-Key', 'access_token']

/** Other headers that a service could take the key from. */
const elsewhere = (key: string): readonly (readonly [name: string, value: string, what: string])[] => [
  ['authorization', `Bearer ${key}`, 'as a bearer token'],
  ['authorization', key, 'as the authorization'],
  ['authorization', `ApiKey ${key}`, 'as the authorization of a scheme ApiKey'],
  [
    'authorization',
    `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    'as the user of basic authorization',
  ],
  ['api-key', key, 'in api-key'],
  ['x-api-token', key, 'in x-api-token'],
  ['cookie', `api_key=${key}`, 'in a cookie'],
]

/** Only where it stays on this machine may the key stand in a URL, which servers write into their logs. */
const isLocal = ({ session }: ScenarioContext): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(session.plan.baseUrl).hostname)

const keyElsewhere: Scenario = async (context) => {
  const { apiKey } = context.session
  for (const [name, value, what] of elsewhere(apiKey)) {
    await expectRefused(context, { key: 'none', headers: [[name, value]] }, `with the key ${what} alone`)
  }
  if (!isLocal(context)) return
  for (const name of queryNames) {
    const options = { key: 'none', query: { [name]: apiKey } }
    await expectRefused(context, options, `with the key in the query alone (${name})`)
  }
}

const scheme: Scenario = async (context) => {
  const schemes = Object.values(context.under.surface.securitySchemes)
  if (schemes.length === 0) throw new NotApplicable('the document declares no security scheme')
  const named = schemes.some(
    ({ type, in: location, name }) =>
      type === 'apiKey' && location === 'header' && name?.toLowerCase() === 'x-api-key',
  )
  const message = 'the document declares no API key in the header X-API-Key'
  context.expect(named, message, undefined, '#/components/securitySchemes')
  expectProtected(context)
}

// A document that protects nothing leaves the key to its prose.
const expectProtected = (context: ScenarioContext): void => {
  const operations = namedOperations.flatMap(([method, template]) => context.find(method, template) ?? [])
  if (operations.every(({ security }) => security.length === 0)) return
  for (const { security, method, path, pointer } of operations) {
    const message = `${method.toUpperCase()} ${path} needs the key; the document has it open`
    context.expect(security.length > 0, message, undefined, pointer)
  }
}

/** A read that is refused as long as the header is missing needs it, whatever the document says. */
const expectServedWithout = async (context: ScenarioContext): Promise<void> => {
  const { subPartnerId = context.session.uuid() } = context.session.plan.subjects
  const ask = (headers: CallOptions['headers'] = []): Promise<Exchange> => probe(context, { headers })
  const exchange = await ask()
  if (!isTurnedDown(exchange)) return
  const message = 'X-SUB-PARTNER-ID is optional; without it a read is refused, and with it served'
  context.expect(!isSuccess(await ask([['x-sub-partner-id', subPartnerId]])), message, exchange)
}

const subPartner: Scenario = async (context) => {
  await expectServedWithout(context)
  const declared = Object.values(context.under.surface.operations).flatMap(({ parameters }) =>
    parameters.filter(({ name, in: place }) => place === 'header' && /^x-sub-partner-id$/i.test(name)),
  )
  if (declared.length === 0) throw new NotApplicable('the document declares X-SUB-PARTNER-ID nowhere')
  const required = declared.filter((parameter) => parameter.required).map(({ pointer }) => pointer)
  for (const pointer of new Set(required)) {
    context.violate('X-SUB-PARTNER-ID is optional; the document requires it', undefined, pointer)
  }
}

/** Authentication. */
export const authenticationScenarios: Readonly<Record<string, Scenario>> = {
  'authentication/key-required': keyRequired,
  'authentication/unknown-key': unknownKey,
  'authentication/key-in-header': keyElsewhere,
  'authentication/scheme': scheme,
  'authentication/sub-partner': subPartner,
}
