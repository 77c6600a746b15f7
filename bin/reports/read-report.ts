import { stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import {
  commandOf,
  type Report,
  comparisonOf,
  noLongerJudged,
  baselineOf,
  type Baseline,
} from '../../conformance/index.js'
import { RampartError, didYouMean, type InputProblem } from '../../diagnostics/index.js'
import { type InputKind, readInput } from '../input/read-input.js'
import { counted, wordFor } from '../../reporting/index.js'
import type { CommandContext } from '../process/context.js'
import { writeAccepted } from '../output/print.js'
import { listOf, member, textOf } from '../../document/index.js'

const report: InputKind = { code: 'REPORT_UNUSABLE', schema: 'conformance/reports/report.schema.json' }

/** A report with the file that it was read from. */
interface ReadReport {
  readonly report: Report
  /** Its path, relative to the folder of the command if it is below that. */
  readonly file: string
}

/** Reads a report.json, or that of a folder. */
export async function readReport(cwd: string, path: string): Promise<ReadReport> {
  const entry = await stat(resolve(cwd, path)).catch(() => undefined)
  const name = entry?.isDirectory() ? join(path, 'report.json') : path
  const below = relative(cwd, resolve(cwd, name))
  const file = isAbsolute(name) && !below.startsWith('..') ? below : name
  return { report: await readInput(cwd, file, report), file }
}

/** A report in words: `rampart-report/report.json (rampart test of https://api.example.com/api, 2026-08-01T12:00:00.000Z)`. */
export function reportWords({ report: { target, startedAt, ...rest }, file }: ReadReport): string {
  return `${file} (rampart ${commandOf(rest)} of ${target.baseUrl}, ${startedAt})`
}

/** Reads a report that a command continues, which has to be one of its own. */
export async function readReportOf(command: string, cwd: string, path: string): Promise<ReadReport> {
  const read = await readReport(cwd, path)
  const other = commandOf(read.report)
  if (other === command) return read
  throw new RampartError('REPORT_UNUSABLE', {
    message: `${read.file} is a report of "rampart ${other}", but one of "rampart ${command}" is needed`,
    fix: `Name the folder or the report.json that "rampart ${command}" wrote.`,
  })
}

/** Options that choose the report that a run is compared with. */
interface ComparisonOptions {
  readonly compare?: string
  readonly reportDir: string
  readonly shard?: string
}

/** The report that a run is compared with. */
export interface EarlierReport extends ReadReport {
  /** True if the user named it; otherwise it is the last one in the folder of reports. */
  readonly isNamed: boolean
}

/**
 * The report to compare a run of a command with: the named one, else the last in the folder of reports if it can be
 * read. Parts of a run are not compared, because each judges only some rules.
 */
export async function earlierReport(
  command: string,
  { compare, reportDir, shard }: ComparisonOptions,
  { cwd }: CommandContext,
): Promise<EarlierReport | undefined> {
  if (compare !== undefined) return { ...(await readReportOf(command, cwd, compare)), isNamed: true }
  if (shard !== undefined) return undefined
  // A missing or unreadable report there is no reason to refuse a run.
  const last = await readReport(cwd, reportDir).catch(() => undefined)
  return last && { ...last, isNamed: false }
}

/** Why a report is not compared with another one; not said of another service in one folder, which is normal. */
const incomparable = (report: Report, { report: earlier, isNamed }: EarlierReport): string | undefined => {
  if (commandOf(report) !== commandOf(earlier)) return 'of another command'
  return isNamed ? 'of another base URL' : undefined
}

/**
 * A report compared with an earlier one: which failures are new, fixed or stay, and a warning for each rule that only
 * the earlier one judged. @param isPart whether the user left rules, versions or operations out of the run
 */
export function compared(
  report: Report,
  earlier: EarlierReport | undefined,
  { stderr }: CommandContext,
  isPart = false,
): Report {
  if (!earlier) return report
  const words = reportWords(earlier)
  const comparison = comparisonOf(report, earlier.report, isPart)
  if (!comparison) {
    const why = incomparable(report, earlier)
    if (why !== undefined) stderr(`Not compared with ${words}: it is ${why}.\n`)
    return report
  }
  const { new: fresh, fixed, stays } = comparison
  const counts = `${counted(fresh.length, 'new failure')}, ${fixed.length} fixed, ${stays.length} as before`
  stderr(`Compared with ${words}: ${counts}.\n`)
  const open = comparison.unjudged?.length ?? 0
  const left = counted(open, 'earlier failure was', 'earlier failures were')
  if (open > 0)
    stderr(`${left} not judged again; --only-failed still finds ${wordFor(open, 'it', 'them')}.\n`)
  const replaced = `This run judged a part, and its report replaces ${earlier.file}`
  if (isPart && !earlier.isNamed) stderr(`${replaced}; another --report-dir keeps both.\n`)
  const warnings = [...(report.warnings ?? []), ...noLongerJudged(report, earlier.report)]
  return { ...report, comparison, warnings }
}

/** Writes the findings of a report as a baseline that accepts them for a month. */
export function writeBaseline(report: Report, path: string, context: CommandContext): Promise<void> {
  return writeAccepted('Baseline', path, context, (reason, expires) => {
    const list = baselineOf(report, reason, expires)
    return { list, count: counted(list.findings.length, 'finding') }
  })
}

/** Entries of unknown rules, which would accept no finding. */
const unknownRules = (value: unknown, ids: readonly string[]): readonly InputProblem[] =>
  listOf(member(value, 'findings')).flatMap((entry, index) => {
    const rule = textOf(member(entry, 'rule')) ?? ''
    if (rule === '' || ids.includes(rule)) return []
    const message = `there is no rule "${rule}"${didYouMean(rule, ids)}`
    const fix = '"npx rampart rules" lists the rules; remove the entry if its rule is gone.'
    return [{ pointer: `/findings/${index}/rule`, message, fix }]
  })

/** Reads a baseline file about rules of these ids. */
export function readBaseline(cwd: string, path: string, ids: readonly string[]): Promise<Baseline> {
  const kind: InputKind = {
    code: 'BASELINE_INVALID',
    schema: 'conformance/reports/baseline.schema.json',
    more: (value) => unknownRules(value, ids),
  }
  return readInput(cwd, path, kind)
}
