import { badRequest } from '../primitives/refusal.js'

/** The parameters of a query in order, each with all its values. */
export type QueryPairs = ReadonlyMap<string, readonly string[]>

/** Text that needs no decoding. */
const plainPattern = /^[\w.~-]*$/

const decode = (text: string): string => {
  try {
    return plainPattern.test(text) ? text : decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw badRequest('the query string contains an invalid percent-encoding')
  }
}

/**
 * Parses the raw query of a URL into a `Map`, so that no name can reach an object's prototype. Throws `Refusal` 400.
 */
export function parseQuery(raw: string): QueryPairs {
  const pairs = new Map<string, string[]>()
  if (raw === '') return pairs
  for (const part of raw.split('&')) {
    if (part === '') continue
    const cut = part.indexOf('=')
    const name = decode(cut < 0 ? part : part.slice(0, cut))
    const value = cut < 0 ? '' : decode(part.slice(cut + 1))
    const values = pairs.get(name)
    if (values === undefined) pairs.set(name, [value])
    else values.push(value)
  }
  return pairs
}
