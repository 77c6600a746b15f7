import type { Judge } from '../judge/judge.js'
import type { Shape } from '../schema/shape.js'
import type { Node } from '../schema/node.js'
import type { ValueSource } from '../model/source.js'

/** Where in a value something is made. */
export interface Spot {
  /** The name of the nearest member or parameter around it. */
  readonly name?: string
  /** Examples of what stands here, from those that are shown further out. */
  readonly shown: readonly unknown[]
  /** Schemas that are being made just now, outermost first. */
  readonly around: readonly unknown[]
  /** How many objects and lists it stands in. */
  readonly depth: number
}

/** Where a whole value is made. */
export function spotOf({ name, examples = [] }: ValueSource): Spot {
  return { ...(name !== undefined && { name }), shown: examples, around: [], depth: 0 }
}

/** A value that is made in one way. */
export interface Variant {
  readonly value: unknown
  /** Names of members and positions of items that lead to what varies. */
  readonly at: readonly (string | number)[]
  /** In words: `at its maximum`. */
  readonly words: string
}

/** Plain values are those that a service is likely to take; peculiar ones come after all of those. */
export type Pass = 'plain' | 'peculiar'

/** What makes values of schemas, one inside the other. */
export interface Making {
  readonly source: ValueSource
  readonly judge: Judge
  /** The ways to satisfy schemas. */
  shapes(node: Node): readonly Shape[]
  holds(value: unknown, node: Node): boolean
  /** The smallest value that is likely to be taken; undefined where none is found. */
  base(node: Node, spot: Spot): unknown
  /** A value with all that is optional, as far as it does not repeat itself. */
  full(node: Node, spot: Spot): unknown
  /** Values that differ from the base in one matter. */
  variants(node: Node, spot: Spot, pass: Pass): Iterable<Variant>
}
