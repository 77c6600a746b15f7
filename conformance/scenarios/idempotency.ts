import { deepEqual } from '../../runtime/deep-equal.js'
import type { Scenario, ScenarioContext } from '../engine/context.js'
import { NotApplicable, Skip } from '../engine/outcome.js'
import { type Exchange, headerValue, jsonBody } from '../model/exchange.js'
import { isSuccess, outcomeOf } from './reading.js'
import { customerBody } from './subjects/customer.js'

interface Replay {
  readonly first: Exchange
  readonly second: Exchange
}

const send = async (context: ScenarioContext): Promise<Replay> => {
  const operation = context.operation('post', '/customers')
  const call = { body: customerBody(context), idempotencyKey: context.session.uuid() }
  const first = await context.call(operation, call)
  if (!isSuccess(first)) throw new Skip(`no customer could be created: ${outcomeOf(first)}`)
  return { first, second: await context.call(operation, call) }
}

/** One POST sent twice with one key; the rules of a version share it. */
const replay = (context: ScenarioContext): Promise<Replay> =>
  context.once(`replay ${context.version}`, () => send(context))

const replayStatus: Scenario = async (context) => {
  const { first, second } = await replay(context)
  const [due, came] = [first.response.status, second.response.status]
  context.expect(came === due, `the stored status ${due} is due on a replay, ${came} came`, second)
}

const isSameBody = (first: Exchange, second: Exchange): boolean => {
  if (first.response.body === second.response.body) return true
  const [stored, came] = [first, second].map(({ response }) => jsonBody(response))
  return stored !== undefined && deepEqual(stored, came)
}

const replayBody: Scenario = async (context) => {
  const { first, second } = await replay(context)
  const message = `the stored body is due on a replay, ${outcomeOf(second)} came`
  context.expect(isSameBody(first, second), message, second)
}

const replayHeaders: Scenario = async (context) => {
  const { second } = await replay(context)
  const echo = headerValue(second.response.headers, 'x-api-version')
  context.expect(echo === undefined, `a replay is due without X-API-Version, ${echo} came`, second)
}

const optional: Scenario = async (context) => {
  const operation = context.operation('post', '/customers')
  const declared = operation.parameters.find(({ name }) => name.toLowerCase() === 'idempotency-key')
  if (declared?.required === true) throw new NotApplicable('the document of the service requires the key')
  const exchange = await context.call(operation, { body: customerBody(context), idempotencyKey: null })
  if (isSuccess(exchange)) return
  // Only where another such body is served with a key does the refusal speak of the key.
  const withKey = await context.call(operation, { body: customerBody(context) })
  if (!isSuccess(withKey)) throw new Skip(`no customer could be created: ${outcomeOf(withKey)}`)
  context.violate(`a POST without IDEMPOTENCY-KEY was not served: ${outcomeOf(exchange)}`, exchange)
}

/** Endpoints, idempotency. */
export const idempotencyScenarios: Readonly<Record<string, Scenario>> = {
  'idempotency/replay-status': replayStatus,
  'idempotency/replay-body': replayBody,
  'idempotency/replay-headers': replayHeaders,
  'idempotency/optional': optional,
}
