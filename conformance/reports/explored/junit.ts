import { type JunitCase, type JunitOutcome, shortened } from '../../../reporting/index.js'
import type { Finding } from '../../model/finding.js'
import type { RuleResult } from '../../model/report.js'
import { curlLine } from '../evidence/curl.js'
import { requestLine } from '../summary/request-line.js'
import { locationText } from '../summary/shown-findings.js'

const longestCommand = 4_000

const line = (name: string, text: string | undefined): string[] =>
  text === undefined ? [] : [`  ${name}: ${text}`]

/** Where logs are all that there is to look at, a finding has what mends it. */
const findingText = (finding: Finding): string => {
  const { message, expected, occurrences, evidence, isSequence } = finding
  const steps = isSequence === true ? evidence : evidence.slice(0, 1)
  const last = steps.at(-1)
  return [
    `- ${message}${occurrences > 1 ? ` (${occurrences} times)` : ''}`,
    ...steps.flatMap((step) => line('came', requestLine(step))),
    ...line('expected', expected),
    ...line('promised', locationText(finding)),
    ...line('again', last && shortened(curlLine(last), longestCommand)),
  ].join('\n')
}

const outcomeOf = (result: RuleResult, findings: readonly Finding[]): JunitOutcome | undefined => {
  const [first] = findings
  if (!first) return undefined
  const text = [`${result.section}: ${result.statement}`, ...findings.map(findingText)].join('\n')
  return result.state === 'failed' && result.severity === 'error'
    ? { kind: 'failure', message: first.message, text }
    : { kind: 'output', text: `warning: ${text}` }
}

const isOf =
  (operation: string | undefined) =>
  ({ operations = [] }: Finding): boolean =>
    operation === undefined ? operations.length === 0 : operations.includes(operation)

const caseOf = (result: RuleResult, operation: string | undefined): JunitCase => {
  const outcome = outcomeOf(result, result.findings.filter(isOf(operation)))
  return { className: result.id, name: operation ?? result.id, ...(outcome && { outcome }) }
}

/**
 * The cases of one rule, one for each operation that it was judged by: their names are the same in every run, so that
 * a CI system sees which one broke, and which one was mended. Undefined for a rule that no operation is known of.
 */
export function casesByOperation(result: RuleResult): JunitCase[] | undefined {
  const { findings, operations = [] } = result
  const all = new Set([...operations, ...findings.flatMap((finding) => finding.operations ?? [])])
  if (all.size === 0) return undefined
  const rest = findings.some(isOf(undefined)) ? [undefined] : []
  return [...all, ...rest].map((operation) => caseOf(result, operation))
}
