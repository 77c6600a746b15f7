import type { Exchange } from '../../exchange/exchange.js'
import type { Report } from '../../model/report.js'
import { exchangesShown } from '../../model/verdict.js'
import { counted } from '../../../reporting/index.js'

/** A shorter body would be useless. */
const leastKept = 1024

const lengthsOf = (report: Report): number[] =>
  exchangesShown(report).flatMap(({ request, response }) => [
    (request.body ?? '').length,
    response.body.length,
  ])

const total = (lengths: readonly number[], longest: number): number =>
  lengths.reduce((sum, length) => sum + Math.min(length, longest), 0)

/** The longest length of a body with which all fit, but at least a useful minimum. */
const longestFor = (lengths: readonly number[], room: number): number => {
  let longest = lengths.reduce((most, length) => Math.max(most, length), leastKept)
  while (longest > leastKept && total(lengths, longest) > room) longest = Math.max(leastKept, longest / 2)
  return Math.floor(longest)
}

/** Cuts bodies to a length, and to nothing once there is no room. */
const cutterOf = (longest: number, room: number): ((exchange: Exchange) => Exchange) => {
  let left = room
  const cut = (body: string): string => {
    const kept = Math.min(body.length, longest, left)
    left -= kept
    const rest = body.length - kept
    return rest === 0 ? body : `${body.slice(0, kept)}… (${counted(rest, 'more character')})`
  }
  return ({ request, response, ...rest }) => ({
    ...rest,
    request: { ...request, ...(request.body !== undefined && { body: cut(request.body) }) },
    response: { ...response, body: cut(response.body) },
  })
}

/** Keeps the first exchanges of passed rules that fit into the room left by findings. */
const withEvidence = (report: Report, characters: number): Report => {
  if (!report.evidence) return report
  let left = characters
  const evidence = report.evidence.filter(
    ({ request, response }) => (left -= (request.body ?? '').length + response.body.length) >= 0,
  )
  return evidence.length === report.evidence.length ? report : { ...report, evidence }
}

/**
 * The report with a limit on the characters of all bodies, so that files made from it are bounded. All bodies are
 * truncated to the same length; if that would leave too little of each, those of the first findings are kept.
 * Truncation is marked.
 */
export function withinBudget(report: Report, characters: number): Report {
  const lengths = lengthsOf(report)
  const used = total(lengths, Infinity)
  if (used <= characters) return withEvidence(report, characters - used)
  const cut = cutterOf(longestFor(lengths, characters), characters)
  const results = report.results.map((result) => ({
    ...result,
    ...(result.cause && { cause: cut(result.cause) }),
    findings: result.findings.map((finding) => ({ ...finding, evidence: finding.evidence.map(cut) })),
  }))
  return withEvidence({ ...report, results }, 0)
}
