import { setImmediate as nextTurn } from 'node:timers/promises'
import { isObject } from '../../document/index.js'
import type { Scenario, ScenarioContext } from './context.js'
import { isEnding, NotApplicable, Skip } from '../model/outcome.js'
import { failureText } from './failure.js'
import { begin } from './strays.js'
import { conditionFrom, pointerFrom, textFrom } from './said.js'
import type { Fixture } from './fixture.js'
import type { FixtureTools, ScenarioTools, Shown } from './tools.js'
import type { Operation, Parameter } from '../../runtime/surface.js'
import { didYouMean } from '../../diagnostics/index.js'
import type { VersionUnderTest } from '../session/version-under-test.js'
import type { Exchange, ExchangeRequest, HeaderList } from '../exchange/exchange.js'
import { answerOf } from './answer.js'
import type { Answer, UncheckedRequest } from './operations.js'
import type { Plan } from '../model/plan.js'
import { baseUrlOf } from '../session/access.js'
import { commonHeaders } from '../client/client.js'
import { cookieHeaders, versionPairs, withQuery } from './request.js'
import { isJsonType } from '../exchange/media-type.js'

type Values = Readonly<Record<string, unknown>>
type Pair = readonly [name: string, value: string]

/** A value that is no list and no object, as text. */
const plain = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const joiners: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' }

/** The names and values that a parameter becomes in a query, before they are escaped. */
const pairsOf = (name: string, value: unknown, parameter: Parameter | undefined): readonly Pair[] => {
  if (value === undefined) return []
  if (parameter?.content) return [[name, JSON.stringify(value)]]
  const { style = 'form', explode = style === 'form' } = parameter ?? {}
  if (Array.isArray(value)) {
    if (explode) return value.map((item: unknown) => [name, plain(item)])
    return [[name, value.map(plain).join(joiners[style] ?? ',')]]
  }
  if (!isObject(value)) return [[name, plain(value)]]
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  if (style === 'deepObject') return members.map(([key, member]) => [`${name}[${key}]`, plain(member)])
  if (explode) return members.map(([key, member]) => [key, plain(member)])
  return [[name, members.flatMap(([key, member]) => [key, plain(member)]).join(',')]]
}

/** The pairs of a query, each parameter in the style that the document gives it. */
const queryPairs = ({ parameters }: Operation, query: Values): readonly Pair[] =>
  Object.entries(query).flatMap(([name, value]) =>
    pairsOf(
      name,
      value,
      parameters.find((one) => one.in === 'query' && one.name === name),
    ),
  )

const listed = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(listed).join(',')
  const text = isObject(value) ? Object.entries(value).flat().map(plain).join(',') : plain(value)
  return encodeURIComponent(text).replaceAll('%2C', ',')
}

/** A value of a parameter in the path, whose commas are escaped where they are no separators. */
const inPath = (value: unknown): string =>
  typeof value === 'object' && value !== null ? listed(value) : encodeURIComponent(plain(value))

/**
 * A path template filled with values by name.
 * @throws Error, a mistake of whoever calls, where one is missing, or has no place in the path.
 */
const pathOf = (template: string, operationId: string, values: Values): string => {
  const names = new Set([...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))
  const strange = Object.keys(values).find((name) => !names.has(name))
  if (strange !== undefined) throw new Error(`the path of ${operationId} has no parameter "${strange}"`)
  return template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const { [name]: value } = values
    if (value === undefined || value === '') throw new Error(`the path of ${operationId} needs "${name}"`)
    return inPath(value)
  })
}

type Content = Readonly<{ mediaType: string; text: string }>

const formOf = (body: unknown): string => {
  const members = Object.entries(isObject(body) ? body : {}).filter(([, value]) => value !== undefined)
  const pairs = members.flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one): [string, string] => [
      name,
      typeof one === 'string' ? one : JSON.stringify(one),
    ]),
  )
  return new URLSearchParams(pairs).toString()
}

const contentOf = (operation: Operation, { body, mediaType }: UncheckedRequest): Content | undefined => {
  if (body === undefined) return undefined
  const declared = Object.keys(operation.requestBody?.content ?? {})
  const type = mediaType ?? declared.find(isJsonType) ?? declared[0] ?? 'application/json'
  if (type.startsWith('application/x-www-form-urlencoded')) return { mediaType: type, text: formOf(body) }
  const isText = typeof body === 'string' && !isJsonType(type)
  return { mediaType: type, text: isText ? body : (JSON.stringify(body) ?? '') }
}

/** Headers that were given, before those of the same name that would be sent otherwise. */
const withOwn = (usual: HeaderList, own: UncheckedRequest['headers'] = {}): HeaderList => {
  const given = Object.entries(own).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  const taken = new Set(given.map(([name]) => name))
  return [...usual.filter(([name]) => !taken.has(name.toLowerCase())), ...given]
}

/**
 * The request of a call that a rule of the user's own makes.
 * @param version asked for by header, where the service reads one; undefined asks for none
 * @throws Error, a mistake of the rule, where a path lacks a value.
 */
const writeCall = (
  { session, under }: Pick<ScenarioContext, 'session' | 'under'>,
  operation: Operation,
  request: UncheckedRequest,
  version: string | undefined,
): ExchangeRequest => {
  const path = pathOf(under.operations.relativePath(operation), operation.operationId, request.path ?? {})
  const { headers, query, cookies } = session.credentials(
    operation,
    request.credentials ?? 'own',
    under.version,
  )
  const content = contentOf(operation, request)
  const { versionHeader } = session
  const isAsked = versionHeader !== undefined && version !== undefined
  const usual: HeaderList = [
    ...commonHeaders,
    ['accept', 'application/json, */*;q=0.5'],
    ...headers,
    ...cookieHeaders(cookies),
    ...(isAsked ? [[versionHeader, version] as const] : []),
    ...(content ? [['content-type', content.mediaType] as const] : []),
  ]
  return {
    method: operation.method.toUpperCase(),
    url: withQuery(`${baseUrlOf(session.plan, under.version)}${path}`, [
      ...queryPairs(operation, request.query ?? {}),
      ...query,
      ...versionPairs(session.plan, version),
    ]),
    headers: withOwn(usual, request.headers),
    ...(content && { body: content.text }),
  }
}

/** Values that exist on the service, by name: those of the plan's hook, and the subjects that options name. */
const knownIds = ({ service, subjects }: Plan): Readonly<Record<string, readonly unknown[]>> => {
  const { customerId, recipientAccountId, subPartnerId } = subjects
  const named = {
    customer_id: customerId,
    recipient_account_id: recipientAccountId,
    sub_partner_id: subPartnerId,
  }
  const given = Object.entries(named).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given.map(([name, value]) => [name, [value]])), ...service?.known }
}

// A fixture may return an answer, which then shows a violation of any rule.
const exchanges = new WeakMap<Answer, Exchange>()

/** Makes the calls of one rule of the user's own, and knows which of them are under way. */
class Caller {
  readonly #context: ScenarioContext
  readonly #underWay = new Set<Promise<unknown>>()
  #hasEnded = false

  constructor(context: ScenarioContext) {
    this.#context = context
  }

  /** The exchange of an answer; of the last call where no answer is given. */
  exchangeOf(answer: Answer | undefined): Exchange | undefined {
    return answer === undefined ? this.#context.seen.at(-1) : exchanges.get(answer)
  }

  /**
   * An operation by its name, in the document of a version.
   * @throws NotApplicable where another version's document has it; Error, a mistake of the rule, where none has.
   */
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

  /** Makes a call. A rule that does not wait for it is told so: its failure goes to nobody else. */
  call(operationId: string, request: UncheckedRequest = {}): Promise<Answer> {
    const made = this.#call(operationId, request)
    this.#underWay.add(made)
    void this.#settled(made)
    return made
  }

  /** Lets no further call be made. @returns how many were not waited for */
  async end(): Promise<number> {
    this.#hasEnded = true
    const left = [...this.#underWay]
    await Promise.allSettled(left)
    return left.length
  }

  async #settled(made: Promise<unknown>): Promise<void> {
    await made.catch(() => undefined)
    this.#underWay.delete(made)
  }

  /** What a call asks for, and by which document: of a version that there is none of, by that under test. */
  #versionOf({ version }: UncheckedRequest): [VersionUnderTest, string | undefined] {
    const { under, session } = this.#context
    const own = this.#context.version === '*' ? under.version : this.#context.version
    const asked = version === undefined ? own : (version ?? undefined)
    return [(asked === undefined ? undefined : session.versions.get(asked)) ?? under, asked]
  }

  async #call(operationId: string, request: UncheckedRequest): Promise<Answer> {
    if (this.#hasEnded) throw new Error('the rule has ended, and makes no more calls')
    const [under, version] = this.#versionOf(request)
    const operation = this.operation(operationId, under)
    const { session } = this.#context
    const exchange = await this.#context.send(
      operation,
      writeCall({ session, under }, operation, request, version),
    )
    const answer = answerOf(exchange)
    exchanges.set(answer, exchange)
    return answer
  }
}

/** The steps of a rule, whichever document its types are of. */
export type Run = (tools: ScenarioTools) => Promise<void>

/** What a rule said, beside what the context keeps. */
interface Said {
  expectations: number
}

const samplerOf =
  (context: ScenarioContext, caller: Caller): ScenarioTools['sample'] =>
  (operationId, given) => {
    const body = context.sampleBody(caller.operation(operationId), () => undefined)
    return isObject(body) ? { ...body, ...given } : (given ?? body)
  }

/** A reason that says what could not be made: the same for every rule that asks for it. */
const lacking = (name: string, error: Error): Error => {
  const reason = `${name} could not be made: ${error.message}`
  if (error instanceof Skip) return new Skip(reason, error.lacks)
  return error instanceof NotApplicable ? new NotApplicable(reason) : error
}

/**
 * Makes a fixture. @throws Inconclusive where the service failed in what was asked of it: a fixture that gives up then
 * does so for want of an answer.
 */
const made = async <Value>(context: ScenarioContext, { name, make }: Fixture<Value>): Promise<Value> => {
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
  return context.given(`fixture ${name}`, () => made(context, fixture))
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

const toolsOf = (context: ScenarioContext, caller: Caller, said: Said): ScenarioTools => {
  const violate = (message: string, { answer, pointer }: Shown = {}): void => {
    said.expectations++
    context.violate(textFrom(message), caller.exchangeOf(answer), pointerFrom(pointer).pointer)
  }
  return {
    ...fixtureToolsOf(context, caller),
    expect: (holds, message, shown) => {
      said.expectations++
      if (!conditionFrom(holds)) violate(message, shown)
    },
    violate,
    note: (message) => context.note(textFrom(message)),
  }
}

/** Rejects when the steps of a rule take too long: a call that nobody answers ends by itself before. */
const within = async (seconds: number, steps: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new Error(`it did not end within ${seconds} seconds`))
    timer = setTimeout(stop, seconds * 1000)
  })
  try {
    await Promise.race([steps, late])
  } finally {
    clearTimeout(timer)
  }
}

const leftCalls = 'the rule itself failed: it ended before its calls were answered; await each of them'
const nothingExpected = 'not judged: the rule ended without expecting anything'

/**
 * The scenario of a rule of the user's own. Where the rule breaks, that is its finding, unless the service failed
 * before in what was asked of it.
 * @param folder that file names are relative to
 */
export function scenarioOf(run: Run, seconds: number, folder: string): Scenario {
  return async (context) => {
    const [caller, said] = [new Caller(context), { expectations: 0 }]
    const ended = begin({ folder, violate: (message) => context.violate(message) })
    const steps = async (): Promise<void> => run(toolsOf(context, caller, said))
    try {
      await within(seconds, steps())
      if ((await caller.end()) > 0) context.violate(leftCalls)
    } catch (error) {
      await caller.end()
      if (isEnding(error)) throw error
      if (context.obstacles.length > 0) return
      context.violate(failureText(error, folder), context.seen.at(-1))
    } finally {
      // What was left behind by the rule fails before the next turn, if it does.
      await nextTurn()
      ended()
    }
    if (said.expectations === 0) throw new NotApplicable(nothingExpected)
  }
}
