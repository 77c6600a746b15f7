import { listOf } from '../checks/index.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Finding } from '../model/finding.js'
import type { ExploreViolation } from '../model/violation.js'
import type { ExploreRuleId } from '../model/document-rules.js'
import { foldBodies } from './bodies.js'
import { foldFailures } from './failures.js'
import { foldSecurity, foldWrongRequests } from './requests.js'
import { bySize, groupsOf, operationOf } from './violations.js'

/** Findings of one rule, the one that most operations show first. */
export type FindingsByRule = ReadonlyMap<ExploreRuleId, readonly Finding[]>

const exchangesKept = 3
const longestSequence = 12

/** The evidence of a sequence is all of its steps; of single responses, those of several operations say most. */
const evidenceOf = (smallest: ExploreViolation, others: readonly ExploreViolation[]): readonly Exchange[] => {
  const own = smallest.steps.slice(-longestSequence).map(({ exchange }) => exchange)
  if (own.length !== 1) return own
  const single = others.filter(({ steps }) => steps.length === 1)
  const [, ...more] = [...groupsOf([smallest, ...single], operationOf).values()]
  return [...own, ...more.flatMap(([first]) => first?.steps[0]?.exchange ?? [])].slice(0, exchangesKept)
}

/** The sentence of the smallest violation, with the other parameters and members that the finding is about. */
const sentenceOf = (
  { message, pattern, about }: ExploreViolation,
  all: readonly ExploreViolation[],
): Pick<Finding, 'message' | 'pattern'> => {
  if (about === undefined) return { message, ...(pattern !== undefined && { pattern }) }
  const others = [...new Set(all.flatMap((one) => one.about ?? []))].filter((one) => one !== about)
  const more = others.length === 0 ? '' : `; and so with ${listOf(others.toSorted())}`
  return { message: `${message}${more}`, pattern: `${pattern ?? message}*` }
}

/** Violations of one rule and cause as one finding: the smallest evidence first, and all operations that show it. */
const findingOf = (violations: readonly ExploreViolation[]): Finding[] => {
  const sorted = bySize(violations)
  const [smallest] = sorted
  if (!smallest) return []
  const operations = new Set(violations.map(operationOf))
  const { pointer, expected } = smallest
  return [
    {
      ...sentenceOf(smallest, violations),
      ...(pointer !== undefined && { pointer }),
      occurrences: violations.length,
      evidence: evidenceOf(smallest, sorted),
      expected,
      operations: [...operations].toSorted(),
      ...(smallest.steps.length > 1 && { isSequence: true as const }),
    },
  ]
}

const weightOf = ({ operations = [], occurrences }: Finding): number =>
  operations.length * 1_000_000 + occurrences

const folds = [foldFailures, foldBodies, foldSecurity, foldWrongRequests]

/** Folds violations of one rule and one cause into one finding each. */
export function foldByCause(violations: readonly ExploreViolation[]): FindingsByRule {
  const folded = folds.reduce((all, fold) => fold(all), violations)
  const findings = [...groupsOf(folded, ({ rule }) => rule).values()].map((ofRule) => {
    const own = [...groupsOf(ofRule, ({ cause }) => cause).values()].flatMap(findingOf)
    return [ofRule[0]?.rule, own.toSorted((a, b) => weightOf(b) - weightOf(a))] as const
  })
  return new Map(findings.flatMap(([rule, own]) => (rule === undefined ? [] : [[rule, own]])))
}
