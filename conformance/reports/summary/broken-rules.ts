import { type Finding, mergeFindings } from '../../model/finding.js'
import type { Report, RuleResult } from '../../model/report.js'

/** How much a broken rule weighs: `failed` breaks the contract, the others are reported. */
export type Weight = 'failed' | 'warning' | 'flaky'

/** A rule that was found broken, once for all versions in which it was. */
export interface BrokenRule {
  readonly id: string
  readonly section: string
  readonly statement: string
  readonly weight: Weight
  readonly versions: readonly string[]
  readonly findings: readonly Finding[]
}

/** True for results that speak against the service. */
export function isViolation({ state }: RuleResult): boolean {
  return state === 'failed' || state === 'flaky'
}

/** The weight of one result with findings. */
export function weightOf({ state, severity }: Pick<RuleResult, 'state' | 'severity'>): Weight {
  if (state === 'flaky') return 'flaky'
  return severity === 'error' ? 'failed' : 'warning'
}

const order: readonly Weight[] = ['failed', 'warning', 'flaky']

/** The broken rules of a report, errors first; equal findings of several versions are one. */
export function brokenRules({ results }: Report): BrokenRule[] {
  const groups = new Map<string, RuleResult[]>()
  for (const result of results.filter(isViolation)) {
    const key = `${weightOf(result)} ${result.id}`
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(result)
  }
  const rules = [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({
      id: first.id,
      section: first.section,
      statement: first.statement,
      weight: weightOf(first),
      versions: group.map(({ version }) => version),
      findings: mergeFindings(group.flatMap(({ findings }) => findings)),
    })),
  )
  return rules.toSorted((a, b) => order.indexOf(a.weight) - order.indexOf(b.weight))
}
