import { findJsonError } from '../../document/index.js'
import { tooDeep } from './errors.js'

const quote = 0x22
const backslash = 0x5c

const isOpening = (code: number): boolean => code === 0x7b || code === 0x5b
const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d

/** Checked before parsing, because millions of brackets would exhaust the memory of JSON.parse. */
const checkDepth = (text: string, maxDepth: number): void => {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === backslash) at += 1
      else if (code === quote) inString = false
    } else if (code === quote) inString = true
    else if (isOpening(code)) {
      depth += 1
      if (depth > maxDepth) throw tooDeep(maxDepth, at)
    } else if (isClosing(code)) depth -= 1
  }
}

/**
 * Parses JSON of limited depth.
 * @throws TextSyntaxError or TextLimitError with the offset
 */
export function parseJson(text: string, maxDepth: number): unknown {
  checkDepth(text, maxDepth)
  try {
    return JSON.parse(text)
  } catch {
    throw findJsonError(text)
  }
}
