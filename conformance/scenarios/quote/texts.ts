import type { Scenario } from '../../engine/context.js'
import { isSuccess, objectBody } from '../reading.js'
import { referenceLimits } from '../spec-table.js'
import { askQuote, onrampSubject, quoteSubject } from '../subjects/quote.js'

const breaksLimit = (name: string, value: unknown): boolean => {
  const limit = referenceLimits[name]
  if (!limit || typeof value !== 'string') return false
  // Full-string match: a `$` would let a final line break through.
  const wellFormed = limit.pattern.test(value) && !value.includes('\n')
  return !wellFormed || value.length < limit.min || value.length > limit.max
}

// Whether a breaking value is refused, cut or dropped is open; a served quote never carries it.
const references: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  for (const [name, { min, max }] of Object.entries(referenceLimits)) {
    const short = min > 1 ? ['a'.repeat(min - 1)] : []
    for (const value of ['a'.repeat(max + 1), 'a_b{}c!', ...short]) {
      const exchange = await askQuote(context, subject, { [name]: value })
      if (!isSuccess(exchange)) continue
      const came = objectBody(exchange)[name]
      const message = `${name} of a quote is ${JSON.stringify(came)}, which breaks its limits`
      context.expect(!breaksLimit(name, came), message, exchange, `/${name}`)
    }
  }
}

const batchPayout: Scenario = async (context) => {
  const exchange = await askQuote(context, await onrampSubject(context), { batch_payout: 'true' })
  const isBatched = isSuccess(exchange) && objectBody(exchange)['batch_payout'] === true
  context.expect(!isBatched, 'batch_payout is true for a crypto destination', exchange, '/batch_payout')
}

/** Texts and options that a quote may not carry. */
export const quoteTextScenarios: Readonly<Record<string, Scenario>> = {
  'quote/references': references,
  'quote/batch-payout': batchPayout,
}
