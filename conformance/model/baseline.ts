import { wildcard } from '../../document/patterns/source.js'
import type { Finding } from './finding.js'
import type { Report, RuleResult, Warning, Comparison } from './report.js'
import { isJudged, resultName, isViolation } from './verdict.js'
import { isOfDocuments } from './document-rules.js'

/** A known finding, tolerated until a date. `baseline.schema.json` describes the file. */
interface KnownFinding {
  readonly rule: string
  /** A version, or `*` for rules about the service as a whole; every version when it is absent. */
  readonly version?: string
  /** The finding's message, with `*` for any text; every finding of the rule when it is absent. */
  readonly message?: string
  readonly reason: string
  /** The last day on which it is tolerated, as YYYY-MM-DD in UTC. */
  readonly expires: string
}

export interface Baseline {
  readonly baselineVersion: 1
  readonly findings: readonly KnownFinding[]
}

const knows = (known: KnownFinding, { id, version }: RuleResult, { message }: Finding): boolean =>
  known.rule === id &&
  (known.version === undefined || known.version === version) &&
  (known.message === undefined || wildcard(known.message).test(message))

const name = ({ rule, version }: KnownFinding): string =>
  `${rule}${version === undefined ? '' : ` ${version === '*' ? 'service' : version}`}`

const isAbout = (known: KnownFinding, result: RuleResult): boolean =>
  known.rule === result.id && (known.version ?? result.version) === result.version && isJudged(result)

/**
 * Marks known findings with their reason. A failed rule with known findings alone becomes a warning. Expired
 * entries match nothing; they, and entries that match nothing although their rule was judged, are reported as
 * warnings.
 * @param today as YYYY-MM-DD
 */
export function applyBaseline(report: Report, { findings: entries }: Baseline, today: string): Report {
  const valid = entries.filter(({ expires }) => expires >= today)
  const used = new Set<KnownFinding>()
  const mark = (result: RuleResult, finding: Finding): Finding => {
    const { known: _former, ...rest } = finding
    const entry = valid.find((one) => knows(one, result, finding))
    if (!entry) return rest
    used.add(entry)
    return { ...rest, known: { reason: entry.reason, expires: entry.expires } }
  }
  const results = report.results.map((result): RuleResult => {
    const findings = result.findings.map((finding) => mark(result, finding))
    const isKnown = result.state === 'failed' && findings.every(({ known }) => known !== undefined)
    return isKnown ? { ...result, findings, severity: 'warning', baselined: true } : { ...result, findings }
  })
  const idle = valid.filter((one) => !used.has(one) && report.results.some((result) => isAbout(one, result)))
  const warn = (code: Warning['code'], one: KnownFinding, says: string): Warning => ({
    code,
    message: `the baseline's entry for ${name(one)} ${says}`,
  })
  const expired = entries.filter((one) => !valid.includes(one))
  const warnings = [
    ...(report.warnings ?? []),
    ...expired.map((one) => warn('baseline-expired', one, `expired on ${one.expires}`)),
    ...idle.map((one) => warn('baseline-unmatched', one, 'matches no finding; remove it')),
  ]
  return { ...report, results, warnings }
}

/** A baseline of all findings of a report that break the contract. The reasons are still to be filled in. */
export function baselineOf({ results, unversioned }: Report, reason: string, expires: string): Baseline {
  const failed = results.filter(
    ({ state, severity, baselined }) => state === 'failed' && (severity === 'error' || baselined === true),
  )
  const findings = failed.flatMap(({ id, version, findings: own }) =>
    own.map(({ message, pattern = message, known }): KnownFinding => ({
      rule: id,
      // The name of an undated document is not a version.
      ...(unversioned !== true && { version }),
      message: pattern,
      ...(known ?? { reason, expires }),
    })),
  )
  return { baselineVersion: 1, findings }
}

/** The command of a report; merged shards have `test`, like each of them. */
export function commandOf({ subject, command }: Pick<Report, 'subject' | 'command'>): string {
  return command ?? (subject === 'receiver' ? 'webhook drill' : 'test')
}

/** Coverage reports these results, which depend on response times, so they are not compared. */
const dependsOnTime = ({ id, state, lacks }: RuleResult): boolean =>
  isOfDocuments({ id }) && (lacks === 'time' || state === 'not-applicable')

/** A warning for each rule that an earlier run judged and this one did not, unless the user left it out. */
export function noLongerJudged(report: Report, earlier: Report): Warning[] {
  const judgedThen = new Map(
    earlier.results.filter(isJudged).map(({ id, version, state }) => [`${id} ${version}`, state]),
  )
  return report.results.flatMap((result) => {
    const { id, version, state, reason = state } = result
    const then = judgedThen.get(`${id} ${version}`)
    if (then === undefined || isJudged(result) || state === 'not-promised' || dependsOnTime(result)) return []
    const name = version === '*' ? id : `${id} ${version}`
    const message = `${name} was judged by the run of ${earlier.startedAt} (${then}), and not by this one: ${reason}`
    return [{ code: 'no-longer-judged' as const, message }]
  })
}

/**
 * Compares the failures with those of an earlier run. Undefined where the reports are of different commands, services
 * or receivers.
 * @param isPart whether the user left rules, versions or operations out of this run: results that it lacks are open
 */
export function comparisonOf(report: Report, earlier: Report, isPart = false): Comparison | undefined {
  const isSame = commandOf(report) === commandOf(earlier) && report.target.baseUrl === earlier.target.baseUrl
  if (!isSame) return undefined
  const failing = (one: Report): Set<string> =>
    new Set(one.results.filter(isViolation).map((result) => resultName(result, one)))
  const [then, now] = [failing(earlier), failing(report)]
  const passing = report.results.filter(({ state }) => state === 'passed')
  const judged = new Map(report.results.map((result) => [resultName(result, report), isJudged(result)]))
  const open = [...then, ...(earlier.comparison?.unjudged ?? [])].filter(
    (name) => judged.get(name) === false || (isPart && !judged.has(name)),
  )
  return {
    startedAt: earlier.startedAt,
    new: [...now].filter((name) => !then.has(name)),
    fixed: passing.map((result) => resultName(result, report)).filter((name) => then.has(name)),
    stays: [...now].filter((name) => then.has(name)),
    ...(open.length > 0 && { unjudged: open }),
  }
}
