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

/** @throws Error, for a bug of the rule, where a path value is missing or unknown. */
const requirePath = ({ path, operationId }: Operation, values: Readonly<Record<string, unknown>>): void => {
  const names = parametersIn(path)
  const strange = Object.keys(values).find((name) => !names.includes(name))
  if (strange !== undefined) throw new Error(`the path of ${operationId} has no parameter "${strange}"`)
  const missing = names.find((name) => values[name] === undefined || values[name] === '')
  if (missing !== undefined) throw new Error(`the path of ${operationId} needs "${missing}"`)
}

/** The body of a call; text for a media type other than JSON or a form is sent verbatim. */
const bodyOf = (operation: Operation, { body, mediaType }: UncheckedRequest): CallBody | undefined => {
  if (body === undefined) return undefined
  const declared = Object.keys(operation.requestBody?.content ?? {})
  const type = mediaType ?? declared.find(isJsonType) ?? declared[0] ?? 'application/json'
  const isText = typeof body === 'string' && !['json', 'form'].includes(bodyKind(type))
  return { mediaType: type, value: body, ...(isText && { raw: body }) }
}

/** Merges headers; given ones replace default ones of the same name. */
const withOwn = (usual: HeaderList, own: UncheckedRequest['headers'] = {}): HeaderList => {
  const given = Object.entries(own).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  const taken = new Set(given.map(([name]) => name))
  return [...usual.filter(([name]) => !taken.has(name.toLowerCase())), ...given]
}

/**
 * The request for a call of a user rule.
 * @param version undefined requests none
 * @throws Error, for a bug of the rule, where a path value is missing.
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

// A fixture may return an answer, which any rule may then show as evidence.
const exchanges = new WeakMap<Answer, Exchange>()

/** Makes the calls of one user rule and tracks the pending ones. */
export class Caller {
  readonly #context: ScenarioContext
  readonly #underWay = new Set<Promise<unknown>>()
  #hasEnded = false

  constructor(context: ScenarioContext) {
    this.#context = context
  }

  /** The exchange of an answer, or of the last call where no answer is given. */
  exchangeOf(answer: Answer | undefined): Exchange | undefined {
    return answer === undefined ? this.#context.seen.at(-1) : exchanges.get(answer)
  }

  /**
   * An operation by its id in the document of a version.
   * @throws NotApplicable where only another version's document has it; Error, for a bug of the rule, where none has.
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

  /** Makes a call. A call that is not awaited is reported, because nothing else would see its failure. */
  call(operationId: string, request: UncheckedRequest = {}): Promise<Answer> {
    const made = this.#call(operationId, request)
    this.#underWay.add(made)
    void this.#settled(made)
    return made
  }

  /** Forbids further calls. @returns the number of calls that were not awaited */
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

  /** The requested version and its document; an unknown version uses the document under test. */
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
