import { resolvePointer, walk } from '../../document/index.js'
import type { Operation, Surface } from '../../runtime/surface.js'

const holds = (holder: string, pointer: string): boolean =>
  pointer === holder || pointer.startsWith(`${holder}/`)

const mostFollowed = 2_000

/** Whether parts of a document hold a pointer, are held by it, or refer to such. */
export function reachesPart({ document }: Api, starts: readonly string[], pointer: string): boolean {
  const seen = new Set(starts)
  for (const start of seen) {
    if (holds(start, pointer) || holds(pointer, start)) return true
    if (seen.size > mostFollowed) return false
    for (const [location, value] of walk(resolvePointer(document, start)))
      if (location.endsWith('/$ref') && typeof value === 'string' && value.startsWith('#')) seen.add(value)
  }
  return false
}

/** The first part that could not be read of what a pointer of a document leads to; undefined where all of it was. */
export function unreadBelow(api: Api, start: string): UnreadPart | undefined {
  return (api.unread ?? []).find(({ pointer }) => reachesPart(api, [start], pointer))
}

/** One document of the service that is explored, with all that was read from it. */
export interface Api {
  /** The date of the document, or the name of one that has none. */
  readonly version: string
  /** What was generated from it: operations, component schemas, and validators for requests and responses. */
  readonly surface: Surface
  /** The document as it was read, in one tree, references in it kept: for links, servers and security. */
  readonly document: Readonly<Record<string, unknown>>
  /** API root, without a slash at its end; `operations` have their paths below it. */
  readonly baseUrl: string
  /** Origin that the document came from; absent for a file. */
  readonly origin?: string
  /** Operations that are explored, in the order of the document. */
  readonly operations: readonly Operation[]
  /**
   * What of the document could not be read, so that nothing is judged by it; absent where all was read. It may grow
   * while validators are loaded, so it is to be read when a run has ended.
   */
  readonly unread?: readonly UnreadPart[]
}

/** A part of a document that could not be read. In its place anything is accepted, or nothing is sent. */
export interface UnreadPart {
  /** JSON Pointer of it in `document`. */
  readonly pointer: string
  /** Why it cannot be read. */
  readonly message: string
  /** Id of an operation that it is a part of; absent where no operation uses it, or another entry names those that do. */
  readonly operation?: string
  /** The part of the operation; absent where it is the operation itself, or something else of it. */
  readonly part?: 'parameters' | 'requestBody' | 'responses'
  /** The key of the response in `responses`, or the name of the parameter. */
  readonly name?: string
}
