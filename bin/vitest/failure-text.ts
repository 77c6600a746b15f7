import type { RuleResult } from '../../conformance/index.js'

/** The broken rule, its section of the specification, and the first exchange that shows it. */
export function failureText({ section, statement, findings }: RuleResult): string {
  const lines = findings.map(({ message, pointer, occurrences, evidence: [shown] }) => {
    const location = pointer === undefined ? '' : ` at ${pointer}`
    const times = occurrences > 1 ? ` (${occurrences} times)` : ''
    const exchange = shown && `\n    ${shown.request.method} ${shown.request.url} -> ${shown.response.status}`
    return `  ${message}${location}${times}${exchange ?? ''}`
  })
  return [`${section}: ${statement}`, ...lines].join('\n')
}
