import { undeclaredPage } from '../checks/index.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Observed } from '../model/observed.js'
import type { ExploreRuleId } from '../model/document-rules.js'
import { declaredStatus } from './operation-record.js'

/** Whether something was carried out as the document has it: a page in place of what is declared may be a login. */
const isServed = (observed: Observed): boolean => {
  const { status } = observed.exchange.response
  const isPromised = declaredStatus(observed.case.call.operation, status) !== undefined
  return status >= 200 && status < (isPromised ? 400 : 300) && !undeclaredPage(observed)
}

/** Which rules were judged, by how many responses, and of which operations. */
export class Judgements {
  readonly #counts = new Map<ExploreRuleId, number>()
  readonly #operations = new Map<ExploreRuleId, Set<string>>()
  #isServed = false
  #unserved: Observed | undefined

  /** Notes that a rule was judged by a response. */
  add(rule: ExploreRuleId, observed: Observed): void {
    const { call, expectation } = observed.case
    this.#counts.set(rule, this.count(rule) + 1)
    const operations = this.#operations.get(rule) ?? new Set()
    this.#operations.set(rule, operations)
    operations.add(`${call.operation.method.toUpperCase()} ${call.operation.path}`)
    this.#isServed ||= isServed(observed)
    // The first one to a request that is right says most.
    if (!this.#unserved || (this.#unserved.case.expectation !== 'valid' && expectation === 'valid'))
      this.#unserved = observed
  }

  /** How many responses a rule was judged by. */
  count(rule: ExploreRuleId): number {
    return this.#counts.get(rule) ?? 0
  }

  /** The operations whose responses a rule was judged by, as method and path. */
  operations(rule: ExploreRuleId): string[] {
    return [...(this.#operations.get(rule) ?? [])]
  }

  /** The first exchange, where no response was a success: then none of them says anything of the contract. */
  get unserved(): Exchange | undefined {
    return this.#isServed ? undefined : this.#unserved?.exchange
  }
}
