import type { Finding } from '../model/finding.js'
import type { ExploreViolation } from '../model/violation.js'
import type { ExploreRuleId } from '../model/document-rules.js'
import { findingOf } from './finding.js'
import { foldMembers } from './members.js'
import { foldSecurity } from './security.js'
import { foldServerErrors } from './server-errors.js'
import { foldUnvalidated } from './unvalidated.js'

/** Findings of one rule, the one that most operations show first. */
export type FindingsByRule = ReadonlyMap<ExploreRuleId, readonly Finding[]>

const weightOf = ({ operations = [], occurrences }: Finding): number =>
  operations.length * 1_000_000 + occurrences

const folds = [foldServerErrors, foldMembers, foldSecurity, foldUnvalidated]

/** Folds violations of one rule and one cause into one finding each. */
export function foldByCause(violations: readonly ExploreViolation[]): FindingsByRule {
  const byCause = new Map<string, ExploreViolation[]>()
  for (const violation of folds.reduce((all, fold) => fold(all), violations)) {
    const key = `${violation.rule}\n${violation.cause}`
    byCause.set(key, [...(byCause.get(key) ?? []), violation])
  }
  const findings = new Map<ExploreRuleId, Finding[]>()
  for (const same of byCause.values()) {
    const [first] = same
    if (!first) continue
    const known = findings.get(first.rule)
    const finding = findingOf(same)
    if (known) known.push(finding)
    else findings.set(first.rule, [finding])
  }
  for (const list of findings.values()) list.sort((a, b) => weightOf(b) - weightOf(a))
  return findings
}
