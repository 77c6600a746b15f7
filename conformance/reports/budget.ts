import type { Exchange } from '../model/exchange.js'
import type { Finding } from '../model/finding.js'
import type { Report, RuleResult } from '../model/report.js'

const leftOut = '… (left out: the report has no room for more)'

/** Gives each body room as long as there is some. */
class Room {
  #left: number

  constructor(characters: number) {
    this.#left = characters
  }

  take(body: string): string {
    const fits = body.length <= this.#left
    if (!fits) return leftOut
    this.#left -= body.length
    return body
  }
}

const shrinkExchange = ({ request, response, ...rest }: Exchange, room: Room): Exchange => ({
  ...rest,
  request: { ...request, ...(request.body === undefined ? {} : { body: room.take(request.body) }) },
  response: { ...response, body: room.take(response.body) },
})

const shrinkFinding = (finding: Finding, rank: number, room: Room): Finding => ({
  ...finding,
  evidence: finding.evidence.map((exchange, index) =>
    index === rank ? shrinkExchange(exchange, room) : exchange,
  ),
})

const shrinkResult = (result: RuleResult, rank: number, room: Room): RuleResult => ({
  ...result,
  findings: result.findings.map((finding) => shrinkFinding(finding, rank, room)),
})

/**
 * The report with bodies of so many characters in total, so that no file made of it grows without bounds. The
 * first evidence of every finding comes before any further one; what has no room says so.
 */
export function withinBudget(report: Report, characters: number): Report {
  const room = new Room(characters)
  const most = Math.max(
    0,
    ...report.results.map(({ findings }) =>
      findings.reduce((longest, { evidence }) => Math.max(longest, evidence.length), 0),
    ),
  )
  let { results } = report
  for (let rank = 0; rank < most; rank++) results = results.map((result) => shrinkResult(result, rank, room))
  return { ...report, results }
}
