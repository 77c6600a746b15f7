import { RampartError } from '../../diagnostics/index.js'
import { printable } from '../../reporting/index.js'

const widest = 100
const around = 1

/** A line of a file that should hold no secret, and may by mistake: texts beside such a name are not repeated. */
const masked = (line: string): string =>
  /key|secret|token|passw|\/\/[^/\s]*@/i.test(line)
    ? line.replaceAll(/(["'`])(?:\\.|(?!\1).)*(?:\1|$)/g, '$1…$1')
    : line

/** Lines of a text around a position, with a mark under it; line and column count from 1. */
export function excerpt(text: string, line: number, column: number): string {
  const lines = text.split(/\r?\n/)
  const width = String(line + around).length
  const shown = lines.slice(Math.max(0, line - 1 - around), line + around)
  const first = Math.max(1, line - around)
  return shown
    .flatMap((content, index) => {
      const number = first + index
      const isIt = number === line
      const safe = printable(masked(content).replaceAll('\t', ' ')).slice(0, widest)
      const row = `${isIt ? '>' : ' '} ${String(number).padStart(width)} | ${safe}`
      const hasMark =
        isIt &&
        safe.length === Math.min(content.length, widest) &&
        !safe.includes('…') &&
        column <= safe.length + 1
      return hasMark ? [row, `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`] : [row]
    })
    .join('\n')
}

/** An error with the lines of the text that it names; any other error as it is. */
export function withExcerpt(error: unknown, text: string): unknown {
  if (!(error instanceof RampartError)) return error
  const { where } = error
  if (where?.line === undefined) return error
  const message = `${error.message}\n${excerpt(text, where.line, where.column ?? 1)}`
  return new RampartError(error.code, { message, where, cause: error.cause })
}
