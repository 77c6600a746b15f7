import { inexactNumbers, JsonTextError } from '../../runtime/validators.js'

/** A body read as JSON, or why it is none. */
export type ReadJson = { readonly value: unknown } | { readonly trouble: string }

const troubleAt = (text: string, at: number): string => {
  const word = /^-?(NaN|Infinity|undefined|None|True|False|')/.exec(text.slice(at))?.[0]
  if (word !== undefined) return `holds ${word}, which JSON does not have`
  return at >= text.length ? 'is JSON that ends too early' : 'is not JSON'
}

/** Reads text as JSON. A byte order mark before it does not count. */
export function readJson(body: string): ReadJson {
  const text = body.replace(/^\uFEFF/, '')
  try {
    return { value: JSON.parse(text) }
  } catch {
    try {
      inexactNumbers(text)
    } catch (error) {
      if (error instanceof JsonTextError) return { trouble: troubleAt(text, error.at) }
    }
    return { trouble: 'is not JSON' }
  }
}

/** JSON Pointers of numbers that JavaScript cannot hold: of their size it says nothing. */
export function inexactIn(body: string): ReadonlySet<string> {
  // No number of fewer digits is changed by reading it.
  if (!/\d{16}|\d[eE][+-]?\d{3}/.test(body)) return new Set()
  return new Set(inexactNumbers(body.replace(/^\uFEFF/, '')).map(({ pointer }) => pointer))
}
