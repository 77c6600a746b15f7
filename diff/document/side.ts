import { listOf, member, textOf } from './json.js'

/** Which reading of schemas a document asks for: 3.0 ignores what stands beside a `$ref`, 3.1 applies it. */
export type Dialect = '3.0' | '3.1'

/** A location in one of the two documents, with the value that stands there. */
export interface Fragment {
  readonly side: Side
  readonly value: unknown
  /** Pointer in fragment form. */
  readonly pointer: string
  /** Of a schema: null is allowed beside it, because what holds it says so. */
  readonly orNull?: boolean
}

/** One of the two documents, with what was looked up in it. */
export interface Side {
  readonly root: unknown
  readonly dialect: Dialect
  /** Targets of references, as they were found. */
  readonly targets: Map<string, Fragment | undefined>
  /** Anchors and identifiers of schemas, filled on the first reference that needs them. */
  names?: ReadonlyMap<string, Fragment>
}

const dialectOf = (root: unknown): Dialect =>
  textOf(member(root, 'openapi'))?.startsWith('3.0') === true ? '3.0' : '3.1'

/** A document as one side of a comparison. */
export const sideOf = (root: unknown): Side => ({ root, dialect: dialectOf(root), targets: new Map() })

/** The whole document as a location. */
export const rootOf = (side: Side): Fragment => ({ side, value: side.root, pointer: '#' })

/** A list of the document that may be missing. */
export const rootList = (side: Side, key: string): readonly unknown[] => listOf(member(side.root, key))
