import {
  isBroken,
  isOfDocuments,
  nothingJudged,
  type Report,
  verdictOf,
  verdictSentence,
} from '../../conformance/index.js'
import { RampartError } from '../../diagnostics/index.js'
import { counted } from '../../reporting/index.js'
import { InterruptedRun } from '../process/until-aborted.js'

const broken = ({ results }: Report, reportName: string): RampartError => {
  const failed = results.filter(({ state, severity }) => state === 'failed' && severity === 'error')
  const rules = new Set(failed.map(({ id }) => id))
  return new RampartError('CONTRACT_BROKEN', {
    message: `broken rules: ${[...rules].join(', ')}`,
    fix: `Open ${reportName}/report.html, or read report.json: each finding names the rule, the location and the exchange that shows it.`,
  })
}

/** Conditions, besides broken rules, that make a run fail. */
export interface Strictness {
  /** Warnings of the report count as failures. */
  readonly strict?: boolean
  /** Skipped rules count as failures. */
  readonly requireAll?: boolean
}

/** Of a service that was explored, rules that break no promise of the document are shown as warnings. */
const warnedBy = ({ results, coverage }: Report): readonly string[] => {
  const warned = results.filter(({ state, severity }) => state === 'failed' && severity === 'warning')
  return coverage === undefined ? [] : [...new Set(warned.map(({ id }) => id))]
}

const requireNoWarnings = (report: Report): void => {
  const texts = [...warnedBy(report), ...(report.warnings ?? []).map(({ message }) => message)]
  if (texts.length === 0) return
  throw new RampartError('WARNINGS_STRICT', {
    message: `${counted(texts.length, 'warning')}: ${texts.join('; ')}`,
  })
}

const requireNoSkips = (report: Report): void => {
  // The number of cases depends on the time of the run.
  const isMissed = ({ id, state, lacks }: Report['results'][number]): boolean =>
    state === 'skipped' && !(lacks === 'time' && isOfDocuments({ id }))
  if (!report.results.some(isMissed)) return
  throw new RampartError('RULES_SKIPPED', { message: verdictSentence(report) })
}

/**
 * Ends the command according to a report.
 * @param reportName the report's folder as the user spelled it
 * @throws RampartError CONTRACT_BROKEN, RUN_INCOMPLETE, NOTHING_JUDGED, RULES_SKIPPED or WARNINGS_STRICT;
 * InterruptedRun.
 */
export function conclude(report: Report, reportName: string, { strict, requireAll }: Strictness = {}): void {
  if (report.interrupted === true) {
    throw new InterruptedRun(`Interrupted; the reports in ${reportName} hold what was judged by then.`)
  }
  if (isBroken(report)) throw broken(report, reportName)
  if (verdictOf(report).incomplete) {
    throw new RampartError('RUN_INCOMPLETE', { message: verdictSentence(report) })
  }
  const unjudged = nothingJudged(report)
  if (unjudged !== undefined) throw new RampartError('NOTHING_JUDGED', { message: unjudged })
  if (requireAll === true) requireNoSkips(report)
  if (strict === true) requireNoWarnings(report)
}
