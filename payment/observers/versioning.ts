import { headerValue, headerValues, jsonBody } from '../../conformance/exchange/exchange.js'
import { isMarketData } from '../../conformance/exchange/market-data.js'
import { isVersionError, refusesVersion } from '../../conformance/exchange/version-error.js'
import {
  callName,
  isElsewhere,
  type Observer,
  type Observation,
} from '../../conformance/model/observation.js'
import { variesByVersion } from '../../conformance/exchange/reading.js'
import { hasChange, versionOf } from '../../versions/index.js'

const ignoresVersions = ({ route = '', operation }: Observation): boolean =>
  isMarketData({ tags: operation?.tags ?? [], path: route.slice(route.indexOf(' ') + 1) })

const isApiAnswer = ({ exchange }: Observation): boolean => exchange.target === 'api' && !exchange.isReplay

/** `versioning/supported`, Versioning 2: speaks of requests that name a version that the service lists. */
export const supported: Observer = (observation) => {
  const { exchange, version } = observation
  const names = headerValue(exchange.request.headers, 'x-api-version')
  if (!isApiAnswer(observation) || version === undefined || names !== version) return undefined
  const message = `version ${version} is supported and was refused by ${callName(observation)}`
  return refusesVersion(exchange) ? [{ message, exchange }] : []
}

/** `versioning/echo`, Versioning 4: judged wherever the specification states which version is served. */
export const echo: Observer = (observation) => {
  const { exchange, version } = observation
  if (!isApiAnswer(observation) || version === undefined || ignoresVersions(observation)) return undefined
  // On a version error no version is served, so nothing states what is echoed.
  if (isVersionError(exchange)) return undefined
  const lines = headerValues(exchange.response.headers, 'x-api-version')
  const served = lines.flatMap((line) => line.split(',')).map((value) => value.trim())
  const [first] = served
  const isServed = first === version || observation.mayServe.some((one) => one === first)
  if (isServed && served.every((value) => value === first)) return []
  const came = served.length === 0 ? 'no X-API-Version came' : `X-API-Version: ${served.join(', ')} came`
  return [{ message: `${version} is due to be served and echoed, ${came}`, exchange }]
}

/** `versioning/vary`, Versioning 4. */
export const vary: Observer = (observation) => {
  const { exchange } = observation
  if (!isApiAnswer(observation) || ignoresVersions(observation)) return undefined
  if (variesByVersion(exchange)) return []
  const value = headerValue(exchange.response.headers, 'vary')
  const came = value === undefined ? 'no Vary came' : `Vary: ${value} came`
  return [{ message: `Vary: X-API-Version is due, ${came}`, exchange }]
}

const railTypes = (body: unknown): unknown[] => {
  if (typeof body !== 'object' || body === null) return []
  if (Array.isArray(body)) return body.flatMap(railTypes)
  return Object.entries(body).flatMap(([name, value]) =>
    name === 'deposit_rails' && Array.isArray(value)
      ? value.map((rail: unknown) =>
          typeof rail === 'object' && rail !== null && 'type' in rail ? rail.type : rail,
        )
      : railTypes(value),
  )
}

/** `versioning/fednow-rail`, change table: speaks of answers that list deposit rails. */
export const fednowRail: Observer = (observation) => {
  const { exchange, version } = observation
  if (isElsewhere(observation)) return undefined
  if (exchange.target !== 'api' || version === undefined || hasChange(version, 'fednow-rail'))
    return undefined
  const rails = railTypes(jsonBody(exchange.response))
  if (rails.length === 0) return undefined
  const message = `deposit_rails has a FedNow member under ${version}, which comes with ${versionOf('fednow-rail')}`
  return rails.includes('FedNow') ? [{ message, exchange }] : []
}
