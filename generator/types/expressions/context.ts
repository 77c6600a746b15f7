import type { Direction, RawObject } from '../../model/document.js'
import type { Reading } from '../reading/reading.js'
import type { SchemaNames } from '../declarations/model.js'
import { member } from '../declarations/text.js'
import type { Target } from '../reading/references.js'

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

/** The text that refers to the declaration of a schema, in requests only or everywhere. */
export type Refer = (target: Pick<Target, 'kind' | 'name'>, view: Direction | 'both') => string

/** References to schemas in `types.d.ts`. */
export const byPath: Refer = ({ kind, name }, view) => {
  if (view === 'request') return member('requests', name)
  if (kind === 'schemas') return member('components', 'schemas', name)
  return kind === '$defs' ? member('$defs', name) : `schemas.${name}`
}

/** References to schemas in `schemas.d.ts`. */
export function byName(names: SchemaNames): Refer {
  return ({ kind, name }, view) => {
    if (view === 'request') return member('requests', name)
    return kind === '$defs' ? member('$defs', name) : (names.get(name) ?? name)
  }
}
