import { deepEqual } from '../../../runtime/deep-equal.js'
import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { NotApplicable, Skip } from '../../engine/outcome.js'
import { type Exchange, headerValue, jsonBody } from '../../model/exchange.js'
import { isSuccess, outcomeOf } from '../reading.js'
import { customerBody } from '../subjects/customer.js'
import { repeatables } from './repeatable.js'

interface Replay {
  readonly name: string
  readonly first: Exchange
  /** Further answers to the same request. */
  readonly replays: readonly Exchange[]
}

const send = async (context: ScenarioContext): Promise<readonly Replay[]> => {
  const sent: Replay[] = []
  let refused: Exchange | undefined
  for (const { name, operation, options } of await repeatables(context)) {
    const call = { ...options, idempotencyKey: context.session.uuid() }
    const first = await context.call(operation, call)
    if (!isSuccess(first)) {
      refused ??= first
      continue
    }
    const replays = [await context.call(operation, call), await context.call(operation, call)]
    sent.push({ name, first, replays })
  }
  if (sent.length > 0) return sent
  throw new Skip(`nothing could be created: ${refused ? outcomeOf(refused) : 'no POST was sent'}`)
}

/** POSTs sent three times with one key; the rules of a version share them. */
const replays = (context: ScenarioContext): Promise<readonly Replay[]> =>
  context.once(`replay ${context.version}`, () => send(context))

const onEach =
  (judge: (context: ScenarioContext, first: Exchange, came: Exchange, name: string) => void): Scenario =>
  async (context) => {
    for (const { name, first, replays: answers } of await replays(context))
      for (const came of answers) judge(context, first, came, name)
  }

const replayStatus = onEach((context, first, came, name) => {
  const [due, status] = [first.response.status, came.response.status]
  const message = `${name}: the stored status ${due} is due on a replay, ${status} came`
  context.expect(status === due, message, came)
})

/** True when two answers say the same: byte by byte, or as JSON. */
export const isSameBody = (first: Exchange, second: Exchange): boolean => {
  if (first.response.body === second.response.body) return true
  const [stored, came] = [first, second].map(({ response }) => jsonBody(response))
  return stored !== undefined && deepEqual(stored, came)
}

const replayBody = onEach((context, first, came, name) => {
  const message = `${name}: the stored body is due on a replay, another one came`
  context.expect(isSameBody(first, came), message, came)
})

const replayHeaders = onEach((context, _first, came, name) => {
  const echo = headerValue(came.response.headers, 'x-api-version')
  const message = `${name}: a replay is due without X-API-Version, ${echo} came`
  context.expect(echo === undefined, message, came)
})

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

/** Endpoints, idempotency: what a retry with the same key gets. */
export const replayScenarios: Readonly<Record<string, Scenario>> = {
  'idempotency/replay-status': replayStatus,
  'idempotency/replay-body': replayBody,
  'idempotency/replay-headers': replayHeaders,
  'idempotency/optional': optional,
}
