import {
  type ErrorCode,
  type InputProblem,
  type Problem,
  type ProblemLocation,
  RampartError,
} from '../../diagnostics/index.js'
import { appendKey } from '../../document/index.js'
import { counted } from '../../reporting/index.js'

/** Where a value stands in a JSON text: offsets of the name of its member, where it has one, and of the value. */
interface ValuePosition {
  readonly name?: number
  readonly value: number
}

/** An object or a list that is open; an object has no index. */
interface Frame {
  readonly pointer: string
  index?: number
}

/** Pointers into what is nested more deeply than any schema asks for would only fill the memory. */
const deepest = 100

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g

/** The positions of all values of a text that is JSON, by JSON Pointer. */
export function jsonPositions(text: string): ReadonlyMap<string, ValuePosition> {
  const positions = new Map<string, ValuePosition>()
  const open: Frame[] = []
  let pointer = ''
  let name: number | undefined
  let isName = false
  const below = (frame: Frame, key: string | number): string =>
    open.length > deepest ? frame.pointer : appendKey(frame.pointer, key)
  for (const { 0: token, index: offset } of text.matchAll(tokens)) {
    const frame = open.at(-1)
    if (token === '}' || token === ']') {
      open.pop()
      isName = false
    } else if (token === ',' && frame) {
      isName = frame.index === undefined
      if (frame.index !== undefined) pointer = below(frame, (frame.index += 1))
    } else if (isName && frame) {
      pointer = below(frame, String(JSON.parse(token)))
      name = offset
      isName = false
    } else if (token !== ':') {
      if (open.length <= deepest)
        positions.set(pointer, { ...(name !== undefined && { name }), value: offset })
      name = undefined
      isName = token === '{'
      if (token === '{') open.push({ pointer })
      if (token === '[') {
        const list = { pointer, index: 0 }
        open.push(list)
        pointer = below(list, 0)
      }
    }
  }
  return positions
}

/** Line and column of an offset, from 1 on. */
export function positionIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/** A value that a user wrote, with the name of its file, and its text where that is JSON. */
export interface Source {
  readonly name: string
  readonly value: unknown
  readonly text?: string
}

const whereOf = (
  { name, text }: Source,
  found: ReadonlyMap<string, ValuePosition> | undefined,
  fault: InputProblem,
): ProblemLocation => {
  const at = found?.get(fault.pointer)
  const offset = fault.isName === true ? (at?.name ?? at?.value) : at?.value
  const position = text === undefined || offset === undefined ? {} : positionIn(text, offset)
  return { file: name, pointer: fault.pointer, ...position }
}

/** Where a problem comes among others: no line is anywhere near as long as the factor. */
const order = ({ where }: Problem): number => (where?.line ?? 0) * 1e6 + (where?.column ?? 0)

/** A location as text: file, line and column, and the pointer. */
const spelled = ({ file = '', line, column, pointer = '' }: ProblemLocation): string =>
  `${file}${line === undefined ? '' : `:${line}:${column}`}${pointer === '' ? '' : ` ${pointer}`}`

/**
 * The error that tells of everything that is wrong with a source, in the order in which it stands there.
 * @param faults at least one
 */
export function faultyInput(code: ErrorCode, source: Source, faults: readonly InputProblem[]): RampartError {
  const found = source.text === undefined ? undefined : jsonPositions(source.text)
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
    message: `${spelled(where)}: ${message}`,
    where,
    ...(fix !== undefined && { fix }),
  })
}
