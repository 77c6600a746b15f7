import {
  type ErrorCode,
  type InputProblem,
  type Problem,
  type ProblemLocation,
  RampartError,
} from '../../diagnostics/index.js'
import { jsonPositions, positionIn, type TextPosition, wantedOf } from '../../document/index.js'
import { counted } from '../../reporting/index.js'

/** A value that a user wrote, with the name of its file, and its text where that is JSON. */
export interface Source {
  readonly name: string
  readonly value: unknown
  readonly text?: string
}

const whereOf = (
  { name, text }: Source,
  found: ReadonlyMap<string, TextPosition> | undefined,
  fault: InputProblem,
): ProblemLocation => {
  const at = found?.get(fault.pointer)
  const offset = fault.isName === true ? (at?.name ?? at?.value) : at?.value
  const position = text === undefined || offset === undefined ? {} : positionIn(text, offset)
  return { file: name, pointer: fault.pointer, ...position }
}

/** The position of a problem as one number; the factor exceeds the length of any line. */
const order = ({ where }: Problem): number => (where?.line ?? 0) * 1e6 + (where?.column ?? 0)

/** A location as text: file, line and column, and the pointer. */
const locationText = ({ file = '', line, column, pointer = '' }: ProblemLocation): string =>
  `${file}${line === undefined ? '' : `:${line}:${column}`}${pointer === '' ? '' : ` ${pointer}`}`

/**
 * The error with all faults of a source, in the order of its text.
 * @param faults at least one
 */
export function faultyInput(code: ErrorCode, source: Source, faults: readonly InputProblem[]): RampartError {
  const pointers = wantedOf(faults.map(({ pointer }) => pointer))
  const found = source.text === undefined ? undefined : jsonPositions(source.text, pointers)
  const problems = faults
    .map((fault): Problem => ({
      code,
      severity: 'error',
      message: fault.message,
      where: whereOf(source, found, fault),
      ...(fault.fix !== undefined && { fix: fault.fix }),
    }))
    .toSorted((a, b) => order(a) - order(b))
  const [first, ...others] = problems
  if (first?.where === undefined || others.length > 0) {
    return new RampartError(code, {
      message: `${source.name} has ${counted(problems.length, 'problem')}`,
      where: { file: source.name },
      problems,
    })
  }
  const { message, where, fix } = first
  return new RampartError(code, {
    message: `${locationText(where)}: ${message}`,
    where,
    ...(fix !== undefined && { fix }),
  })
}
