import type { Direction, RawObject } from '../../model/document.js'
import type { TypeOptions } from '../declarations/model.js'
import type { Openness } from '../reading/openness.js'
import type { References } from '../reading/references.js'
import type { Sizes } from '../reading/sizes.js'
import type { Tags } from '../reading/tags.js'
import type { Target } from '../reading/references.js'
import type { Views } from '../reading/views.js'

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

/** Services shared by the printers of schemas. */
export interface PrinterServices {
  readonly references: References
  /** The name for referring to a schema, in requests only or everywhere. */
  readonly refer: (target: Target, view: Direction | 'both') => string
  readonly views: Views
  readonly tags: Tags
  readonly sizes: Sizes
  readonly options: TypeOptions
  readonly openness: Openness
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
