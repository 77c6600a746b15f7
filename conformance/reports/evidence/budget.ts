import type { Exchange } from '../../exchange/exchange.js'
import type { Report, RuleResult } from '../../model/report.js'
import { counted } from '../../../reporting/index.js'

const leftOut = '… (left out: the report has no room for more)'
const leastKept = 1024

const bodiesOf = ({ results }: Report): string[] =>
  results
    .flatMap(({ findings, cause }) => [
      ...(cause ? [cause] : []),
      ...findings.flatMap(({ evidence }) => evidence),
    ])
    .flatMap(({ request, response }) => [request.body ?? '', response.body])

const total = (lengths: readonly number[], longest: number): number =>
  lengths.reduce((sum, length) => sum + Math.min(length, longest), 0)

/** The longest length of a body with which all fit, but at least a useful minimum. */
const longestFor = (lengths: readonly number[], room: number): number => {
  let longest = lengths.reduce((most, length) => Math.max(most, length), leastKept)
  while (longest > leastKept && total(lengths, longest) > room) longest = Math.max(leastKept, longest / 2)
  return Math.floor(longest)
}

class Room {
  readonly #longest: number
  #left: number

  constructor(characters: number, longest: number) {
    this.#left = characters
    this.#longest = longest
  }

  take(body: string): string {
    const kept = Math.min(body.length, this.#longest)
    if (kept > this.#left) return leftOut
    this.#left -= kept
    return kept === body.length
      ? body
      : `${body.slice(0, kept)}… (${counted(body.length - kept, 'more character')})`
  }
}

const shrinkExchange = ({ request, response, ...rest }: Exchange, room: Room): Exchange => ({
  ...rest,
  request: { ...request, ...(request.body === undefined ? {} : { body: room.take(request.body) }) },
  response: { ...response, body: room.take(response.body) },
})

/** Shrinks only the evidence of one rank. */
const shrinkResult = (result: RuleResult, rank: number, room: Room): RuleResult => ({
  ...result,
  ...(rank === 0 && result.cause && { cause: shrinkExchange(result.cause, room) }),
  findings: result.findings.map((finding) => ({
    ...finding,
    evidence: finding.evidence.map((exchange, index) =>
      index === rank ? shrinkExchange(exchange, room) : exchange,
    ),
  })),
})

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
 * truncated to the same length first; if that would leave too little of each, the first evidence of every finding
 * precedes further evidence. Truncation and omission are marked.
 */
export function withinBudget(report: Report, characters: number): Report {
  const lengths = bodiesOf(report).map(({ length }) => length)
  const used = total(lengths, Infinity)
  if (used <= characters) return withEvidence(report, characters - used)
  const room = new Room(characters, longestFor(lengths, characters))
  const ranks = report.results
    .flatMap(({ findings }) => findings.map(({ evidence }) => evidence.length))
    .reduce((most, length) => Math.max(most, length), 1)
  let { results } = report
  for (let rank = 0; rank < ranks; rank++) results = results.map((result) => shrinkResult(result, rank, room))
  return withEvidence({ ...report, results }, 0)
}
