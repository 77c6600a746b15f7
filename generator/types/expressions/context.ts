import type { Direction, RawObject } from '../../model/document.js'
import type { Reading } from '../reading/reading.js'
import type { Refer } from './refer.js'

/** The context of a schema that its type depends on. */
export interface Context {
  readonly view: Direction
  /** Whether lists are printed so that the compiler resolves them lazily. */
  readonly isDeferred: boolean
  /** The indent of the line on which the type begins. */
  readonly indent: string
  /** The schemas that this one is a part of, which may declare its properties. */
  readonly wholes: readonly RawObject[]
  /** Whether members with a default are always present, because clients only read the schema. */
  readonly isFilledIn: boolean
}

/** The context that the holder of a schema determines. */
export type Holder = Pick<Context, 'view' | 'isFilledIn'>

/** Content that clients write. */
export const sent: Holder = { view: 'request', isFilledIn: false }
/** Content that clients read. */
export const received: Holder = { view: 'response', isFilledIn: true }

/** Services shared by the printers of schemas. */
export interface PrinterServices extends Reading {
  readonly refer: Refer
}

/** The context of a schema that is not part of another. */
export function startIn({ view, isFilledIn }: Holder, indent: string, isDeferred = false): Context {
  return {
    view,
    isFilledIn,
    isDeferred,
    indent,
    wholes: [],
  }
}
