import type { Exchange } from '../exchange/exchange.js'
import { type Finding, foldFindings, mergeFindings, type Violation } from '../model/finding.js'
import type { ObservedRule } from '../model/step-result.js'

interface Sum {
  judged: number
  findings: readonly Finding[]
  violations: Violation[]
  exchanges: string[]
}

/** So many exchanges show how a rule passed. */
const evidenceShown = 2

/** So many violations are kept as they came before they are folded: a service may break a promise in every answer. */
const mostUnfolded = 32

const fold = (sum: Sum): void => {
  sum.findings = mergeFindings([...sum.findings, ...foldFindings(sum.violations)])
  sum.violations = []
}

/** Sums up what observers see, by rule and version, as they see it. */
export class ObserverTally {
  #sums = new Map<string, Map<string, Sum>>()
  /** How many exchanges show what a rule found nothing in, in the whole run. */
  readonly #shown = new Map<string, number>()
  #evidence = new Map<string, Exchange>()

  /** Takes note of what one observer saw of one exchange. */
  add(rule: string, version: string, violations: readonly Violation[], exchange?: Exchange): void {
    const sum = this.#sum(rule, version)
    sum.judged++
    if (violations.length === 0) {
      if (exchange?.id !== undefined) this.#show(`${rule} ${version}`, sum, exchange.id, exchange)
      return
    }
    sum.violations.push(...violations)
    if (sum.violations.length > mostUnfolded) fold(sum)
  }

  /** Findings since the last call. */
  take(): ObservedRule[] {
    const taken = this.#sums
    this.#sums = new Map()
    return [...taken].flatMap(([rule, versions]) =>
      [...versions].map(([version, sum]) => {
        fold(sum)
        const { judged, findings, exchanges } = sum
        const own = { rule, version, judged, findings }
        return Object.assign(own, exchanges.length > 0 && { exchanges })
      }),
    )
  }

  /** The exchanges that show what rules found nothing in, each once, since the last call. */
  takeEvidence(): Exchange[] {
    const taken = [...this.#evidence.values()]
    this.#evidence = new Map()
    return taken
  }

  #show(key: string, sum: Sum, id: string, exchange: Exchange): void {
    const shown = this.#shown.get(key) ?? 0
    if (shown >= evidenceShown) return
    this.#shown.set(key, shown + 1)
    sum.exchanges.push(id)
    this.#evidence.set(id, exchange)
  }

  #sum(rule: string, version: string): Sum {
    let versions = this.#sums.get(rule)
    if (!versions) this.#sums.set(rule, (versions = new Map()))
    let sum = versions.get(version)
    if (!sum) versions.set(version, (sum = { judged: 0, findings: [], violations: [], exchanges: [] }))
    return sum
  }
}
