import { createHash } from 'node:crypto'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import { pointerOf, segmentsOf } from '../../document/index.js'
import type { Unit } from '../model/document.js'
import { eachUnitSchema, mapUnitSchemas, referredUnit } from './unit-schemas.js'

// Inline code for smaller schemas costs less than a separate function.
const leastInside = 250

const isComponent = (pointer: string): boolean => {
  const [, kind, , ...rest] = segmentsOf(pointer)
  return kind === 'schemas' && rest.length === 0
}

/** Computes the pointer of a location on demand. */
type LazyPointer = () => string

const isWorthIt = (schema: JsonSchemaObject, text: string): boolean =>
  ('properties' in schema || 'enum' in schema || 'branches' in schema) && text.length >= leastInside

const mentionsUnevaluated = (text: string): boolean => text.includes('"unevaluated')

/** Counts the occurrences of each schema, and replaces repeated ones by one unit. */
class Sharing {
  readonly #texts = new Map<JsonSchemaObject, string>()
  readonly #counts = new Map<string, number>()
  readonly #components = new Map<string, string>()
  readonly #shared = new Map<string, Unit>()
  readonly #units: readonly Unit[]
  readonly #isInsideToo: boolean

  constructor(units: readonly Unit[]) {
    this.#units = units
    // `unevaluated…` keywords only see what is evaluated inside the same function.
    this.#isInsideToo = !units.some(({ schema }) => mentionsUnevaluated(JSON.stringify(schema)))
    for (const unit of units) this.#count(unit.schema, true)
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

  #isCandidate(schema: JsonSchemaObject, isRoot: boolean): boolean {
    if (isRoot) return referredUnit(schema) === undefined
    return this.#isInsideToo && ('properties' in schema || 'enum' in schema || 'branches' in schema)
  }

  #count(schema: JsonSchema, isRoot: boolean): void {
    if (typeof schema !== 'object') return
    const text = this.#isCandidate(schema, isRoot) ? this.#text(schema) : ''
    const isCounted = text !== '' && (isRoot || isWorthIt(schema, text))
    const count = (this.#counts.get(text) ?? 0) + 1
    if (isCounted) this.#counts.set(text, count)
    // Schemas inside a repeated one are printed once anyway.
    if (isCounted && count > 1) return
    eachUnitSchema(schema, (child) => this.#count(child, false))
  }

  #root({ schema, name, pointer }: Unit): JsonSchema {
    if (typeof schema !== 'object') return schema
    const lazy = (): string => pointer
    const other = this.#isSmallComponent(schema, pointer) ? undefined : this.#replaced(schema, lazy, true)
    return other === undefined || other === name ? this.#inside(schema, lazy) : { unit: other }
  }

  // Sharing the function of an unrelated component that happens to be equal and small would confuse readers.
  #isSmallComponent(schema: JsonSchemaObject, pointer: string): boolean {
    return isComponent(pointer) && this.#text(schema).length < leastInside
  }

  #inside(schema: JsonSchemaObject, pointer: LazyPointer): JsonSchema {
    return mapUnitSchemas(schema, (child, path) => {
      if (typeof child !== 'object') return child
      const below = (): string => `${pointer()}${pointerOf(...path).slice(1)}`
      const other = this.#replaced(child, below, false)
      return other === undefined ? this.#inside(child, below) : { unit: other }
    })
  }

  /** Name of the unit that replaces a repeated schema. */
  #replaced(schema: JsonSchemaObject, pointer: LazyPointer, isRoot: boolean): string | undefined {
    if (!this.#isCandidate(schema, isRoot)) return undefined
    const text = this.#text(schema)
    if (!isRoot && !isWorthIt(schema, text)) return undefined
    if ((this.#counts.get(text) ?? 0) < 2) return undefined
    return this.#components.get(text) ?? this.#sharedName(schema, text, pointer)
  }

  #sharedName(schema: JsonSchemaObject, text: string, pointer: LazyPointer): string {
    const name = `shared_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
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
