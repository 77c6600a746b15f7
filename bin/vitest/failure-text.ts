import type { RuleResult } from '../../conformance/index.js'

/** What broke, where the specification says it, and the first exchange that shows it. */
export function failureText({ section, statement, findings }: RuleResult): string {
  const lines = findings.map(({ message, pointer, occurrences, evidence: [shown] }) => {
    const place = pointer === undefined ? '' : ` at ${pointer}`
    const times = occurrences > 1 ? ` (${occurrences} times)` : ''
    const exchange = shown && `\n    ${shown.request.method} ${shown.request.url} -> ${shown.response.status}`
    return `  ${message}${place}${times}${exchange ?? ''}`
  })
  return [`${section}: ${statement}`, ...lines].join('\n')
}
