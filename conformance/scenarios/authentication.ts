import type { Scenario } from '../engine/context.js'
import { Skip } from '../engine/outcome.js'
import { isSuccess } from './reading.js'
import { probe } from './subjects/probe.js'

const keyRequired: Scenario = async (context) => {
  const exchange = await probe(context, { key: 'none' })
  const message = `a request without X-API-Key was served (${exchange.response.status})`
  context.expect(!isSuccess(exchange), message, exchange)
}

const unknownKey: Scenario = async (context) => {
  const exchange = await probe(context, { key: `rampart-no-such-key-${context.session.uuid()}` })
  const message = `a request with an unknown X-API-Key was served (${exchange.response.status})`
  context.expect(!isSuccess(exchange), message, exchange)
}

const scheme: Scenario = async (context) => {
  const schemes = Object.values(context.under.surface.securitySchemes)
  const named = schemes.some(
    ({ type, in: location, name }) =>
      type === 'apiKey' && location === 'header' && name?.toLowerCase() === 'x-api-key',
  )
  const message = 'the document declares no API key in the header X-API-Key'
  context.expect(named, message, undefined, '#/components/securitySchemes')
}

const subPartner: Scenario = async (context) => {
  const declared = Object.values(context.under.surface.operations).flatMap(({ parameters }) =>
    parameters.filter(({ name }) => name.toLowerCase() === 'x-sub-partner-id'),
  )
  if (declared.length === 0) throw new Skip('the document declares X-SUB-PARTNER-ID nowhere')
  for (const { pointer } of new Map(
    declared.filter(({ required }) => required).map((one) => [one.pointer, one]),
  ).values()) {
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
