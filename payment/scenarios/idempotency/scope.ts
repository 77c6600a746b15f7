import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { Inconclusive, unmet } from '../../../conformance/model/outcome.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { idIn, isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { isObject } from '../../../document/index.js'
import { customer } from '../subjects/customer.js'
import { isSameBody } from './replay.js'
import { customerCreation, identificationStart, repeatables } from '../calls/repeatable.js'

const create = async (
  context: ScenarioContext,
  idempotencyKey: string,
): Promise<{ readonly body: unknown; readonly exchange: Exchange }> => {
  const { operation, options } = await customerCreation(context)
  const exchange = await context.call(operation, { ...options, idempotencyKey })
  if (!isSuccess(exchange)) throw unmet(`no customer could be created: ${outcomeOf(exchange)}`, exchange)
  return { body: options.body, exchange }
}

const otherKey: Scenario = async (context) => {
  const { exchange: first } = await create(context, context.session.uuid())
  const { exchange: second } = await create(context, context.session.uuid())
  const [one, other] = [first, second].map((exchange) => idIn(exchange, 'customer'))
  if (one === undefined) throw new Inconclusive('the answer to POST /customers names no id', first)
  const message = 'another body under another key is due another customer, the stored answer came'
  context.expect(one !== other, message, second)
}

// A reference that may be used once would have the second refused, whether it was carried out or not.
const withoutReference = (body: unknown): unknown =>
  isObject(body)
    ? Object.fromEntries(
        Object.entries(body).filter(([name]) => !/(external|client|partner)[-_]?(id|ref)/i.test(name)),
      )
    : body

const concurrent: Scenario = async (context) => {
  let served = 0
  let refused: Exchange | undefined
  const creation = await customerCreation(context)
  const nameless = { ...creation, options: { body: withoutReference(creation.options.body) } }
  for (const { name, operation, options } of [nameless, ...(await repeatables(context))]) {
    const call = { ...options, idempotencyKey: context.session.uuid(), mayBeReplay: true }
    const [first, second] = await Promise.all([context.call(operation, call), context.call(operation, call)])
    if (isSuccess(first) || isSuccess(second)) served++
    else refused ??= second
    // A service may also refuse the one that comes while the other is carried out.
    const isOnce = !isSuccess(first) || !isSuccess(second) || isSameBody(first, second)
    context.expect(isOnce, `two of ${name} at once with one key got two different answers`, second)
  }
  if (served === 0 && refused)
    throw unmet(`none of the POSTs that were tried was served: ${outcomeOf(refused)}`, refused)
}

const comparison = (first: Exchange, second: Exchange): string =>
  isSuccess(second) && isSameBody(first, second) ? 'the stored body' : String(second.response.status)

const otherBody: Scenario = async (context) => {
  const key = context.session.uuid()
  const { exchange: first } = await create(context, key)
  const { operation, options } = await customerCreation(context)
  const second = await context.call(operation, { ...options, idempotencyKey: key })
  context.note(`served: another body under a used key gets ${comparison(first, second)}`)
}

const otherVersion: Scenario = async (context) => {
  const [one = '', other = ''] = context.session.plan.supported.slice(-2)
  const { operation, options } = await customerCreation(context)
  const call = { ...options, idempotencyKey: context.session.uuid() }
  const first = await context.call(operation, { ...call, version: [one] })
  const second = await context.call(operation, { ...call, version: [other] })
  context.note(`served: a retry under another version gets ${comparison(first, second)}`)
}

const otherOperation: Scenario = async (context) => {
  const key = context.session.uuid()
  const { exchange: first } = await create(context, key)
  const other = await identificationStart(context)
  // Where keys belong to a partner as a whole, this rightly gets the customer again: no observer is shown it.
  const second = await context.call(other.operation, {
    ...other.options,
    idempotencyKey: key,
    isStray: true,
  })
  context.note(`served: a used key gets ${comparison(first, second)} on ${other.name}`)
}

// The header has no format; the text calls keys UUIDs.
const keyForm: Scenario = async (context) => {
  const { operation, options } = await customerCreation(context)
  const idempotencyKey = `rampart ${context.session.uuid()}`
  const exchange = await context.call(operation, { ...options, idempotencyKey })
  context.note(`served: a key that is no UUID gets ${exchange.response.status}`)
}

const failures: Scenario = async (context) => {
  const { operation } = await customerCreation(context)
  await customer(context, context.version)
  const call = { body: {}, idempotencyKey: context.session.uuid() }
  const first = await context.call(operation, call)
  const second = await context.call(operation, call)
  const isStored = first.response.status === second.response.status && isSameBody(first, second)
  context.note(`served: a refusal sent again gets ${isStored ? 'the same answer' : 'another answer'}`)
}

/** Endpoints, idempotency: what belongs to a key and what does not. */
export const idempotencyScopeScenarios: Readonly<Record<string, Scenario>> = {
  'idempotency/other-key': otherKey,
  'idempotency/concurrent': concurrent,
  'idempotency/other-body': otherBody,
  'idempotency/other-version': otherVersion,
  'idempotency/other-operation': otherOperation,
  'idempotency/failures': failures,
  'idempotency/key-form': keyForm,
}
