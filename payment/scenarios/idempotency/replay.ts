import { deepEqual } from '../../../runtime/deep-equal.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import { type Exchange, headerValue, jsonBody } from '../../../conformance/exchange/exchange.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { customerCreation, postings, type Repeatable, repeatables } from '../calls/repeatable.js'

interface Replay {
  readonly name: string
  readonly first: Exchange
  /** Further answers to the same request. */
  readonly replays: readonly Exchange[]
}

const send = async (context: ScenarioContext): Promise<readonly Replay[]> => {
  const sent: (Replay & { readonly replays: Exchange[] })[] = []
  const calls: (() => Promise<Exchange>)[] = []
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
    calls.push(() => context.call(operation, call))
  }
  // Keys are kept beside each other: what came in between makes no retry another request.
  for (const [index, call] of calls.entries()) sent[index]?.replays.push(await call())
  if (sent.length > 0) return sent
  if (!refused) throw new NotApplicable('the document has no POST that could be repeated')
  throw unmet(`nothing could be created: ${outcomeOf(refused)}`, refused)
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
export function isSameBody(first: Exchange, second: Exchange): boolean {
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

const requiresKey = ({ operation }: Repeatable): boolean =>
  operation.parameters.some(({ name, required }) => required && name.toLowerCase() === 'idempotency-key')

/** Sends a POST with a key; for a customer with another body, since the one refused may have been created. */
const again = async (
  context: ScenarioContext,
  { name, operation, options }: Repeatable,
): Promise<Exchange> => {
  const fresh = name === 'POST /customers' ? (await customerCreation(context)).options : options
  return context.call(operation, fresh)
}

const optional: Scenario = async (context) => {
  const all = await postings(context)
  const free = all.filter((one) => !requiresKey(one))
  if (free.length === 0 && all.length > 0)
    throw new NotApplicable('the document of the service requires the key')
  let refused: Exchange | undefined
  let served = 0
  for (const { name, operation, options } of free) {
    const exchange = await context.call(operation, { ...options, idempotencyKey: null })
    // Only where such a POST is served with a key does the refusal speak of the key.
    const withKey = isSuccess(exchange) ? exchange : await again(context, { name, operation, options })
    if (!isSuccess(withKey)) {
      refused ??= withKey
      continue
    }
    served++
    const message = `${name} without IDEMPOTENCY-KEY was not served: ${outcomeOf(exchange)}`
    context.expect(isSuccess(exchange), message, exchange)
  }
  if (served > 0) return
  if (!refused) throw new NotApplicable('the document has no POST that could be sent')
  throw unmet(`nothing could be created: ${outcomeOf(refused)}`, refused)
}

/** Endpoints, idempotency: what a retry with the same key gets. */
export const replayScenarios: Readonly<Record<string, Scenario>> = {
  'idempotency/replay-status': replayStatus,
  'idempotency/replay-body': replayBody,
  'idempotency/replay-headers': replayHeaders,
  'idempotency/optional': optional,
}
