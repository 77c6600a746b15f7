import { isOfDocuments } from './document-rules.js'
import type { Comparison, Report, RuleResult, Warning } from './report.js'
import { resultName, isJudged, isViolation } from './verdict.js'

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
