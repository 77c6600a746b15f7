import { resolvePointer, walk } from '../../document/index.js'
import type { Operation, Surface } from '../../runtime/surface.js'

const holds = (holder: string, pointer: string): boolean =>
  pointer === holder || pointer.startsWith(`${holder}/`)

const mostFollowed = 2_000

/** Whether parts of a document contain a pointer, are inside it, or refer to such a part. */
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

/** The first unreadable part that a pointer leads to; undefined where everything was read. */
export function unreadBelow(api: Api, start: string): UnreadPart | undefined {
  return (api.unread ?? []).find(({ pointer }) => reachesPart(api, [start], pointer))
}

/** A document of the tested service, with everything read from it. */
export interface Api {
  /** The date of the document, or its name if it has none. */
  readonly version: string
  /** Generated from it: operations, component schemas, and validators for requests and responses. */
  readonly surface: Surface
  /** The document as one tree with its references, for links, servers and security. */
  readonly document: Readonly<Record<string, unknown>>
  /** API root without a trailing slash; the paths of `operations` are relative to it. */
  readonly baseUrl: string
  /** Origin that the document came from; absent for a file. */
  readonly origin?: string
  /** The tested operations, in the order of the document. */
  readonly operations: readonly Operation[]
  /**
   * The unreadable parts of the document, which are not judged; absent if there are none. It may grow while validators
   * load, so read it only after the run.
   */
  readonly unread?: readonly UnreadPart[]
}

/** An unreadable part of a document. A schema accepts anything instead; a request is not sent. */
export interface UnreadPart {
  /** JSON Pointer of it in `document`. */
  readonly pointer: string
  /** The reason. */
  readonly message: string
  /**
   * Id of the operation that it belongs to; absent where no operation uses it, or another entry names those that do.
   */
  readonly operation?: string
  /** The part of the operation; absent for the operation itself or any other part. */
  readonly part?: 'parameters' | 'requestBody' | 'responses'
  /** The key of the response in `responses`, or the name of the parameter. */
  readonly name?: string
}
