import { createHash } from 'node:crypto'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import { pointerOf, segmentsOf } from '../../document/index.js'
import type { Unit } from '../model/document.js'
import { mapUnitSchemas, referredUnit } from './subschemas.js'

// Inline code for smaller schemas costs less than a separate function.
const leastInside = 60
const leastComponent = 250

const isComponent = (pointer: string): boolean => {
  const [, kind, , ...rest] = segmentsOf(pointer)
  return kind === 'schemas' && rest.length === 0
}

/** Computes the pointer of a location on demand. */
type LazyPointer = () => string

/**
 * Whether a schema that is a unit is checked by one call: a member, an item, and a branch other than null.
 */
const isCalled = ({ type }: JsonSchemaObject, [keyword = '']: readonly string[]): boolean =>
  ['properties', 'items'].includes(keyword) || (['anyOf', 'oneOf'].includes(keyword) && type !== 'null')

const isWorthIt = (schema: JsonSchemaObject, text: string, path: readonly string[]): boolean =>
  ['type', 'const', 'enum', 'anyOf', 'oneOf', 'branches'].some((keyword) => keyword in schema) &&
  (isCalled(schema, path) || text.length >= leastInside)

/** A readable name for a schema of a few keywords, such as `string_uuid`. */
const wordsOf = ({ type, format, ...others }: JsonSchemaObject): string | undefined =>
  Object.keys(others).length > 0 || type === undefined
    ? undefined
    : [type, format ?? []].flat(2).join('_').replaceAll(/\W/g, '_')

/**
 * Whether a schema always becomes a unit: a union of units as the items of a list. Inline, the loop would
 * build the path of every item.
 */
const isUnionOfItems = ({ anyOf, oneOf }: JsonSchemaObject, [keyword]: readonly string[] = []): boolean => {
  const branches = keyword === 'items' ? (anyOf ?? oneOf ?? []) : []
  return branches.length > 1 && branches.every((branch) => referredUnit(branch) !== undefined)
}

const mentionsUnevaluated = (text: string): boolean => text.includes('"unevaluated')

/** Counts the occurrences of each schema, and replaces repeated ones by one unit. */
class Sharing {
  readonly #texts = new Map<JsonSchemaObject, string>()
  readonly #counts = new Map<string, number>()
  readonly #components = new Map<string, string>()
  readonly #shared = new Map<string, Unit>()
  readonly #units: readonly Unit[]
  readonly #taken: ReadonlySet<string>
  readonly #isInsideToo: boolean

  constructor(units: readonly Unit[]) {
    this.#units = units
    // `unevaluated…` keywords only see what is evaluated inside the same function.
    this.#isInsideToo = !units.some(({ schema }) => mentionsUnevaluated(JSON.stringify(schema)))
    this.#taken = new Set(units.map(({ name }) => name))
    for (const unit of units) this.#count(unit.schema)
    for (const { schema, pointer, name } of units) {
      if (typeof schema !== 'object' || !isComponent(pointer)) continue
      const text = this.#text(schema)
      if (!this.#components.has(text)) this.#components.set(text, name)
    }
  }

  /** The units with repetitions replaced by references, and the added units. */
  all(): Unit[] {
    const own = this.#units.map((unit) => ({ ...unit, schema: this.#root(unit) }))
    return [...own, ...this.#shared.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  #text(schema: JsonSchemaObject): string {
    const known = this.#texts.get(schema) ?? JSON.stringify(schema)
    this.#texts.set(schema, known)
    return known
  }

  /** @param path from the schema that holds it; undefined for the schema of a unit */
  #isCandidate(schema: JsonSchemaObject, path: readonly string[] | undefined): boolean {
    if (path === undefined) return referredUnit(schema) === undefined
    return this.#isInsideToo && isWorthIt(schema, this.#text(schema), path)
  }

  #count(schema: JsonSchema, path?: readonly string[]): void {
    if (typeof schema !== 'object') return
    if (this.#isCandidate(schema, path)) {
      const text = this.#text(schema)
      const count = (this.#counts.get(text) ?? 0) + 1
      this.#counts.set(text, count)
      // Schemas inside a repeated one are printed once anyway.
      if (count > 1) return
    }
    mapUnitSchemas(schema, (child, below) => {
      this.#count(child, below)
      return child
    })
  }

  #root({ schema, name, pointer }: Unit): JsonSchema {
    if (typeof schema !== 'object') return schema
    const lazy = (): string => pointer
    const other = this.#replaced(schema, lazy)
    return other === undefined || other === name ? this.#inside(schema, lazy) : { unit: other }
  }

  #inside(schema: JsonSchemaObject, pointer: LazyPointer): JsonSchema {
    return mapUnitSchemas(schema, (child, path) => {
      if (typeof child !== 'object') return child
      const below = (): string => `${pointer()}${pointerOf(...path).slice(1)}`
      const other = this.#replaced(child, below, path)
      return other === undefined ? this.#inside(child, below) : { unit: other }
    })
  }

  /** Name of the unit that replaces a repeated schema. */
  #replaced(schema: JsonSchemaObject, pointer: LazyPointer, path?: readonly string[]): string | undefined {
    if (!this.#isCandidate(schema, path)) return undefined
    const text = this.#text(schema)
    if ((this.#counts.get(text) ?? 0) < 2 && !isUnionOfItems(schema, path)) return undefined
    // A member that happens to equal a small component is not named after it.
    const component = text.length < leastComponent ? undefined : this.#components.get(text)
    return component ?? this.#sharedName(schema, text, pointer)
  }

  #sharedName(schema: JsonSchemaObject, text: string, pointer: LazyPointer): string {
    const digest = createHash('sha256').update(text).digest('hex')
    const short = `_${wordsOf(schema) ?? digest.slice(0, 8)}`
    const name = this.#taken.has(short) ? `_${digest.slice(0, 16)}` : short
    if (!this.#shared.has(name)) {
      const unit = { name, pointer: pointer(), type: 'unknown', isShared: true }
      this.#shared.set(name, { ...unit, direction: 'both', schema: this.#inside(schema, pointer) })
    }
    return name
  }
}

/**
 * Deduplicates schemas: those that are equal, including references, become one unit that the others refer to.
 * Generated documents often repeat a schema in dozens of places.
 */
export function shareRepeated(units: readonly Unit[]): Unit[] {
  return new Sharing(units).all()
}
