/** What is wrong with the objects of a JSON text; `undefined` when nothing is. */
export type KeyProblem = 'too deep' | 'duplicate key' | 'forbidden key' | undefined

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
const QUOTE = '"'
const BACKSLASH = 92
const SPACE = /\s*/y

/** The index of the quote that ends the string which starts at `start`; the end of the text when none does. */
const endOfString = (text: string, start: number): number => {
  for (let at = text.indexOf(QUOTE, start + 1); at >= 0; at = text.indexOf(QUOTE, at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return text.length
}

/** The key that a string spells, escapes undone, when a colon follows it. */
const keyAt = (text: string, start: number, end: number): string | undefined => {
  SPACE.lastIndex = end + 1
  SPACE.test(text)
  if (text[SPACE.lastIndex] !== ':') return undefined
  const raw = text.slice(start, end + 1)
  try {
    return raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1)
  } catch {
    return undefined
  }
}

const problemOf = (key: string, keys: Set<string>): KeyProblem => {
  if (FORBIDDEN.has(key)) return 'forbidden key'
  if (keys.has(key)) return 'duplicate key'
  keys.add(key)
  return undefined
}

/**
 * Looks through a JSON text before it is parsed, in one pass: for nesting that exhausts a stack, for a key that an
 * object has twice, and for keys that reach prototypes. A text that is no JSON is left to the parser to refuse.
 */
export const keyProblem = (text: string, deepest: number): KeyProblem => {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{' || character === '[') open.push(new Set())
    else if (character === '}' || character === ']') open.pop()
    else if (character === QUOTE) {
      const end = endOfString(text, at)
      const key = keyAt(text, at, end)
      const problem = key === undefined ? undefined : problemOf(key, open.at(-1) ?? new Set())
      if (problem !== undefined) return problem
      at = end
    }
    if (open.length > deepest) return 'too deep'
  }
  return undefined
}
