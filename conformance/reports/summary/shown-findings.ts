import type { Finding } from '../../model/finding.js'
import type { Report } from '../../model/report.js'
import { type BrokenRule, brokenRules } from './broken-rules.js'

/** A finding with the rule that is broken. */
export interface ShownFinding {
  readonly rule: Omit<BrokenRule, 'findings'>
  readonly finding: Finding
}

/** How many operations show a finding. */
export function breadthOf({ operations = [] }: Finding): number {
  return Math.max(1, operations.length)
}

/** The findings of a report by rule, errors first; of one rule those that most operations show. */
export function shownFindings(report: Report): ShownFinding[] {
  return brokenRules(report).flatMap(({ findings, ...rule }) =>
    findings.toSorted((a, b) => breadthOf(b) - breadthOf(a)).map((finding) => ({ rule, finding })),
  )
}

const operationsNamed = 3

/** The operations of a finding in words: `GET /pets, POST /pets, and 3 more`. */
export function operationsText({ operations = [] }: Finding, named = operationsNamed): string | undefined {
  if (operations.length === 0) return undefined
  const more = operations.length - named
  return [...operations.slice(0, named), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

/** Where the promise stands: `openapi.yaml:12 #/components/schemas/Pet`. */
export function locationText({ location, pointer }: Finding): string | undefined {
  const line = location?.line === undefined ? '' : `:${location.line}`
  const texts = [
    ...(location ? [`${location.file}${line}`] : []),
    ...(pointer === undefined ? [] : [pointer]),
  ]
  return texts.length === 0 ? undefined : texts.join(' ')
}
