import type { Scenario, ScenarioContext } from '../engine/context.js'
import { NotApplicable } from '../engine/outcome.js'
import { isSuccess } from './reading.js'
import { askable } from './subjects/askable.js'
import { probe } from './subjects/probe.js'
import { namedOperations } from './spec-table.js'

const expectUnserved = async (context: ScenarioContext, key: string, what: string): Promise<void> => {
  const exchange = await probe(context, { key })
  const message = `a request ${what} was served (${exchange.response.status})`
  context.expect(!isSuccess(exchange), message, exchange)
}

const keyRequired: Scenario = async (context) => {
  await expectUnserved(context, 'none', 'without X-API-Key')
  for (const { name, operation, options } of await askable(context)) {
    const exchange = await context.call(operation, { ...options, key: 'none' })
    const message = `${name} without X-API-Key was served (${exchange.response.status})`
    context.expect(!isSuccess(exchange), message, exchange)
  }
}

const unknownKey: Scenario = (context) =>
  expectUnserved(context, `rampart-no-such-key-${context.session.uuid()}`, 'with an unknown X-API-Key')

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

const subPartner: Scenario = async (context) => {
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
  'authentication/scheme': scheme,
  'authentication/sub-partner': subPartner,
}
