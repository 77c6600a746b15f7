import { catalogue, type Rule } from '../catalogue/index.js'
import { foldFindings, type Violation } from '../model/finding.js'
import type { RuleResult } from '../model/report.js'
import type { Observation } from './observer-bench.js'

/** What the observers saw while one rule ran: plain data, small enough to travel between threads. */
export interface ObservedRule {
  readonly rule: string
  readonly version: string
  readonly judged: number
  readonly violations: readonly Violation[]
}

/** Everything that one step of a run yields. */
export interface Judged {
  readonly result: RuleResult
  readonly observed: readonly ObservedRule[]
}

/** Sums observations up by rule and version. */
export function sumObservations(observations: readonly Observation[]): ObservedRule[] {
  const sums = new Map<string, { rule: string; version: string; judged: number; violations: Violation[] }>()
  for (const { rule, version, violations } of observations) {
    const key = `${rule} ${version}`
    const sum = sums.get(key) ?? { rule, version, judged: 0, violations: [] }
    sum.judged++
    sum.violations.push(...violations)
    sums.set(key, sum)
  }
  return [...sums.values()]
}

const observerResult = (rule: Rule, version: string, observed: readonly ObservedRule[]): RuleResult => {
  const own = observed.filter((one) => one.rule === rule.id && one.version === version)
  const judged = own.reduce((sum, one) => sum + one.judged, 0)
  const findings = foldFindings(own.flatMap(({ violations }) => violations))
  const { id, section, statement, severity } = rule
  const base = { id, section, statement, version, severity, requests: judged, findings }
  if (judged === 0) return { ...base, state: 'not-applicable', reason: 'no answer of this run was about it' }
  return { ...base, state: findings.length === 0 ? 'passed' : 'failed' }
}

/** One result for each observer rule and version, from what was seen in the whole run. */
export function observerResults(
  wanted: readonly { readonly rule: Rule; readonly version: string }[],
  observed: readonly ObservedRule[],
): RuleResult[] {
  const planned = wanted.filter(({ rule }) => rule.kind === 'observer')
  const unplanned = observed
    .filter(({ version }) => version === '*')
    .flatMap(({ rule: id, version }) => {
      const rule = catalogue.find((candidate) => candidate.id === id)
      return rule ? [{ rule, version }] : []
    })
  const all = new Map([...planned, ...unplanned].map((one) => [`${one.rule.id} ${one.version}`, one]))
  return [...all.values()].map(({ rule, version }) => observerResult(rule, version, observed))
}
