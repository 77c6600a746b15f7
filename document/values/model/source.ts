import type { JsonSchema, JsonSchemaObject } from '../../../runtime/surface.js'
import { appendKey, pointerOf } from '../../json/json.js'
import { componentAt, componentSchema, foreignMark, partsOf, type Schemas } from '../../schema/reading.js'

/** Thrown if a value would take more steps than allowed. */
export class Spent extends Error {
  override readonly name = 'Spent'
}

/** Limits on the size of one value and the steps to make it, so that requests stay small and runs fast. */
export const most = {
  /** Validated schemas and explored union branches. */
  steps: 100_000,
  /** Characters of a string whose length the document requires. */
  characters: 500_000,
  /** Characters of a string without a length limit in the document. */
  freeCharacters: 10_000,
  items: 1_000,
  /** Nested objects and lists. */
  depth: 100,
  /** Characters of the whole value as JSON. */
  json: 1_000_000,
} as const

const partOfLeft = 0.5
/** The minimum of steps for starting a part. */
const leastPart = 50

/** Counts the steps for one value, and records the keywords that require more than the limits. */
export class Bounds {
  readonly exceeded = new Set<string>()
  #left: number = most.steps
  #least: number = most.steps

  /** The most steps that any value took. */
  get mostSteps(): number {
    return most.steps - Math.min(this.#least, this.#left)
  }

  /** Resets the steps for the next value. */
  rest(): void {
    this.#least = Math.min(this.#least, this.#left)
    this.#left = most.steps
  }

  /** @throws Spent if no steps are left */
  take(steps = 1): void {
    this.#left -= steps
    if (this.#left >= 0) return
    this.exceeded.add('combinations')
    throw new Spent()
  }

  /** Whether a keyword stays within a limit; otherwise it is recorded as the reason for the missing value. */
  allows(keyword: string, asked: number, allowed: number): boolean {
    if (asked > allowed) this.exceeded.add(keyword)
    return asked <= allowed
  }

  /** Runs a function with a part of the remaining steps; undefined if it takes more. */
  part<Made>(make: () => Made): Made | undefined {
    const before = this.#left
    if (before < leastPart) return undefined
    this.#left = Math.floor(before * partOfLeft)
    const given = this.#left
    try {
      return make()
    } catch (error) {
      if (!(error instanceof Spent)) throw error
      return undefined
    } finally {
      this.#left = before - (given - Math.max(0, this.#left))
    }
  }

  /** @yields items on while each takes no more than a part of the remaining steps */
  *partly<Item>(items: Iterable<Item>): Iterable<Item> {
    const iterator = items[Symbol.iterator]()
    for (;;) {
      const next = this.part(() => iterator.next())
      if (!next || next.done === true) return
      yield next.value
    }
  }
}

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
  /** Values that a service is likely to accept for a member or a parameter of this name and path, best first. */
  readonly known?: (name: string, schema: JsonSchemaObject, path: ValuePath) => readonly unknown[]
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
  /** Returns another short text on each call, for services that require unique names and addresses. */
  readonly distinct?: () => string
  /** How many branches of a `oneOf` a value may match; one by default. */
  readonly mostBranches?: number
  /** Counts the steps for values, and records keywords that exceed the limits. */
  readonly bounds?: Bounds
}

/** A value that violates its schema in one respect. */
export interface DeviatingValue {
  readonly value: unknown
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
}

/** A schema with its JSON Pointer in the document. */
export interface Located {
  readonly schema: JsonSchema
  readonly pointer: string
}

/** A schema object with its JSON Pointer in the document. */
export interface Clause extends Located {
  readonly schema: JsonSchemaObject
}

/** Schemas that one value must satisfy at once. */
export type Node = readonly Located[]

/** The schema of a value as a node; without one, every value is valid. */
export function nodeOf(schema: JsonSchema | undefined, pointer: string): Node {
  return [{ schema: schema ?? true, pointer }]
}

/** The subschema under a keyword of a schema. */
export function below(pointer: string, schema: JsonSchema, ...keys: readonly (string | number)[]): Located {
  return { schema, pointer: keys.reduce<string>(appendKey, pointer) }
}

/** The component schema that a reference resolves to, or the schema inside one, with its pointer. */
export function targetOf(ref: string | undefined, schemas: Schemas): Located | undefined {
  const found = componentAt(ref, schemas)
  return found && { schema: found.schema, pointer: pointerOf('components', 'schemas', ...found.path) }
}

const partsIn = (schema: JsonSchema | undefined, schemas: Schemas): JsonSchemaObject[] =>
  partsOf(schema, (ref) => componentSchema(ref, schemas))

/** The component schemas of a document, and the direction in which values are sent. */
export type Directed = Pick<ValueSource, 'schemas' | 'direction'>

/** Whether values lack a member with a schema: one that is only read in requests, or only written in responses. */
export function isLeftOut(schema: JsonSchema | undefined, { schemas, direction }: Directed): boolean {
  return partsIn(schema, schemas).some((part) => part[foreignMark[direction]] === true)
}

/** Whether values lack a member of a schema, so that they need not have it. */
export function isLeftOutOf(schema: JsonSchema, name: string, directed: Directed): boolean {
  return partsIn(schema, directed.schemas).some(
    ({ properties = {} }) => Object.hasOwn(properties, name) && isLeftOut(properties[name], directed),
  )
}
