import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import { ifPossible, Inconclusive, NotApplicable } from '../../conformance/model/outcome.js'
import { type Exchange, headerValue, jsonBody } from '../../conformance/exchange/exchange.js'
import { idIn, isSuccess, outcomeOf } from '../../conformance/exchange/reading.js'
import { isObject } from '../../document/index.js'
import { keyOf, posting, postings, renewed, repeatables } from '../calls/repeatable.js'
import { signEverything } from '../fixtures/onboarding.js'
import { noneServed, succeeded } from '../fixtures/steps.js'
import { deepEqual } from '../../runtime/json.js'
import { open, scenario, section } from '../statements/statement.js'

/** Public documents require the key although the specification does not, so this is only noted. */
const optionalKey: Scenario = async (context) => {
  for (const [route, operation] of context.under.operations.routes)
    if (keyOf(operation)?.required && route.startsWith('post '))
      context.note(`served: a document that requires IDEMPOTENCY-KEY at ${route.replaceAll('{}', '{…}')}`)
}

const create = async (context: ScenarioContext, idempotencyKey: string | null): Promise<Exchange> => {
  const { operation, options } = await posting(context, '/customers')
  const exchange = await context.call(operation, { ...options, idempotencyKey })
  return succeeded(exchange, 'no customer could be created')
}

const idempotencyOtherKey: Scenario = async (context) => {
  const first = await create(context, context.session.uuid())
  const second = await create(context, context.session.uuid())
  const [one, other] = [first, second].map((exchange) => idIn(exchange, 'customer'))
  if (one === undefined) throw new Inconclusive('the response to POST /customers has no id', first)
  const message = 'another body under another key must create another customer, got the stored response'
  context.expect(one !== other, message, second)
  const { operation } = await posting(context, '/customers')
  if (keyOf(operation)?.required) return
  const keyless = [await create(context, null), await create(context, null)]
  const ids = new Set(keyless.map((exchange) => idIn(exchange, 'customer')))
  context.expect(ids.size > 1, 'two requests without a key must create two customers, got one', keyless[1])
}

// A unique reference would make the service refuse the second request in any case.
const withoutReference = (body: unknown): unknown =>
  isObject(body)
    ? Object.fromEntries(
        Object.entries(body).filter(([name]) => !/(external|client|partner)[-_]?(id|ref)/i.test(name)),
      )
    : body

const isSameBody = (first: Exchange, second: Exchange): boolean => {
  if (first.response.body === second.response.body) return true
  const [stored, came] = [first, second].map(({ response }) => jsonBody(response))
  return stored !== undefined && deepEqual(stored, came)
}

const idempotencyConcurrent: Scenario = async (context) => {
  const creation = await posting(context, '/customers')
  const nameless = { ...creation, options: { body: withoutReference(creation.options.body) } }
  for (const { name, operation, options } of [nameless, ...(await repeatables(context))]) {
    const call = { ...options, idempotencyKey: context.session.uuid(), mayBeReplay: true }
    const [first, second] = await Promise.all([context.call(operation, call), context.call(operation, call)])
    if (!isSuccess(first) && !isSuccess(second)) {
      context.refused ??= second
      continue
    }
    // A service may also refuse the second request while the first is in progress.
    const isOnce = !isSuccess(first) || !isSuccess(second) || isSameBody(first, second)
    context.expect(isOnce, `two of ${name} at once with one key got two different responses`, second)
  }
}

const comparison = (first: Exchange, second: Exchange): string =>
  isSuccess(second) && isSameBody(first, second) ? 'the stored body' : String(second.response.status)

const otherBody: Scenario = async (context) => {
  const key = context.session.uuid()
  const first = await create(context, key)
  const { operation, options } = await posting(context, '/customers')
  const second = await context.call(operation, { ...options, idempotencyKey: key })
  context.note(`served: another body under a used key gets ${comparison(first, second)}`)
}

const otherVersion: Scenario = async (context) => {
  const [one = '', other = ''] = context.session.plan.supported.slice(-2)
  const { operation, options } = await posting(context, '/customers')
  const call = { ...options, idempotencyKey: context.session.uuid() }
  const first = await context.call(operation, { ...call, version: [one] })
  const second = await context.call(operation, { ...call, version: [other] })
  context.note(`served: a retry under another version gets ${comparison(first, second)}`)
}

const otherOperation: Scenario = async (context) => {
  const key = context.session.uuid()
  const first = await create(context, key)
  const other = await posting(context, '/customers/{}/identifications/v2')
  // Where a key belongs to the partner, this correctly returns the customer again, so observers ignore it.
  const options = { ...other.options, idempotencyKey: key, isStray: true }
  const second = await context.call(other.operation, options)
  context.note(`served: a used key gets ${comparison(first, second)} on ${other.name}`)
}

/** `idempotency/key-form`: the specification calls keys UUIDs, but defines no format for the header. */
const idempotencyKeyForm: Scenario = async (context) => {
  const { operation, options } = await posting(context, '/customers')
  const idempotencyKey = `rampart ${context.session.uuid()}`
  const exchange = await context.call(operation, { ...options, idempotencyKey })
  context.note(`served: a key that is not a UUID gets ${exchange.response.status}`)
}

const idempotencyFailures: Scenario = async (context) => {
  const { operation } = await posting(context, '/customers')
  const call = { body: {}, idempotencyKey: context.session.uuid() }
  const first = await context.call(operation, call)
  const second = await context.call(operation, call)
  const isStored = first.response.status === second.response.status && isSameBody(first, second)
  context.note(`served: a refusal sent again gets ${isStored ? 'the same response' : 'another response'}`)
}

interface Replay {
  readonly name: string
  readonly first: Exchange
  /** Further responses to the same request. */
  readonly replays: readonly Exchange[]
}

const send = async (context: ScenarioContext): Promise<readonly Replay[]> => {
  const sent: (Replay & { readonly replays: Exchange[]; readonly again: () => Promise<Exchange> })[] = []
  let refused: Exchange | undefined
  for (const { name, operation, options } of await repeatables(context)) {
    const call = { ...options, idempotencyKey: context.session.uuid() }
    const again = (): Promise<Exchange> => context.call(operation, call)
    const first = await again()
    if (isSuccess(first)) sent.push({ name, first, replays: [await again(), await again()], again })
    else refused ??= first
  }
  // Keys are stored side by side, so requests in between do not matter.
  for (const { replays, again } of sent) replays.push(await again())
  if (sent.length > 0) return sent
  throw noneServed('nothing could be created', refused)
}

/** POSTs sent four times with one key, the last time after all others. Shared by the rules of a version. */
const replays = (context: ScenarioContext): Promise<readonly Replay[]> =>
  context.given('replay', () => send(context))

const onEach =
  (judge: (context: ScenarioContext, first: Exchange, came: Exchange, name: string) => void): Scenario =>
  async (context) => {
    for (const { name, first, replays: answers } of await replays(context))
      for (const came of answers) judge(context, first, came, name)
  }

const replayStatus = onEach((context, first, came, name) => {
  const [due, status] = [first.response.status, came.response.status]
  context.expect(
    status === due,
    `${name}: expected the stored status ${due} on a replay, got ${status}`,
    came,
  )
})

const expectStoredBody = (context: ScenarioContext, first: Exchange, came: Exchange, name: string): void => {
  const message = `${name}: expected the stored body on a replay, got another one`
  context.expect(isSameBody(first, came), message, came)
}

const replayBodyOfEach = onEach(expectStoredBody)

/** A customer that was changed since: a replay shows it as it was created. */
const replayAfterChange = async (context: ScenarioContext): Promise<void> => {
  const { name, operation, options } = await posting(context, '/customers')
  const call = { ...options, idempotencyKey: context.session.uuid() }
  const first = await context.call(operation, call)
  const id = isSuccess(first) ? idIn(first, 'customer') : undefined
  if (id === undefined) return
  await ifPossible(signEverything(context, { id, version: context.version }))
  const archive = context.find('put', '/customers/{}/archive')
  if (archive) await context.call(archive, { path: [id], isGuess: true })
  expectStoredBody(context, first, await context.call(operation, call), `${name}, changed since`)
}

const replayBody: Scenario = async (context) => {
  await replayBodyOfEach(context)
  await ifPossible(replayAfterChange(context))
}

const replayHeaders = onEach((context, _first, came, name) => {
  const echo = headerValue(came.response.headers, 'x-api-version')
  context.expect(echo === undefined, `${name}: a replay must have no X-API-Version, got ${echo}`, came)
})

const idempotencyOptional: Scenario = async (context) => {
  const all = await postings(context)
  const free = all.filter(({ operation }) => keyOf(operation)?.required !== true)
  if (free.length === 0 && all.length > 0)
    throw new NotApplicable('the document of the service requires the key')
  for (const call of free) {
    const { name, operation, options } = call
    const exchange = await context.call(operation, { ...options, idempotencyKey: null })
    // The refusal concerns the key only if the POST succeeds with one.
    const withKey = isSuccess(exchange)
      ? exchange
      : await context.call(operation, (await renewed(context, call)).options)
    if (!isSuccess(withKey)) {
      context.refused ??= withKey
      continue
    }
    const message = `${name} without IDEMPOTENCY-KEY was not served: ${outcomeOf(exchange)}`
    context.expect(isSuccess(exchange), message, exchange)
  }
}

const needs = ['writes'] as const

/** Endpoints: idempotency. */
export const idempotencySections = [
  section(
    'Endpoints, idempotency',
    'A POST may carry a key of the caller in the header IDEMPOTENCY-KEY, so that it can be sent again without being carried out again.',
    {
      'idempotency/optional': scenario({ severity: 'warning', needs, run: idempotencyOptional })`
        The idempotency key is optional
        A POST may carry IDEMPOTENCY-KEY; it is served without one.
        nothing could be created`,
      'documents/optional-key': open({ versions: 'all', run: optionalKey })`
        Documents that require a key
        Whether documents require IDEMPOTENCY-KEY, which a POST may carry.
        public documents require what a caller may leave out; what a POST without the key gets is judged`,
      'idempotency/replay-status': scenario({ needs, run: replayStatus })`
        A replay has the stored status
        A retried POST with the same IDEMPOTENCY-KEY returns the stored status.`,
      'idempotency/replay-body': scenario({ needs, run: replayBody })`
        A replay has the stored body
        A retried POST with the same IDEMPOTENCY-KEY returns the stored body.`,
      'idempotency/replay-headers': scenario({ needs, run: replayHeaders })`
        A replay has no version echo
        A replay comes without response headers, so without an X-API-Version echo.`,
      'idempotency/other-key': scenario({ needs, run: idempotencyOtherKey })`
        Another key is another request
        Only a POST with the same key is a retry: a POST with another key, or with none, is carried out.`,
      'idempotency/concurrent': scenario({ severity: 'warning', needs, run: idempotencyConcurrent })`
        Two POSTs at once with one key are one
        Of two POSTs sent at once with one key, at most one is carried out.
        none of the POSTs that were tried was served`,
      'idempotency/other-body': open({ needs, run: otherBody })`
        One key, two bodies
        The response to a different body with a used key.
        not shown in the specification`,
      'idempotency/other-version': open({ needs, run: otherVersion })`
        One key, two versions
        The response to a retry under another version.
        the scope of a key is not shown`,
      'idempotency/other-operation': open({ needs, run: otherOperation })`
        One key, two operations
        The response to a used key on another operation.
        the scope of a key is not shown`,
      'idempotency/key-form': open({ needs, run: idempotencyKeyForm })`
        The format of a key
        Which strings a service accepts as a key.
        no format is shown`,
      'idempotency/failures': open({ needs, run: idempotencyFailures })`
        Replay of a refusal
        Whether the response to a refused POST is stored too.
        whether failures are stored is not stated`,
    },
  ),
] as const
