import { JSONParser } from '#bundled/@streamparser/json'
import { RampartError } from '../../diagnostics/index.js'
import { leftOutLine } from '../exchange/har.js'

/** A recording that can be read repeatedly. */
export interface RecordingInput {
  readonly file: string
  readonly open: () => AsyncIterable<Uint8Array>
}

/** Limit on the nesting of a recording, because what reads its entries is recursive. */
const deepest = 400

/** Limit on the bytes of one entry, which is kept in memory. */
const longestEntry = 64 * 1024 * 1024

/** How much deeper a token leads: `{`, `}`, `[` and `]` are the first kinds of the parser. */
const deeper: readonly number[] = [1, -1, 1, -1]

class BeyondLimit extends Error {
  override readonly name = 'BeyondLimit'
}

const brokenAt = (file: string, offset: number, end: number, cause: unknown): RampartError => {
  const fault = offset >= end ? 'ends in the middle of a value' : 'is not valid JSON'
  const what = cause instanceof BeyondLimit ? cause.message : fault
  return new RampartError('RECORDING_SYNTAX', {
    message: `${file} ${what} at byte ${offset}`,
    where: { file },
    cause,
  })
}

/** The offset in the parser's error, or that of the last token. */
const offsetIn = (error: unknown, lastToken: number): number => {
  const named = /absolute position "(\d+)"/.exec(error instanceof Error ? error.message : '')?.[1]
  return named === undefined ? lastToken : Number(named)
}

/**
 * Yields the entries of a HAR one by one. None is kept, so memory is bounded by the largest entry.
 * @yields each entry, of any shape
 * @throws RampartError RECORDING_SYNTAX with the offset in bytes.
 */
export async function* entriesOf(recording: RecordingInput): AsyncGenerator {
  for await (const { key, value } of membersOf(recording)) if (key !== 'leftOut') yield value
}

/**
 * Yields an archive of a run as its recording was: an entry on each line, and last how many were left out.
 * @yields lines
 * @throws RampartError RECORDING_SYNTAX with the offset in bytes.
 */
export async function* linesOfArchive(recording: RecordingInput): AsyncGenerator<string> {
  for await (const { key, value } of membersOf(recording))
    yield key === 'leftOut' ? leftOutLine(Number(value)) : JSON.stringify(value)
}

interface Member {
  /** The position of an entry, or the name of another member. */
  readonly key: unknown
  readonly value: unknown
}

const membersOf = async function* ({ file, open }: RecordingInput): AsyncGenerator<Member> {
  const parser = new JSONParser({ paths: ['$.log.entries.*', '$.log._rampart.leftOut'], keepStack: false })
  let lastToken = 0
  let end = 0
  let entries: Member[] = []
  let depth = 0
  let kept = 0
  parser.onToken = ({ offset, token }) => {
    lastToken = offset
    depth += deeper[token] ?? 0
    if (depth > deepest) throw new BeyondLimit(`is nested more than ${deepest} levels deep`)
  }
  parser.onValue = ({ key, value }) => entries.push({ key, value })
  for await (const chunk of open()) {
    end += chunk.length
    kept += chunk.length
    try {
      if (kept > longestEntry) throw new BeyondLimit('has an entry of more than 64 MB')
      parser.write(chunk)
    } catch (error) {
      throw brokenAt(file, offsetIn(error, lastToken), end, error)
    }
    if (entries.length > 0) kept = 0
    yield* entries
    entries = []
  }
  try {
    if (!parser.isEnded) parser.end()
  } catch (error) {
    throw brokenAt(file, end, end, error)
  }
}
