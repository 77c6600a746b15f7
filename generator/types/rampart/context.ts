import type { Direction, RawObject } from '../../model/document.js'
import type { TypeOptions } from '../declarations/model.js'
import type { Openness } from '../reading/openness.js'
import type { References } from '../reading/references.js'
import type { Sizes } from '../reading/sizes.js'
import type { Tags } from '../reading/tags.js'
import type { Target } from '../reading/references.js'
import type { Views } from '../reading/views.js'

/** The surroundings of a schema, as far as its type depends on them. */
export interface Context {
  readonly view: Direction
  /** Lists are printed so that the compiler does not follow them at once. */
  readonly isDeferred: boolean
  /** The indent of the line on which the type begins. */
  readonly indent: string
  /** The schemas that this one is a part of; they may say what its properties are. */
  readonly wholes: readonly RawObject[]
  /** Members with a default are always there: clients only read the schema. */
  readonly isFilledIn: boolean
}

/** The owner of a schema. */
export type Holder = Pick<Context, 'view' | 'isFilledIn'>

/** Services that the printers of schemas share. */
export interface PrinterServices {
  readonly references: References
  /** The name that a schema is referred to by, in requests alone or wherever it is used. */
  readonly refer: (target: Target, view: Direction | 'both') => string
  readonly views: Views
  readonly tags: Tags
  readonly sizes: Sizes
  readonly options: TypeOptions
  readonly openness: Openness
}

/** The context of a schema that is no part of another. */
export function startIn({ view, isFilledIn }: Holder, indent: string, isDeferred = false): Context {
  return {
    view,
    isFilledIn,
    isDeferred,
    indent,
    wholes: [],
  }
}
