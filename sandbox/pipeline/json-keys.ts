/** A problem with the objects of a JSON text; `undefined` if there is none. */
export type KeyProblem = 'too deep' | 'too many' | 'duplicate key' | 'forbidden key' | undefined

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

/** Limits on nesting, and on the number of objects, lists and strings. */
interface Bounds {
  readonly deepest: number
  readonly most: number
}

const boundProblem = (depth: number, parts: number, { deepest, most }: Bounds): KeyProblem => {
  if (depth > deepest) return 'too deep'
  return parts > most ? 'too many' : undefined
}

/**
 * Checks a JSON text in one pass before it is parsed: for nesting that would exhaust the stack, for too many parts,
 * for duplicate keys, and for keys that reach prototypes. Invalid JSON is left to the parser.
 */
export function keyProblem(text: string, bounds: Bounds): KeyProblem {
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
    const problem = boundProblem(open.length, parts, bounds)
    if (problem !== undefined) return problem
  }
  return undefined
}
