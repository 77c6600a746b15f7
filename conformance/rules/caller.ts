import { didYouMean } from '../../diagnostics/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Exchange, ExchangeRequest, HeaderList } from '../exchange/exchange.js'
import { isJsonType } from '../exchange/media-type.js'
import type { Call, CallBody } from '../model/call.js'
import { NotApplicable } from '../model/outcome.js'
import { bodyKind } from '../requests/index.js'
import { parametersIn } from '../resources/paths.js'
import type { VersionUnderTest } from '../session/version-under-test.js'
import { answerOf } from './answer.js'
import type { ScenarioContext } from './context.js'
import type { Answer, UncheckedRequest } from './operations.js'
import { writeVersioned } from './request.js'

/** @throws Error, a mistake of the rule, where a value of the path is missing, or has no place in it. */
const requirePath = ({ path, operationId }: Operation, values: Readonly<Record<string, unknown>>): void => {
  const names = parametersIn(path)
  const strange = Object.keys(values).find((name) => !names.includes(name))
  if (strange !== undefined) throw new Error(`the path of ${operationId} has no parameter "${strange}"`)
  const missing = names.find((name) => values[name] === undefined || values[name] === '')
  if (missing !== undefined) throw new Error(`the path of ${operationId} needs "${missing}"`)
}

/** The body of a call: a text that is not for JSON or a form is sent as it is. */
const bodyOf = (operation: Operation, { body, mediaType }: UncheckedRequest): CallBody | undefined => {
  if (body === undefined) return undefined
  const declared = Object.keys(operation.requestBody?.content ?? {})
  const type = mediaType ?? declared.find(isJsonType) ?? declared[0] ?? 'application/json'
  const isText = typeof body === 'string' && !['json', 'form'].includes(bodyKind(type))
  return { mediaType: type, value: body, ...(isText && { raw: body }) }
}

/** Headers that were given, before those of the same name that would be sent otherwise. */
const withOwn = (usual: HeaderList, own: UncheckedRequest['headers'] = {}): HeaderList => {
  const given = Object.entries(own).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  const taken = new Set(given.map(([name]) => name))
  return [...usual.filter(([name]) => !taken.has(name.toLowerCase())), ...given]
}

/**
 * The request of a call that a rule of the user's own makes.
 * @param version undefined asks for none
 * @throws Error, a mistake of the rule, where a path lacks a value.
 */
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

// A fixture may return an answer, which then shows a violation of any rule.
const exchanges = new WeakMap<Answer, Exchange>()

/** Makes the calls of one rule of the user's own, and knows which of them are under way. */
export class Caller {
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
