import type { Problem } from '../../diagnostics/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import { isObject, pointerOf, resolvePointer, segmentsOf } from '../load/pointer.js'
import type { Direction, LoadedDocument, Unit } from '../model/document.js'
import { toJsonSchema } from './dialect.js'
import { makeDirectional, requiredIn } from './directions.js'
import type { Homes } from './homes.js'
import { assertionKeywords } from './keywords.js'
import { unicodePattern } from './patterns.js'
import { mapSubschemas } from './subschemas.js'
import { taggedBranches } from './tagged-union.js'

/** Gives every schema that is asked for a validator of its own, and asks for those that it refers to. */
export class Units {
  readonly problems: Problem[] = []
  readonly #units = new Map<string, Unit>()
  readonly #asked = new Set<string>()
  readonly #pending: (() => void)[] = []
  readonly #schemas = new Map<string, JsonSchema | undefined>()
  readonly #document: LoadedDocument
  readonly #homes: Homes
  readonly #isDirectional: (ref: string) => boolean

  constructor(document: LoadedDocument, homes: Homes) {
    this.#document = document
    this.#homes = homes
    this.#isDirectional = makeDirectional((ref) => this.lookup(ref))
  }

  /** The schema at a pointer, read as JSON Schema 2020-12. */
  lookup(pointer: string): JsonSchema | undefined {
    if (this.#schemas.has(pointer)) return this.#schemas.get(pointer)
    const node = resolvePointer(this.#document.root, pointer)
    const schema = node === undefined ? undefined : toJsonSchema(node, this.#document.dialect)
    this.#schemas.set(pointer, schema)
    return schema
  }

  /** Name of the validator of the schema at a path; a schema that is only a reference uses its target's. */
  validatorFor(path: readonly string[], direction: Direction): string {
    const { pointer, schema } = this.#target(path)
    const directed = this.#isDirectional(pointer) ? direction : 'both'
    const place = segmentsOf(pointer)
    const home = this.#homes.home(place, directed === 'both' ? '' : directed)
    const name = home.exportName === 'default' ? home.module : `${home.module}#${home.exportName}`
    if (!this.#asked.has(name)) {
      this.#asked.add(name)
      // Queued, not called: a chain of references may be longer than the stack is deep.
      this.#pending.push(() => {
        const assertions = this.#assertions(schema, directed, place)
        const type = this.#homes.typeOf(place)
        this.#units.set(name, { name, ...home, pointer, direction: directed, schema: assertions, type })
      })
    }
    return name
  }

  /** All units that were asked for, and those that they need, by name. */
  all(): Unit[] {
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) next()
    return [...this.#units.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  #target(path: readonly string[]): { pointer: string; schema: JsonSchema } {
    let pointer = pointerOf(...path)
    let schema = this.lookup(pointer) ?? true
    while (isBareReference(schema)) {
      pointer = pointerOf(...segmentsOf(schema.$ref))
      schema = this.lookup(pointer) ?? true
    }
    return { pointer, schema }
  }

  #assertions(schema: JsonSchema, direction: Direction | 'both', path: readonly string[]): JsonSchema {
    if (typeof schema === 'boolean') return schema
    const inner = mapSubschemas(schema, (child, below) =>
      this.#assertions(child as JsonSchema, direction, [...path, ...below]),
    )
    const kept = Object.entries(inner).filter(([keyword]) => assertionKeywords.has(keyword))
    const changed = {
      ...Object.fromEntries(kept),
      ...this.#reference(schema, direction),
      ...this.#union(schema, inner),
      ...this.#required(schema, direction),
      ...this.#pattern(schema, path),
    }
    return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
  }

  #reference(schema: JsonSchemaObject, direction: Direction | 'both'): Record<string, unknown> {
    if (schema.$ref === undefined) return {}
    return { unit: this.validatorFor(segmentsOf(schema.$ref), direction === 'both' ? 'response' : direction) }
  }

  #union(schema: JsonSchemaObject, inner: JsonSchemaObject): Record<string, unknown> {
    const tagged = taggedBranches(schema, (ref) => this.lookup(ref))
    if (!tagged) return {}
    const tag = { property: tagged.property, select: [...tagged.branches] }
    return { oneOf: undefined, anyOf: undefined, branches: inner.oneOf ?? inner.anyOf, tag }
  }

  #required(schema: JsonSchemaObject, direction: Direction | 'both'): Record<string, unknown> {
    if (!schema.required) return {}
    const isMarked = (property: string, mark: 'readOnly' | 'writeOnly'): boolean => {
      const own = schema.properties?.[property]
      const target = typeof own === 'object' && own.$ref !== undefined ? this.lookup(own.$ref) : own
      return [own, target].some((candidate) => isObject(candidate) && candidate[mark] === true)
    }
    return { required: requiredIn(direction, schema.required, isMarked) }
  }

  #pattern(schema: JsonSchemaObject, path: readonly string[]): Record<string, unknown> {
    if (schema.pattern === undefined) return {}
    const pattern = unicodePattern(schema.pattern)
    if (pattern !== undefined) return { pattern }
    this.problems.push({
      code: 'DOCUMENT_NOTE',
      severity: 'warning',
      message: `the pattern ${JSON.stringify(schema.pattern)} is no ECMAScript regular expression; it is not checked`,
      where: { file: this.#document.file, pointer: pointerOf(...path, 'pattern') },
    })
    return { pattern: undefined }
  }
}

const isBareReference = (schema: JsonSchema): schema is { readonly $ref: string } =>
  typeof schema === 'object' &&
  schema.$ref !== undefined &&
  Object.keys(schema).every((keyword) => keyword === '$ref' || !assertionKeywords.has(keyword))
