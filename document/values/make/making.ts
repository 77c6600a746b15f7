import type { Bounds } from '../model/bounds.js'
import type { ValueSource } from '../model/source.js'
import type { Node } from '../schema/node.js'
import type { Shape } from '../schema/shape.js'

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
  /** Whether the value could be left out. */
  readonly isOptional?: boolean
}

/** A value that is made in one way. */
export interface Variant {
  readonly value: unknown
  /** Names of members and positions of items that lead to what varies. */
  readonly at: readonly (string | number)[]
  /** In words: `at its maximum`, or of a wrong one `is 101, and at most 100`. */
  readonly words: string
  /** What a wrong one breaks. */
  readonly broken?: Broken
}

/** The keyword that a wrong value breaks. */
export interface Broken {
  readonly keyword: string
  /** JSON Pointer of the schema that has the keyword. */
  readonly pointer: string
  readonly isCoercible?: true
}

/**
 * Plain values are those that a service is likely to take; peculiar ones are valid as well, and come after all of
 * those; wrong ones break one keyword each.
 */
export type Pass = 'plain' | 'peculiar' | 'wrong'

/** Draws: chosen once for a whole value, so that some are plain and some are full. */
export interface Dice {
  /** A number from 0 up to 1. */
  number(): number
  one<Item>(items: readonly Item[]): Item | undefined
  /** How often an optional member is there. */
  readonly density: number
  /** How often something is peculiar. */
  readonly peculiar: number
  /** How many values were drawn. */
  drawn: number
}

/**
 * How much a value has: as little as a service is likely to take, all that is optional as far as it does not repeat
 * itself, or what the dice say.
 */
export type Size = 'base' | 'full' | Dice

/** What makes values of schemas, one inside the other. */
export interface Making {
  readonly source: ValueSource
  readonly bounds: Bounds
  /** The ways to satisfy schemas. */
  shapes(node: Node): readonly Shape[]
  holds(value: unknown, node: Node): boolean
  /** A value that satisfies schemas; undefined where none is found. */
  make(node: Node, spot: Spot, size: Size): unknown
  /** Values that differ from the smallest in one matter. */
  variants(node: Node, spot: Spot, pass: Pass): Iterable<Variant>
}
