import type { Bounds } from '../model/bounds.js'
import type { ValuePath, ValueSource } from '../model/source.js'
import type { Node } from '../schema/node.js'
import type { Shape } from '../schema/shape.js'

/** The location in a value at which something is made. */
export interface ValueLocation {
  /** The name of the nearest enclosing member or parameter. */
  readonly name?: string
  /** The names of the members that lead here, outermost first; items of lists are named `0`. */
  readonly path: ValuePath
  /** Examples for this location, taken from examples of enclosing values. */
  readonly shown: readonly unknown[]
  /** The enclosing schemas, outermost first. */
  readonly around: readonly unknown[]
  /** The number of enclosing objects and lists. */
  readonly depth: number
  /** Whether the value may be omitted. */
  readonly isOptional?: boolean
}

/** A value with one deliberate variation. */
export interface Variant {
  readonly value: unknown
  /** Path of the variation, as names of members and positions of items. */
  readonly at: readonly (string | number)[]
  /** Description: `at its maximum`, or of an invalid one `is 101, and at most 100`. */
  readonly words: string
  /** The keyword that an invalid value violates. */
  readonly broken?: Broken
}

/** The keyword that an invalid value violates. */
export interface Broken {
  readonly keyword: string
  /** JSON Pointer of the schema that has the keyword. */
  readonly pointer: string
  readonly isCoercible?: true
}

/**
 * Plain values are likely to be accepted by a service; peculiar ones are valid too and come later; wrong ones violate
 * one keyword each.
 */
export type Pass = 'plain' | 'peculiar' | 'wrong'

/** Random choices, with densities chosen once per value so that some values are sparse and others full. */
export interface Dice {
  /** A number from 0 up to, but not including, 1. */
  number(): number
  one<Item>(items: readonly Item[]): Item | undefined
  /** The probability of an optional member. */
  readonly density: number
  /** The probability of a peculiar value. */
  readonly peculiar: number
  /** The number of values drawn so far. */
  drawn: number
}

/**
 * The size of a value: `base` has only what a service is likely to need, `full` all optional members without
 * recursion, and dice choose at random.
 */
export type Size = 'base' | 'full' | Dice

/** The caller's knowledge of a location in a value. */
export interface Hinted {
  /** Its value, which the schemas accept; undefined if it is unknown. */
  readonly value?: unknown
  /** Whether the smallest value includes the location. */
  readonly isIncluded: boolean
}

/** Makes nested values for schemas. */
export interface Making {
  readonly source: ValueSource
  readonly bounds: Bounds
  /** The alternative shapes that satisfy schemas. */
  shapes(node: Node): readonly Shape[]
  holds(value: unknown, node: Node): boolean
  hinted(node: Node, location: ValueLocation): Hinted
  /** A value that satisfies schemas; undefined if none is found. */
  make(node: Node, location: ValueLocation, size: Size): unknown
  /** Values that differ from the smallest one in one respect. */
  variants(node: Node, location: ValueLocation, pass: Pass): Iterable<Variant>
}
