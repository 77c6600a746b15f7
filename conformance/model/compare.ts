import type { Report, Warning } from './report.js'
import { isJudged } from './verdict.js'

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
    if (then === undefined || isJudged(result) || state === 'not-promised') return []
    const name = version === '*' ? id : `${id} ${version}`
    const message = `${name} was judged by the run of ${earlier.startedAt} (${then}), and not by this one: ${reason}`
    return [{ code: 'no-longer-judged' as const, message }]
  })
}
