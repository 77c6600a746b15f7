import { isBroken, nothingJudged, type Report } from '../../conformance/index.js'
import { RampartError } from '../../diagnostics/index.js'

const broken = ({ results }: Report, reportName: string): RampartError => {
  const failed = results.filter(({ state, severity }) => state === 'failed' && severity === 'error')
  const rules = new Set(failed.map(({ id }) => id))
  return new RampartError('CONTRACT_BROKEN', {
    message: `broken rules: ${[...rules].join(', ')}`,
    fix: `Open ${reportName}/report.html, or read report.json: each finding names the rule, the place and the exchange that shows it.`,
  })
}

/**
 * Turns a report into the ending of the command.
 * @param reportName the report's folder as the user spelled it
 * @param isStrict true when warnings of the report count as failures
 * @throws RampartError NOTHING_JUDGED, CONTRACT_BROKEN or WARNINGS_STRICT.
 */
export function conclude(report: Report, reportName: string, isStrict: boolean): void {
  const unjudged = nothingJudged(report)
  if (unjudged !== undefined) throw new RampartError('NOTHING_JUDGED', { message: unjudged })
  if (isBroken(report)) throw broken(report, reportName)
  const warnings = report.warnings ?? []
  if (isStrict && warnings.length > 0) {
    throw new RampartError('WARNINGS_STRICT', {
      message: `${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}: ${warnings.map(({ message }) => message).join('; ')}`,
    })
  }
}
