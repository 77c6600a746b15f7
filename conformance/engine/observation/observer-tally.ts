import { type Finding, foldFindings, mergeFindings, type Violation } from '../../model/finding.js'
import type { ObservedRule } from '../../model/step-result.js'

interface Sum {
  judged: number
  findings: readonly Finding[]
  violations: Violation[]
}

/** So many violations are kept as they came before they are folded: a service may break a promise in every answer. */
const mostUnfolded = 32

const fold = (sum: Sum): void => {
  sum.findings = mergeFindings([...sum.findings, ...foldFindings(sum.violations)])
  sum.violations = []
}

/** Sums up what observers see, by rule and version, as they see it. */
export class ObserverTally {
  #sums = new Map<string, Map<string, Sum>>()

  /** Takes note of what one observer saw of one exchange. */
  add(rule: string, version: string, violations: readonly Violation[]): void {
    const sum = this.#sum(rule, version)
    sum.judged++
    if (violations.length === 0) return
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
        return { rule, version, judged: sum.judged, findings: sum.findings }
      }),
    )
  }

  #sum(rule: string, version: string): Sum {
    let versions = this.#sums.get(rule)
    if (!versions) this.#sums.set(rule, (versions = new Map()))
    let sum = versions.get(version)
    if (!sum) versions.set(version, (sum = { judged: 0, findings: [], violations: [] }))
    return sum
  }
}
