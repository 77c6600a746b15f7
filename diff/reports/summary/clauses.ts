import type { DiffReport, ReportedChange } from '../../model/report.js'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The ruling on a change in words, with the sentence of its clause. */
export function rulingText({ ruling, allowed }: ReportedChange, { clauses, policy }: DiffReport): string {
  const verdict =
    ruling.verdict === 'mint' ? 'Needs a version of its own' : 'May ship without a version of its own'
  const pass = allowed ? ` Let pass until ${allowed.expires}: ${allowed.reason}` : ''
  const clause = clauses.find(({ id }) => id === ruling.clause)
  if (clause?.says === undefined) {
    return `${verdict}. ${clause?.title ?? ruling.clause} (${policy}; ${ruling.clause}).${pass}`
  }
  return `${verdict}. ${capital(policy)}: \u201C${capital(clause.says)}.\u201D (${ruling.clause})${pass}`
}
