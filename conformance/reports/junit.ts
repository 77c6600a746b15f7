import { type JunitCase, type JunitOutcome, junitXml, shortened } from '../../reporting/index.js'
import type { Finding } from '../model/finding.js'
import type { Report, RuleResult } from '../model/report.js'
import { areaOf } from '../model/rule.js'
import { summaryName } from '../model/verdict.js'
import { factsOf, stateLabel } from './summary/findings.js'

const longestFact = 4_000

/** A finding with everything needed to fix it, because CI logs show nothing else. */
const findingText = (finding: Finding, section: string, created: Report['created']): string =>
  [
    `- ${finding.message}`,
    ...factsOf(finding, section, created).map(([name, text]) => `  ${name}: ${shortened(text, longestFact)}`),
  ].join('\n')

const outcomeOf = (
  result: RuleResult,
  findings: readonly Finding[],
  { created }: Report,
): JunitOutcome | undefined => {
  const { state, severity, reason = '', section, statement, fix } = result
  const label = stateLabel(result)
  if (state === 'inconclusive') return { kind: 'error', message: `${label}: ${reason}` }
  if (state !== 'failed' && state !== 'flaky') {
    return state === 'passed' ? undefined : { kind: 'skipped', message: `${label}: ${reason}` }
  }
  const [first] = findings
  if (!first) return undefined
  const text = [
    `${section}: ${statement}`,
    ...(fix === undefined ? [] : [`To fix it: ${fix}`]),
    ...findings.map((finding) => findingText(finding, section, created)),
  ].join('\n')
  if (state === 'failed' && severity === 'error') return { kind: 'failure', message: first.message, text }
  return { kind: 'output', text: `${label}: ${text}` }
}

const isOf =
  (operation: string | undefined) =>
  ({ operations = [] }: Finding): boolean =>
    operation === undefined ? operations.length === 0 : operations.includes(operation)

/** The cases of one rule, by operation if known. CI systems track their names, which are equal in every run. */
const casesOf = (result: RuleResult, report: Report): readonly JunitCase[] => {
  const { id, findings, operations = [] } = result
  const all = new Set([...operations, ...findings.flatMap((finding) => finding.operations ?? [])])
  const caseOf = (className: string, name: string, own: readonly Finding[]): JunitCase => {
    const outcome = outcomeOf(result, own, report)
    return { className, name, ...(outcome && { outcome }) }
  }
  if (all.size === 0) return [caseOf(areaOf(result), id, findings)]
  const rest = findings.filter(isOf(undefined))
  return [
    ...[...all].map((operation) => caseOf(id, operation, findings.filter(isOf(operation)))),
    ...(rest.length > 0 ? [caseOf(id, id, rest)] : []),
  ]
}

/**
 * The report as JUnit XML: one suite for each version or document, one case for each rule, or for each operation that
 * it was judged by. A rule that could not be judged is an error; warnings and flakes do not fail it.
 */
export function renderJunit(report: Report): string {
  return junitXml(
    report.versions.map((summary) => ({
      name: summaryName(summary, report),
      durationMs: summary.durationMs,
      cases: report.results
        .filter(({ version }) => version === summary.version)
        .flatMap((result) => casesOf(result, report)),
    })),
  )
}
