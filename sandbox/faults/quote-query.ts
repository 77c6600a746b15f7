import type { QueryPairs } from '../pipeline/query.js'
import type { Hooks } from './fault.js'

/** The query of a request, to be changed in place. */
export type Pairs = Map<string, readonly string[]>

export const codes = 'additional_in_currency_codes'
export const chainNames = 'additional_in_currency_chains'

/** Makes an invalid request acceptable before it is read. */
export function ofQuery(mend: (query: Pairs) => void): Hooks {
  return {
    query: (query: QueryPairs, operationId) => {
      if (operationId !== 'getAutorampQuote') return query
      const mended = new Map(query)
      mend(mended)
      return mended
    },
  }
}

/** The first value of a parameter. */
export function first(query: QueryPairs, name: string): string | undefined {
  return query.get(name)?.[0]
}

/** The items of a comma-separated list. */
export function list(query: QueryPairs, name: string): readonly string[] {
  const text = first(query, name) ?? ''
  return text === '' ? [] : text.split(',')
}
