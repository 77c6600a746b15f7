import { isOfDocuments } from './document-rules.js'
import type { Comparison, Report, RuleResult, Warning } from './report.js'
import { resultName } from './result-name.js'
import { isJudged, isViolation } from './verdict.js'

/** The command that a report was made by. Parts of a run that were put together are of `test`, as each of them is. */
export function commandOf({ subject, command }: Pick<Report, 'subject' | 'command'>): string {
  return command ?? (subject === 'receiver' ? 'webhook drill' : 'test')
}

/** What cases of a document reach hangs on how fast they are answered, and that is said by their coverage. */
const hangsOnTime = ({ id, state, lacks }: RuleResult): boolean =>
  isOfDocuments({ id }) && (lacks === 'time' || state === 'not-applicable')

/**
 * A warning for each rule that an earlier run judged and this one, which was to judge it too, did not. What the user
 * left out of this run is not missed.
 */
export function noLongerJudged(report: Report, earlier: Report): Warning[] {
  const judgedThen = new Map(
    earlier.results.filter(isJudged).map(({ id, version, state }) => [`${id} ${version}`, state]),
  )
  return report.results.flatMap((result) => {
    const { id, version, state, reason = state } = result
    const then = judgedThen.get(`${id} ${version}`)
    if (then === undefined || isJudged(result) || state === 'not-promised' || hangsOnTime(result)) return []
    const name = version === '*' ? id : `${id} ${version}`
    const message = `${name} was judged by the run of ${earlier.startedAt} (${then}), and not by this one: ${reason}`
    return [{ code: 'no-longer-judged' as const, message }]
  })
}

/**
 * What became of the failures of an earlier run, and which there are besides. Undefined where the reports are of
 * different commands, services or receivers: then neither says anything of the other.
 */
export function comparisonOf(report: Report, earlier: Report): Comparison | undefined {
  const isSame = commandOf(report) === commandOf(earlier) && report.target.baseUrl === earlier.target.baseUrl
  if (!isSame) return undefined
  const failing = (one: Report): Set<string> =>
    new Set(one.results.filter(isViolation).map((result) => resultName(result, one)))
  const [then, now] = [failing(earlier), failing(report)]
  const passing = report.results.filter(({ state }) => state === 'passed')
  return {
    startedAt: earlier.startedAt,
    new: [...now].filter((name) => !then.has(name)),
    mended: passing.map((result) => resultName(result, report)).filter((name) => then.has(name)),
    stays: [...now].filter((name) => then.has(name)),
  }
}
