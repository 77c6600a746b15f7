import type { Exchange } from '../exchange/exchange.js'
import type { Finding } from '../model/finding.js'
import type { Observed } from '../model/observed.js'
import type { ExploreViolation } from '../model/violation.js'

const exchangesKept = 3
const longestSequence = 12

const last = ({ steps }: ExploreViolation): Observed | undefined => steps.at(-1)

/** Names the operation that shows a violation: `GET /pets/{id}`. */
export function operationOf(violation: ExploreViolation): string | undefined {
  const call = last(violation)?.case.call
  return call && `${(call.method ?? call.operation.method).toUpperCase()} ${call.operation.path}`
}

/** What a reader wonders about: each odd value, and whatever is wrong, though it has nothing to do with it. */
const oddities = ({ case: { peculiarities = [], deviation } }: Observed): number =>
  peculiarities.length + (deviation === undefined ? 0 : 2)

const sizeOf = ({ steps }: ExploreViolation): number =>
  steps.reduce((size, observed) => {
    const { body = '', url, headers } = observed.exchange.request
    return size + 1_000 * (1 + oddities(observed)) + body.length + url.length + headers.length
  }, 0)

/** The evidence of a sequence is all of its steps; of single answers, those of several operations say most. */
const evidenceOf = (smallest: ExploreViolation, others: readonly ExploreViolation[]): readonly Exchange[] => {
  const own = smallest.steps.slice(-longestSequence).map(({ exchange }) => exchange)
  if (own.length !== 1) return own
  const seen = new Set([operationOf(smallest)])
  const more = others.filter((one) => {
    const operation = operationOf(one)
    return one.steps.length === 1 && !seen.has(operation) && seen.add(operation)
  })
  return [...own, ...more.flatMap(({ steps }) => steps.map(({ exchange }) => exchange))].slice(
    0,
    exchangesKept,
  )
}

/**
 * Violations of one rule and cause as one finding: the smallest evidence first, and all operations that show it.
 * @param violations at least one
 * @param occurrences how often it was seen, where more were seen than kept
 */
export function findingOf(violations: readonly ExploreViolation[], occurrences = violations.length): Finding {
  const bySize = violations.toSorted((a, b) => sizeOf(a) - sizeOf(b))
  const [smallest] = bySize
  if (!smallest) throw new RangeError('a finding needs a violation')
  const operations = new Set(violations.map(operationOf).filter((name) => name !== undefined))
  const { message, pointer, expected } = smallest
  return {
    message,
    ...(pointer !== undefined && { pointer }),
    occurrences,
    evidence: evidenceOf(smallest, bySize),
    expected,
    ...(operations.size > 0 && { operations: [...operations].toSorted() }),
    ...(smallest.steps.length > 1 && { isSequence: true }),
  }
}
