import type { QuoteQuery } from './request.js'

const textPattern = /^[A-Za-z0-9 /\-?:().+]*$/
const letters = /^[A-Za-z]*$/

interface Limit {
  readonly name:
    | 'wire_message'
    | 'swift_payment_reference'
    | 'sepa_payment_reference'
    | 'ach_payment_reference'
    | 'fps_payment_reference'
  readonly shortest: number
  readonly longest: number
  readonly pattern: RegExp
}

/** The limits that a signed quote promises (Limits); a request that exceeds one is refused, never cut. */
const limits: readonly Limit[] = [
  { name: 'wire_message', shortest: 1, longest: 140, pattern: textPattern },
  { name: 'swift_payment_reference', shortest: 1, longest: 140, pattern: textPattern },
  { name: 'sepa_payment_reference', shortest: 6, longest: 140, pattern: textPattern },
  { name: 'ach_payment_reference', shortest: 1, longest: 10, pattern: textPattern },
  { name: 'fps_payment_reference', shortest: 6, longest: 18, pattern: letters },
]

const breaks = ({ name, shortest, longest, pattern }: Limit, query: QuoteQuery): boolean => {
  const text = query[name]
  if (text === undefined) return false
  return text.length < shortest || text.length > longest || !pattern.test(text)
}

/** The problem of the first text that violates its limits. */
export function brokenText(query: QuoteQuery): string | undefined {
  const limit = limits.find((entry) => breaks(entry, query))
  if (limit === undefined) return undefined
  const { name, shortest, longest, pattern } = limit
  return `query parameter '${name}' must have ${shortest} to ${longest} characters matching ${pattern.source}`
}

/** The text cut to its limits, for the reading that cuts; `undefined` if cutting does not make it valid. */
const cutText = (limit: Limit, text: string): string | undefined => {
  const cut = text.slice(0, limit.longest)
  return cut.length < limit.shortest || !limit.pattern.test(cut) ? undefined : cut
}

/** The texts of a request for the quote; with `cut` they are cut to their limits instead of refused. */
export function textReferences(
  query: QuoteQuery,
  cut: boolean,
): { readonly [Name in Limit['name']]?: string } {
  return Object.fromEntries(
    limits.flatMap((limit) => {
      const text = query[limit.name]
      const kept = text !== undefined && cut ? cutText(limit, text) : text
      return kept === undefined ? [] : [[limit.name, kept]]
    }),
  )
}
