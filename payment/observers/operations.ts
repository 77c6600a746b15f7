import { callName, type Observer } from '../../conformance/model/observation.js'

/**
 * `operations/no-server-error`: 501 means that a method is not known, and a service that is busy or down has given no
 * answer at all.
 */
export const serverError: Observer = (observation) => {
  const { exchange, route } = observation
  const { status } = exchange.response
  if (exchange.target !== 'api' || route === undefined) return undefined
  if (status < 500 || status === 501) return []
  return [{ message: `${callName(observation)} answered ${status}: the service failed`, exchange }]
}
