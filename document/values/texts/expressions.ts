import { readablePattern } from '../../schema/patterns.js'

const compiled = new Map<string, RegExp | undefined>()

/** A pattern of a document as validators ask it; undefined for one that is no regular expression. */
export function expressionOf(pattern: string): RegExp | undefined {
  if (!compiled.has(pattern)) {
    const readable = readablePattern(pattern)
    compiled.set(pattern, readable && new RegExp(readable.source, readable.flags))
  }
  return compiled.get(pattern)
}
