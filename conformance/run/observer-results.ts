import { factsOf, type Rule } from '../model/rule.js'
import { type Finding, mergeFindings } from '../model/finding.js'
import type { RuleResult } from '../model/report.js'
import { requestCount } from '../model/requests.js'
import type { ObservedRule } from '../model/step-result.js'
import type { Rules } from './schedule.js'

/** A stable order, because concurrent rules finish in any order. */
const byText = (a: Finding, b: Finding): number => {
  const [one, other] = [a, b].map(({ message, pointer = '' }) => `${message}\n${pointer}`)
  if (one === undefined || other === undefined || one === other) return 0
  return one < other ? -1 : 1
}

/** The reason why nothing of a version could be observed, if the service or the network is to blame. */
export type Unseen = (version: string) => string | undefined

const observerResult = (
  rule: Rule,
  version: string,
  observed: readonly ObservedRule[],
  unseen: Unseen,
): RuleResult => {
  const own = observed.filter((one) => one.rule === rule.id && one.version === version)
  const judged = own.reduce((sum, one) => sum + one.judged, 0)
  const findings = mergeFindings(own.flatMap((one) => one.findings)).toSorted(byText)
  const exchanges = own.flatMap((one) => one.exchanges ?? [])
  const named = exchanges.length > 0 && { exchanges }
  const base = {
    ...factsOf(rule),
    version,
    requests: requestCount(judged),
    findings,
    ...named,
  }
  if (judged === 0) {
    const reason = unseen(version)
    if (reason !== undefined) return { ...base, state: 'inconclusive', reason }
    return { ...base, state: 'not-applicable', reason: 'no answer of this run was about it' }
  }
  return { ...base, state: findings.length === 0 ? 'passed' : 'failed' }
}

/** One result for each observer rule and version, from the observations of the whole run. */
export function observerResults(
  { rules }: Rules,
  wanted: readonly { readonly rule: Rule; readonly version: string }[],
  observed: readonly ObservedRule[],
  unseen: Unseen = () => undefined,
): RuleResult[] {
  const planned = wanted.filter(({ rule }) => rule.kind === 'observer')
  const unplanned = observed
    .filter(({ version }) => version === '*')
    .flatMap(({ rule: id, version }) => {
      const rule = rules.find((candidate) => candidate.id === id)
      return rule ? [{ rule, version }] : []
    })
  const all = new Map([...planned, ...unplanned].map((one) => [`${one.rule.id} ${one.version}`, one]))
  return [...all.values()].map(({ rule, version }) => observerResult(rule, version, observed, unseen))
}
