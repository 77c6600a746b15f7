import { type Problem, RampartError, type ProblemLocation } from '../../diagnostics/index.js'
import { pointerTo } from '../../document/index.js'

/** A path into a document. */
export type Path = readonly (string | number)[]

/** A problem that makes a document unreadable. */
export function faultAt(file: string, path: Path, message: string): Problem {
  return {
    code: 'DOCUMENT_INVALID',
    severity: 'error',
    message,
    where: { file, pointer: pointerTo(path) },
  }
}

/** A note on a part that is not read as written. */
export function noteAt(file: string, path: Path, message: string): Problem {
  return {
    code: 'DOCUMENT_NOTE',
    severity: 'warning',
    message,
    where: { file, pointer: pointerTo(path) },
  }
}

/**
 * The error for a document with problems.
 * @param what the number and kind of problems, if not problems in general
 */
export function invalidDocument(
  file: string,
  problems: readonly Problem[],
  more: {
    readonly what?: string
    readonly fix?: string
    readonly cause?: unknown
    readonly where?: ProblemLocation
  } = {},
): RampartError {
  const { what = problems.length === 1 ? 'problem in the document' : 'problems in the document', ...rest } =
    more
  const message = `${file}: ${problems.length} ${what}`
  return new RampartError('DOCUMENT_INVALID', { message, where: { file }, problems, ...rest })
}

/** The error for a text that cannot be parsed, with the location. */
export function syntaxError(where: ProblemLocation, message: string, cause?: unknown): RampartError {
  const at = where.line === undefined ? '' : `:${where.line}:${where.column ?? 1}`
  return new RampartError('DOCUMENT_SYNTAX', { message: `${where.file}${at}: ${message}`, where, cause })
}
