import { badRequest } from '../primitives/refusal.js'

/** Limits on nesting, and on the number of objects, lists and strings. */
const bounds = { deepest: 64, most: 100_000 }

/** What may be wrong with the objects of a JSON text. */
const problems = {
  'too deep': `the request body is nested more than ${bounds.deepest} levels deep`,
  'too many': `the request body holds more than ${bounds.most} objects, lists and texts`,
  'duplicate key': 'the request body holds an object with the same key twice',
  'forbidden key': 'the request body holds a key that this service does not take',
} as const

type KeyProblem = keyof typeof problems | undefined

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
const quote = '"'
const backslash = 92
const space = /\s*/y

/** The index of the quote that closes the string at `start`; the end of the text if there is none. */
const endOfString = (text: string, start: number): number => {
  for (let at = text.indexOf(quote, start + 1); at >= 0; at = text.indexOf(quote, at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return text.length
}

/** The unescaped key in a string, if a colon follows it. */
const keyAt = (text: string, start: number, end: number): string | undefined => {
  space.lastIndex = end + 1
  space.test(text)
  if (text[space.lastIndex] !== ':') return undefined
  const raw = text.slice(start, end + 1)
  try {
    return raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1)
  } catch {
    return undefined
  }
}

/** The keys of an object so far. Most objects in hostile texts have at most one, which needs no set. */
type Keys = string | Set<string> | undefined

const withKey = (keys: Keys, key: string): Keys => {
  if (keys === undefined) return key
  return typeof keys === 'string' ? new Set([keys, key]) : keys.add(key)
}

const problemOf = (key: string, keys: Keys): KeyProblem => {
  if (forbidden.has(key)) return 'forbidden key'
  const taken = typeof keys === 'object' ? keys.has(key) : keys === key
  return taken ? 'duplicate key' : undefined
}

const boundProblem = (depth: number, parts: number): KeyProblem => {
  if (depth > bounds.deepest) return 'too deep'
  return parts > bounds.most ? 'too many' : undefined
}

/**
 * Checks a JSON text in one pass before it is parsed: for nesting that would exhaust the stack, for too many parts,
 * for duplicate keys, and for keys that reach prototypes. Invalid JSON is left to the parser.
 */
const keyProblem = (text: string): KeyProblem => {
  const open: Keys[] = []
  let parts = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '}' || character === ']') open.pop()
    if (character !== '{' && character !== '[' && character !== quote) continue
    parts += 1
    if (character === quote) {
      const end = endOfString(text, at)
      const key = keyAt(text, at, end)
      const keys = open.at(-1)
      const problem = key === undefined ? undefined : problemOf(key, keys)
      if (problem !== undefined) return problem
      if (key !== undefined && open.length > 0) open[open.length - 1] = withKey(keys, key)
      at = end
    } else open.push(undefined)
    const problem = boundProblem(open.length, parts)
    if (problem !== undefined) return problem
  }
  return undefined
}

const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

const utf8 = new TextDecoder('utf-8', { fatal: true })

const orRefuse = <T>(read: () => T): T => {
  try {
    return read()
  } catch {
    throw badRequest('the request body is not JSON in UTF-8')
  }
}

/**
 * The value of a JSON body, `undefined` for an empty one. Throws `Refusal` 400 for another media type, for bytes that
 * are not JSON in UTF-8, for duplicate and prototype-polluting keys, for more than 64 levels of nesting and for more
 * than 100,000 parts.
 */
export function readJson(bytes: Uint8Array, contentType: string | undefined): unknown {
  if (bytes.length === 0) return undefined
  if (contentType === undefined || !jsonType.test(contentType))
    throw badRequest('the request body must be sent as application/json; charset=utf-8')
  const text = orRefuse(() => utf8.decode(bytes))
  const problem = keyProblem(text)
  if (problem !== undefined) throw badRequest(problems[problem])
  return orRefuse((): unknown => JSON.parse(text))
}
