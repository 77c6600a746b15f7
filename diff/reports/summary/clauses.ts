import { capital } from '../../../document/index.js'
import type { DiffReport, ReportedChange } from '../../model/report.js'

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
