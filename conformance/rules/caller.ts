import type { Operation } from '../../runtime/surface.js'
import { didYouMean } from '../../diagnostics/index.js'
import type { ScenarioContext } from './context.js'
import type { VersionUnderTest } from '../session/version-under-test.js'
import type { Exchange } from '../exchange/exchange.js'
import { NotApplicable } from '../model/outcome.js'
import { answerOf } from './answer.js'
import type { Answer, UncheckedRequest } from './operations.js'
import { writeCall } from './write-call.js'

/** Makes the calls of one rule of the user's own, and knows which of them are under way. */
export class Caller {
  readonly #context: ScenarioContext
  readonly #exchanges = new WeakMap<Answer, Exchange>()
  readonly #underWay = new Set<Promise<unknown>>()
  #hasEnded = false

  constructor(context: ScenarioContext) {
    this.#context = context
  }

  /** The exchange of an answer; of the last call where no answer is given. */
  exchangeOf(answer: Answer | undefined): Exchange | undefined {
    return answer === undefined ? this.#context.seen.at(-1) : this.#exchanges.get(answer)
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
    this.#exchanges.set(answer, exchange)
    return answer
  }
}
