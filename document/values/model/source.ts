import type { Schemas } from '../../schema/components.js'
import type { JsonSchema, JsonSchemaObject } from '../../../runtime/json-schema.js'
import type { Bounds } from './bounds.js'

/**
 * A feature of the document that a value or a call exercises, for the coverage report. Examples: `parameter query
 * limit`, `parameter query limit absent`, `enum #/components/schemas/Pet/properties/kind "cat"`, `branch
 * #/components/schemas/Pet/oneOf/1`, `property #/components/schemas/Pet/properties/nickname`.
 */
export type CoveragePoint = string

/** The names of the members that lead to a value, outermost first; items of lists are named `0`. */
export type ValuePath = readonly string[]

/** Gives the value at a path, or undefined to let the schema decide. */
export type Hint = (path: ValuePath, schema: JsonSchemaObject) => unknown

/** The context of a schema for which values are made. */
export interface ValueSource {
  /** Component schemas for resolving references. */
  readonly schemas: Schemas
  /** JSON Pointer of the schema in the document, beginning with `#/`. */
  readonly pointer: string
  /** Requests lack the members that are only read, and responses those that are only written. */
  readonly direction: 'request' | 'response'
  /** Values that a service is likely to accept for a member or a parameter of this name, best first. */
  readonly known?: (name: string, schema: JsonSchemaObject) => readonly unknown[]
  /** The value of a member or an item; ignored where the schema refuses it. Not asked about the whole value. */
  readonly hint?: Hint
  /** Whether the smallest value has an optional member. Members with a hint are included anyway. */
  readonly includes?: (path: ValuePath, schema: JsonSchemaObject) => boolean
  /** The path of the whole value, if it is made for a location in another one. */
  readonly path?: ValuePath
  /** The branch of a union to try first. */
  readonly branch?: (union: readonly JsonSchema[]) => JsonSchema | undefined
  /** Branches that list one of these texts for a property are tried before others. */
  readonly preferredTags?: readonly string[]
  /** Name of the parameter that the schema belongs to, for which `known` is called. */
  readonly name?: string
  /** Examples beside the schema, in the parameter or media type. */
  readonly examples?: readonly unknown[]
  /** The generated validator for whole values; a value that it rejects is never presented as valid. */
  readonly accepts?: (value: unknown) => boolean
  /**
   * Returns a different short alphanumeric string on each call, for use in free text and email addresses, so that a
   * service that requires unique names does not reject the second value.
   */
  readonly distinct?: () => string
  /** Counts the steps for values, and records keywords that exceed the limits. */
  readonly bounds?: Bounds
}

/** Something peculiar in a value. */
export interface ValuePeculiarity {
  readonly kind: PeculiarityKind
  /** JSON Pointer in the value. */
  readonly at: string
}

export type PeculiarityKind =
  | 'blank-text'
  | 'control'
  | 'deep'
  | 'empty-list'
  | 'empty-object'
  | 'empty-text'
  | 'fraction'
  | 'huge-number'
  | 'lone-surrogate'
  | 'long-list'
  | 'long-text'
  | 'negative'
  | 'nul'
  | 'null'
  | 'quotes'
  | 'unicode'
  | 'zero'

/** A value that satisfies its schema. */
export interface GeneratedValue {
  readonly value: unknown
  /** Description for people: `without "name"`, `limit at its maximum`. */
  readonly aim: string
}

/** A value that violates its schema in one respect. */
export interface DeviatingValue {
  readonly value: unknown
  /** The violated keyword. */
  readonly keyword: string
  /** JSON Pointer in the value. */
  readonly at: string
  /** JSON Pointer of the schema with the keyword, in the document. */
  readonly pointer: string
  /** Description without random parts: `"limit" is 101, and at most 100`. */
  readonly says: string
  /** Set if many frameworks coerce the value to a valid one on purpose: `"5"` for an integer. */
  readonly isCoercible?: true
}

/** A value that services often fail on, valid or invalid. */
export interface TellingValue {
  /** The member to replace; absent if it replaces the whole value. */
  readonly member?: string
  readonly value: unknown
  /** Description, for instance `"size" is null`. */
  readonly aim: string
}
