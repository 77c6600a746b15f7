import type { Observed } from '../model/observed.js'
import type { ExploreRuleId } from '../model/document-rules.js'

/** Which rules were judged, by how many answers, and of which operations. */
export class Judgements {
  readonly #counts = new Map<ExploreRuleId, number>()
  readonly #operations = new Map<ExploreRuleId, Set<string>>()

  /** Notes that a rule was judged by an answer. */
  add(rule: ExploreRuleId, { case: { call } }: Observed): void {
    this.#counts.set(rule, this.count(rule) + 1)
    const operations = this.#operations.get(rule) ?? new Set()
    this.#operations.set(rule, operations)
    operations.add(`${call.operation.method.toUpperCase()} ${call.operation.path}`)
  }

  /** How many answers a rule was judged by. */
  count(rule: ExploreRuleId): number {
    return this.#counts.get(rule) ?? 0
  }

  /** The operations whose answers a rule was judged by, as method and path. */
  operations(rule: ExploreRuleId): string[] {
    return [...(this.#operations.get(rule) ?? [])]
  }
}
