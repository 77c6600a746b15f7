import { BodyUnknown, type Exchange, type HeaderList } from '../exchange/exchange.js'
import type { Finding } from '../model/finding.js'
import { masks, variableIn } from '../model/masks.js'
import type { RuleResult } from '../model/report.js'
import type { ObservedRule, StepResult } from '../model/step-result.js'
import { counted } from '../../reporting/index.js'

type Redact = (text: string) => string

const longestBody = 16 * 1024

/** Truncates a long body after redaction, because half a secret would not be recognized. */
const bodyOf = (body: string, redact: Redact, longest: number): string => {
  const clean = redact(body)
  const rest = clean.length - longest
  // A copy, because a slice would keep the whole body in memory.
  const beginning = (): string => Buffer.from(clean.slice(0, longest)).toString()
  return rest > 0 ? `${beginning()}… (${counted(rest, 'more character')})` : clean
}

const ownMasks = new Set<string>(Object.values(masks))

/** Replaces a key by its mask, which only names its owner. An empty key is no secret. */
const keyOf = (value: string, redact: Redact): string => {
  const clean = redact(value)
  const isMasked = ownMasks.has(clean) || variableIn(clean) !== undefined
  return value === '' || isMasked ? clean : masks.otherKey
}

const headersOf = (headers: HeaderList, redact: Redact, redactKey: Redact): HeaderList =>
  headers.map(([name, value]) => [
    name,
    name.toLowerCase() === 'x-api-key' ? keyOf(value, redactKey) : redact(value),
  ])

const recordedBody = (response: Exchange['response']): string => {
  try {
    return response.body
  } catch (error) {
    if (error instanceof BodyUnknown) return '(not recorded)'
    throw error
  }
}

/**
 * An exchange without secrets and with truncated bodies.
 * @param redactKey for values of X-API-Key, where `redact` keeps short secrets
 */
export function publishExchange(
  exchange: Exchange,
  redact: Redact,
  longest = longestBody,
  redactKey = redact,
): Exchange {
  const { request, response } = exchange
  return {
    ...exchange,
    request: {
      ...request,
      url: redact(request.url),
      headers: headersOf(request.headers, redact, redactKey),
      ...(request.body === undefined ? {} : { body: bodyOf(request.body, redact, longest) }),
    },
    response: {
      status: response.status,
      headers: headersOf(response.headers, redact, redactKey),
      body: bodyOf(recordedBody(response), redact, longest),
    },
  }
}

const publishFindings = (findings: readonly Finding[], redact: Redact): Finding[] =>
  findings.map(({ message, pattern, pointer, expected, ...rest }) => ({
    ...rest,
    message: redact(message),
    ...(pattern !== undefined && { pattern: redact(pattern) }),
    ...(pointer !== undefined && { pointer: redact(pointer) }),
    ...(expected !== undefined && { expected: redact(expected) }),
    evidence: rest.evidence.map((exchange) => publishExchange(exchange, redact)),
  }))

/** A result without secrets and with truncated evidence. */
export function publishResult(result: RuleResult, redact: Redact): RuleResult {
  return {
    ...result,
    ...(result.reason === undefined ? {} : { reason: redact(result.reason) }),
    ...(result.cause && { cause: publishExchange(result.cause, redact) }),
    findings: publishFindings(result.findings, redact),
    ...(result.notes === undefined
      ? {}
      : { notes: result.notes.map((note) => ({ ...note, message: redact(note.message) })) }),
  }
}

/** Shorter than for a finding, because there is much evidence of passed rules. */
const longestEvidence = 4 * 1024

/** An exchange of a passed rule, without secrets and with truncated bodies. */
export function publishEvidence(exchange: Exchange, redact: Redact): Exchange {
  return publishExchange(exchange, redact, longestEvidence)
}

const publishObserved = (one: ObservedRule, redact: Redact): ObservedRule => ({
  ...one,
  findings: publishFindings(one.findings, redact),
})

/** A step's result for publication, without secrets and with truncated bodies. */
export function publish(step: StepResult, redact: Redact): StepResult {
  const { result, observed, evidence, ...facts } = step
  return {
    ...facts,
    result: result && publishResult(result, redact),
    observed: observed.map((one) => publishObserved(one, redact)),
    ...(evidence && { evidence: evidence.map((one) => publishEvidence(one, redact)) }),
  }
}
