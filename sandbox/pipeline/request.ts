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

/** Limits on nesting, and on the number of objects, lists and texts. */
const [deepest, most] = [64, 100_000]

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** The problem of a value that is nested too deeply, has too many parts, or has a key that reaches prototypes. */
const problemOf = (root: unknown): string | undefined => {
  let parts = 0
  let level: readonly unknown[] = [root]
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string') parts += 1
      if (typeof value !== 'object' || value === null) continue
      if (depth > deepest) return `is nested more than ${deepest} levels deep`
      const keys = Array.isArray(value) ? [] : Object.keys(value)
      if (keys.some((key) => forbidden.has(key))) return 'contains a forbidden key'
      parts += 1 + keys.length
      if (parts > most) return `contains more than ${most} objects, lists and texts`
      for (const member of Object.values(value)) next.push(member)
    }
    level = next
  }
  return parts > most ? `contains more than ${most} objects, lists and texts` : undefined
}

const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

const utf8 = new TextDecoder('utf-8', { fatal: true })

const parseBody = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw badRequest('the request body is not JSON in UTF-8')
  }
}

/**
 * The value of a JSON body, `undefined` for an empty one. Of duplicate keys the last one counts. Throws `Refusal` 400 for
 * another media type, for bytes that are not JSON in UTF-8, for prototype-polluting keys, for more than 64 levels of
 * nesting and for more than 100,000 parts.
 */
export function readJson(bytes: Uint8Array, contentType: string | undefined): unknown {
  if (bytes.length === 0) return undefined
  if (contentType === undefined || !jsonType.test(contentType))
    throw badRequest('the request body must be sent as application/json; charset=utf-8')
  const value = parseBody(bytes)
  const problem = problemOf(value)
  if (problem !== undefined) throw badRequest(`the request body ${problem}`)
  return value
}
