import type { Operation, Surface } from '../../runtime/surface.js'

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
