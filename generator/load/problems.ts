import { type Problem, RampartError, type ProblemLocation } from '../../diagnostics/index.js'
import { pointerTo } from '../../document/index.js'

/** A path into a document. */
export type Path = readonly (string | number)[]

/** Something that makes a document unreadable. */
export function faultAt(file: string, path: Path, message: string): Problem {
  return {
    code: 'DOCUMENT_INVALID',
    severity: 'error',
    message,
    where: { file, pointer: pointerTo(path) },
  }
}

/** Something that is read otherwise than it stands. */
export function noteAt(file: string, path: Path, message: string): Problem {
  return {
    code: 'DOCUMENT_NOTE',
    severity: 'warning',
    message,
    where: { file, pointer: pointerTo(path) },
  }
}

/** The error for a document with problems. @param what how many of what, if not problems in general */
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

/** The error for a text that cannot be read, at the place where that shows. */
export function syntaxError(where: ProblemLocation, message: string, cause?: unknown): RampartError {
  const at = where.line === undefined ? '' : `:${where.line}:${where.column ?? 1}`
  return new RampartError('DOCUMENT_SYNTAX', { message: `${where.file}${at}: ${message}`, where, cause })
}
