import type { Schemas } from '../../schema/components.js'
import type { JsonSchemaObject } from '../../../runtime/json-schema.js'
import type { Bounds } from './bounds.js'

/**
 * Something of the document that a value or a call makes use of, for the report of coverage. Examples:
 * `parameter query limit`, `parameter query limit absent`, `enum #/components/schemas/Pet/properties/kind "cat"`,
 * `branch #/components/schemas/Pet/oneOf/1`, `property #/components/schemas/Pet/properties/nickname`.
 */
export type CoveragePoint = string

/** Where a schema stands, and what is known besides it. */
export interface ValueSource {
  /** Component schemas that references mean. */
  readonly schemas: Schemas
  /** JSON Pointer of the schema in the document, beginning with `#/`. */
  readonly pointer: string
  /** Of responses only the points are known: values are made for requests. */
  readonly direction: 'request' | 'response'
  /** Values that a service is likely to know for a member or a parameter of a name, best first. */
  readonly known?: (name: string, schema: JsonSchemaObject) => readonly unknown[]
  /** Name of the parameter that the schema is of, so that `known` is asked for it. */
  readonly name?: string
  /** Examples that stand beside the schema: of the parameter or of the media type. */
  readonly examples?: readonly unknown[]
  /** Judges whole values by what was generated from the document: nothing that it refuses is called valid. */
  readonly accepts?: (value: unknown) => boolean
  /**
   * Gives a short text of letters and digits, another one each time it is asked: free texts and addresses of mail then
   * hold it, so that a service that wants names to be unique does not refuse the second one.
   */
  readonly distinct?: () => string
  /** Counts what values take to be made, and says which keyword asked for more than is made. */
  readonly bounds?: Bounds
}

/** Something peculiar in a value. */
export interface ValuePeculiarity {
  readonly kind: PeculiarityKind
  /** JSON Pointer in the value. */
  readonly at: string
}

/** What may be peculiar in a value. */
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
  /** In words, for people: `without "name"`, `limit at its maximum`. */
  readonly aim: string
}

/** A value that breaks its schema in one matter. */
export interface DeviatingValue {
  readonly value: unknown
  /** The keyword that is broken. */
  readonly keyword: string
  /** JSON Pointer in the value. */
  readonly at: string
  /** JSON Pointer of the schema that has the keyword, in the document. */
  readonly pointer: string
  /** In words: `"limit" is 101, and at most 100`. Holds nothing random. */
  readonly says: string
  /** True where many frameworks read the value as a valid one, and mean to: `"5"` for an integer. */
  readonly isCoercible?: true
}

/** A value that services stumble over, right or wrong. */
export interface TellingValue {
  /** The member that it is for; absent where it stands in place of the whole. */
  readonly member?: string
  readonly value: unknown
  /** In words, for instance `"size" is null`. */
  readonly aim: string
}
