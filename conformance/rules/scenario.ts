import { setTimeout as delay } from 'node:timers/promises'
import {
  type Exchange,
  type HeaderList,
  jsonBody,
  parsedJson,
  type ExchangeRequest,
} from '../exchange/exchange.js'
import type { SeenRequest, Fixture, FixtureTools, ScenarioTools, Shown } from './definition.js'
import type { Answer, UncheckedRequest } from './operations.js'
import { isObject, parametersIn } from '../../document/index.js'
import type { Scenario, ScenarioContext } from './context.js'
import { isEnding, NotApplicable, Skip } from '../model/outcome.js'
import { failureText } from './failure.js'
import type { Plan } from '../model/plan.js'
import { didYouMean } from '../../diagnostics/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Call, CallBody } from '../model/case.js'
import { bodyKind, jsonTypeOf } from '../requests/media-types.js'
import type { VersionUnderTest } from '../session/version-under-test.js'
import { writeVersioned } from './request.js'

/** A rule's message as text, whatever its type, because rules may be written without types. */
export function textFrom(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Error ? value.message : (JSON.stringify(value) ?? 'no message was given')
}

/** A rule's pointer, if it is a string. */
export function pointerFrom(value: unknown): { readonly pointer?: string } {
  return typeof value === 'string' ? { pointer: value } : {}
}

/** Whether a condition holds. @throws Error, a bug of the rule, for a promise, which is always truthy. */
export function conditionFrom(value: unknown): boolean {
  if (typeof value === 'object' && value !== null && 'then' in value) {
    throw new Error('expect got a promise, which always counts as true; await it first')
  }
  return Boolean(value)
}

const headersOf = (list: HeaderList): Record<string, string> => {
  const headers: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [field, value] of list) {
    const name = field.toLowerCase()
    const { [name]: before } = headers
    headers[name] = before === undefined ? value : `${before}, ${value}`
  }
  return headers
}

/** Rules get a copy, so that they cannot change what the next rule or the report sees. */
const copyOf = (value: unknown): unknown => (value === undefined ? undefined : structuredClone(value))

/** A response in the form that user rules get. */
export function answerOf({ response }: Exchange): Answer {
  const { status, headers, body } = response
  return {
    status,
    headers: headersOf(headers),
    json: copyOf(jsonBody(response)),
    text: body,
    ok: status >= 200 && status < 300,
  }
}

/** A request in the form that user rules get. */
export function seenRequestOf({ request }: Exchange): SeenRequest {
  const { method, url, headers, body = '' } = request
  return { method, url, headers: headersOf(headers), json: parsedJson(body), text: body }
}

/** @throws Error, for a bug of the rule, where a path value is missing or unknown. */
const requirePath = ({ path, operationId }: Operation, values: Readonly<Record<string, unknown>>): void => {
  const names = parametersIn(path)
  const unknown = Object.keys(values).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`the path of ${operationId} has no parameter "${unknown}"`)
  const missing = names.find((name) => values[name] === undefined || values[name] === '')
  if (missing !== undefined) throw new Error(`the path of ${operationId} needs "${missing}"`)
}

/** The body of a call; text for a media type other than JSON is sent verbatim. */
const bodyOf = (operation: Operation, { body, mediaType }: UncheckedRequest): CallBody | undefined => {
  if (body === undefined) return undefined
  const declared = Object.keys(operation.requestBody?.content ?? {})
  const type = mediaType ?? jsonTypeOf(declared) ?? declared[0] ?? 'application/json'
  const isText = typeof body === 'string' && bodyKind(type) !== 'json'
  return { mediaType: type, value: body, ...(isText && { raw: body }) }
}

/** Merges headers; given ones replace default ones of the same name. */
const withOwn = (usual: HeaderList, own: UncheckedRequest['headers'] = {}): HeaderList => {
  const given = Object.entries(own).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  const taken = new Set(given.map(([name]) => name))
  return [...usual.filter(([name]) => !taken.has(name.toLowerCase())), ...given]
}

/** The request of a user rule's call. @throws Error, a bug of the rule, where a path value is missing. */
const writeCall = (
  facts: Pick<ScenarioContext, 'session' | 'under'>,
  operation: Operation,
  request: UncheckedRequest,
  version: string | undefined,
): ExchangeRequest => {
  const { path = {}, query = {}, credentials = 'own' } = request
  requirePath(operation, path)
  const body = bodyOf(operation, request)
  const call: Call = { operation, path, query, header: {}, cookie: {}, credentials, ...(body && { body }) }
  const own = facts.session.credentials(operation, credentials, facts.under.version)
  const written = writeVersioned(facts, call, own, version === undefined ? [] : [version])
  return { ...written, headers: withOwn(written.headers, request.headers) }
}

// By the response that rules get, because a fixture may return one that another rule shows as evidence.
const exchanges = new WeakMap<Answer, Exchange>()

/** Makes the calls of one user rule and tracks the pending ones. */
class Caller {
  readonly #context: ScenarioContext
  readonly #underWay = new Set<Promise<unknown>>()
  #hasEnded = false

  constructor(context: ScenarioContext) {
    this.#context = context
  }

  /** The exchange of a response, or of the last call where no response is given. */
  exchangeOf(answer: Answer | undefined): Exchange | undefined {
    return answer === undefined ? this.#context.seen.at(-1) : exchanges.get(answer)
  }

  /** An operation by its id. @throws NotApplicable where another document has it, or Error, a bug. */
  operation(operationId: string, { surface, version } = this.#context.under): Operation {
    const found = surface.operations[operationId]
    if (found) return found
    const surfaces = [...this.#context.session.versions.values()].map((one) => one.surface)
    if (surfaces.some(({ operations }) => operationId in operations)) {
      throw new NotApplicable(`the document of ${version} has no operation ${operationId}`)
    }
    const names = new Set(surfaces.flatMap(({ operations }) => Object.keys(operations)))
    throw new Error(`no document has an operation "${operationId}"${didYouMean(operationId, names)}`)
  }

  /** Makes a call. A call that is not awaited is reported, because nothing else would see its failure. */
  call(operationId: string, request: UncheckedRequest = {}): Promise<Answer> {
    const response = this.#call(operationId, request)
    this.#underWay.add(response)
    void this.#settled(response)
    return response
  }

  /** Forbids further calls. @returns the number of calls that were not awaited */
  async end(): Promise<number> {
    this.#hasEnded = true
    const left = [...this.#underWay]
    await Promise.allSettled(left)
    return left.length
  }

  async #settled(response: Promise<unknown>): Promise<void> {
    await response.catch(() => undefined)
    this.#underWay.delete(response)
  }

  /** The requested version and its document; an unknown version uses the document under test. */
  #versionOf({ version }: UncheckedRequest): [VersionUnderTest, string | undefined] {
    const { under, session } = this.#context
    const own = this.#context.version === '*' ? under.version : this.#context.version
    const asked = version === undefined ? own : (version ?? undefined)
    return [(asked === undefined ? undefined : session.versions.get(asked)) ?? under, asked]
  }

  async #call(operationId: string, request: UncheckedRequest): Promise<Answer> {
    if (this.#hasEnded) throw new Error('the rule has ended, so it cannot make further calls')
    const [under, version] = this.#versionOf(request)
    const operation = this.operation(operationId, under)
    const { session } = this.#context
    const sent = writeCall({ session, under }, operation, request, version)
    const exchange = await this.#context.send(operation, sent)
    const answer = answerOf(exchange)
    exchanges.set(answer, exchange)
    return answer
  }
}

/** Existing values on the service, by name, from the plan's hook and the subjects in options. */
const knownIds = ({ service, subjects }: Plan): Readonly<Record<string, readonly unknown[]>> => {
  const named = {
    customer_id: subjects.customerId,
    recipient_account_id: subjects.recipientAccountId,
    sub_partner_id: subjects.subPartnerId,
  }
  const given = Object.entries(named).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given.map(([name, value]) => [name, [value]])), ...service?.known }
}

/** The steps of a rule, typed without a document. */
export type Run = (tools: ScenarioTools) => Promise<void>

const samplerOf =
  (context: ScenarioContext, caller: Caller): ScenarioTools['sample'] =>
  (operationId, given) => {
    const body = context.sampleBody(caller.operation(operationId))
    return isObject(body) ? { ...body, ...given } : (given ?? body)
  }

/** The ending of a rule whose fixture failed, with the same reason for every rule that uses it. */
const lacking = (name: string, error: Error): Error => {
  const reason = `${name} could not be made: ${error.message}`
  if (error instanceof Skip) return new Skip(reason, error.lacks)
  return error instanceof NotApplicable ? new NotApplicable(reason) : error
}

/** Makes a fixture. @throws Inconclusive where the service failed in a required step, however it ended. */
const makeFixture = async <Value>(
  context: ScenarioContext,
  { name, make }: Fixture<Value>,
): Promise<Value> => {
  const caller = new Caller(context)
  const before = context.obstacles.length
  try {
    return await (make as (tools: FixtureTools) => Promise<Value>)(fixtureToolsOf(context, caller))
  } catch (error) {
    if (!isEnding(error)) throw error
    throw context.obstacles[before] ?? lacking(name, error)
  } finally {
    await caller.end()
  }
}

const given = async <Value>(context: ScenarioContext, fixture: Fixture<Value>): Promise<Value> => {
  const { name } = fixture
  const known = await context.session.memory.once(`fixture ${name}`, async () => fixture as Fixture<unknown>)
  if (known !== fixture) throw new Error(`two fixtures are named "${name}": give one of them another name`)
  return context.given(`fixture ${name}`, () => makeFixture(context, fixture))
}

const fixtureToolsOf = (context: ScenarioContext, caller: Caller): FixtureTools => {
  const { session, version } = context
  return {
    version,
    versions: session.plan.versions,
    ids: knownIds(session.plan),
    call: (operationId, request?) => caller.call(operationId, request),
    callUnchecked: (operationId, request) => caller.call(operationId, request),
    sample: samplerOf(context, caller),
    has: (operationId) => operationId in context.under.surface.operations,
    unique: () => `rampart-${session.uuid()}`,
    given: (fixture) => given(context, fixture),
    skip: (reason) => {
      throw new Skip(textFrom(reason))
    },
    notApplicable: (reason) => {
      throw new NotApplicable(textFrom(reason))
    },
  }
}

const toolsOf = (context: ScenarioContext, caller: Caller): ScenarioTools => {
  const violate = (message: string, { answer, pointer }: Shown = {}): void =>
    context.expect(false, textFrom(message), caller.exchangeOf(answer), pointerFrom(pointer).pointer)
  return {
    ...fixtureToolsOf(context, caller),
    expect: (holds, message, shown) => {
      if (conditionFrom(holds)) context.expectations++
      else violate(message, shown)
    },
    violate,
    note: (message) => context.note(textFrom(message)),
  }
}

/** Rejects when the steps of a rule exceed the time limit; an unanswered call ends earlier. */
const within = async (seconds: number, steps: Promise<void>): Promise<void> => {
  const ended = new AbortController()
  const late = delay(seconds * 1000, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`it did not end within ${seconds} seconds`)
  })
  await Promise.race([steps, late]).finally(() => ended.abort())
}

const pendingCalls = 'the rule itself failed: it ended while calls were pending; await each call'
const nothingExpected = 'not judged: the rule called neither expect nor violate'

/** The scenario of a user rule. An error of the rule becomes its finding, unless the service failed. */
export function scenarioOf(run: Run, seconds: number, folder: string): Scenario {
  return async (context) => {
    const caller = new Caller(context)
    const steps = async (): Promise<void> => run(toolsOf(context, caller))
    try {
      await within(seconds, steps())
      if ((await caller.end()) > 0) context.violate(pendingCalls)
    } catch (error) {
      await caller.end()
      if (isEnding(error)) throw error
      if (context.obstacles.length > 0) return
      context.violate(failureText(error, folder), context.seen.at(-1))
    }
    if (context.expectations === 0) throw new NotApplicable(nothingExpected)
  }
}
