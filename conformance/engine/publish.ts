import type { Created } from '../model/created.js'
import type { Exchange, HeaderList } from '../model/exchange.js'
import type { Finding } from '../model/finding.js'
import type { RuleResult } from '../model/report.js'
import type { Judged } from './judged.js'

type Redact = (text: string) => string

const longestBody = 16 * 1024

/** Long bodies are cut, after secrets were taken out: half a secret is one too. */
const bodyOf = (body: string, redact: Redact): string => {
  const clean = redact(body)
  const rest = clean.length - longestBody
  return rest > 0 ? `${clean.slice(0, longestBody)}… (${rest} more characters)` : clean
}

const headersOf = (headers: HeaderList, redact: Redact): HeaderList =>
  headers.map(([name, value]) => [name, name.toLowerCase() === 'x-api-key' ? '[redacted]' : redact(value)])

const publishExchange = (exchange: Exchange, redact: Redact): Exchange => {
  const { request, response } = exchange
  return {
    ...exchange,
    request: {
      ...request,
      url: redact(request.url),
      headers: headersOf(request.headers, redact),
      ...(request.body === undefined ? {} : { body: bodyOf(request.body, redact) }),
    },
    response: {
      ...response,
      headers: headersOf(response.headers, redact),
      body: bodyOf(response.body, redact),
    },
  }
}

const publishFindings = (findings: readonly Finding[], redact: Redact): Finding[] =>
  findings.map((finding) => ({
    ...finding,
    message: redact(finding.message),
    ...(finding.pointer === undefined ? {} : { pointer: redact(finding.pointer) }),
    evidence: finding.evidence.map((exchange) => publishExchange(exchange, redact)),
  }))

const publishResult = (result: RuleResult, redact: Redact): RuleResult => ({
  ...result,
  ...(result.reason === undefined ? {} : { reason: redact(result.reason) }),
  findings: publishFindings(result.findings, redact),
  ...(result.notes === undefined
    ? {}
    : { notes: result.notes.map((note) => ({ ...note, message: redact(note.message) })) }),
})

const publishCreated = (created: Created, redact: Redact): Created => ({
  ...created,
  ...(created.id === undefined ? {} : { id: redact(created.id) }),
  ...(created.externalId === undefined ? {} : { externalId: redact(created.externalId) }),
  path: created.path.map(redact),
})

/** What may leave the engine of a judgement: no secrets, and of long bodies the beginning. */
export function publish({ result, observed, created, ...facts }: Judged, redact: Redact): Judged {
  return {
    ...facts,
    result: result && publishResult(result, redact),
    observed: observed.map((one) => ({ ...one, findings: publishFindings(one.findings, redact) })),
    ...(created && { created: created.map((one) => publishCreated(one, redact)) }),
  }
}
