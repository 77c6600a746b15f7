import { undeclaredPage } from '../checks/index.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Observed } from '../model/observed.js'
import type { ExploreRuleId } from '../model/document-rules.js'
import { declaredStatus } from './operation-record.js'

/** Whether an operation succeeded as documented; an undeclared page may be a login. */
const isServed = (observed: Observed): boolean => {
  const { status } = observed.exchange.response
  const isPromised = declaredStatus(observed.case.call.operation, status) !== undefined
  return status >= 200 && status < (isPromised ? 400 : 300) && !undeclaredPage(observed)
}

/** Counts the responses and operations that each rule was judged by. */
export class Judgements {
  readonly #counts = new Map<ExploreRuleId, number>()
  readonly #operations = new Map<ExploreRuleId, Set<string>>()
  #isServed = false
  #unserved: Observed | undefined

  /** Records that a rule was judged by a response. */
  add(rule: ExploreRuleId, observed: Observed): void {
    const { call, expectation } = observed.case
    this.#counts.set(rule, this.count(rule) + 1)
    const operations = this.#operations.get(rule) ?? new Set()
    this.#operations.set(rule, operations)
    operations.add(`${call.operation.method.toUpperCase()} ${call.operation.path}`)
    this.#isServed ||= isServed(observed)
    // A response to a valid request is the better evidence.
    if (!this.#unserved || (this.#unserved.case.expectation !== 'valid' && expectation === 'valid'))
      this.#unserved = observed
  }

  /** The number of responses that a rule was judged by. */
  count(rule: ExploreRuleId): number {
    return this.#counts.get(rule) ?? 0
  }

  /** The operations whose responses a rule was judged by, as method and path. */
  operations(rule: ExploreRuleId): string[] {
    return [...(this.#operations.get(rule) ?? [])]
  }

  /** The first exchange, where no response was a success, so that none proves anything about the contract. */
  get unserved(): Exchange | undefined {
    return this.#isServed ? undefined : this.#unserved?.exchange
  }
}
