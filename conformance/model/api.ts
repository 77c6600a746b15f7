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
  /** Operations that are explored, in the order of the document. */
  readonly operations: readonly Operation[]
  /** Parts of the document that could not be read, with the reason: no promise that they hold is judged. */
  readonly unread?: readonly { readonly pointer: string; readonly message: string }[]
}
