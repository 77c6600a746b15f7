import type { Problem } from '../../diagnostics/index.js'
import {
  assertionKeywords,
  type Dialect,
  discriminatorIn,
  isObject,
  type JsonObject,
  judgePattern,
  keywordsWithNull,
  partsOf,
  pointerOf,
  readablePattern,
  readSchema,
  resolvePointer,
  segmentsOf,
} from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/surface.js'
import { noteAt, shortened } from '../load/problems.js'
import type { Direction, Gap, LoadedDocument, Unit } from '../model/document.js'
import type { UnitNames } from './names.js'
import {
  closingIn,
  listedValues,
  type Lookup,
  makeDirectional,
  mapSchemas,
  mapSubschemas,
  requiredIn,
  subschemasOf,
} from './subschemas.js'

/** The pattern to check, and the problem to report if it is not checked as written. */
const checkedOf = (written: unknown): { readonly pattern: string | undefined; readonly problem?: string } => {
  const left = { pattern: undefined }
  const readable = readablePattern(written)
  if (!readable) return { ...left, problem: 'is not an ECMAScript regular expression; it is not checked' }
  const { source: pattern, flags } = readable
  const judgement = judgePattern(pattern, flags)
  if (judgement === 'endless')
    return { ...left, problem: 'may take exponential time on some texts; it is not checked' }
  if (typeof judgement === 'string' || !('most' in judgement)) return { pattern }
  const problem = `is slow on long texts; it is checked in texts of up to ${judgement.most} characters`
  return { pattern, problem }
}

/** Prepares the patterns of a document for validators, and records those that cannot be checked. */
class PatternChecks {
  readonly #file: string
  /** Notes on patterns that are omitted or only checked in short texts, by pointer: a schema is visited once per direction. */
  readonly problems = new Map<string, Problem>()
  /** Patterns that are not checked at all, likewise. */
  readonly gaps = new Map<string, Gap>()

  /** @param file the file of the document */
  constructor(file: string) {
    this.#file = file
  }

  /** The rewritten keywords of a schema that contain patterns, and those that depend on them. */
  of(schema: JsonSchemaObject, path: readonly string[]): Record<string, unknown> {
    const { pattern } = schema
    return {
      ...(pattern === undefined ? {} : { pattern: this.#checked(pattern, [...path, 'pattern']) }),
      ...this.#names(schema, [...path, 'patternProperties']),
    }
  }

  #names({ patternProperties }: JsonSchemaObject, path: readonly string[]): Record<string, unknown> {
    if (!isObject(patternProperties)) return {}
    const checked = Object.entries(patternProperties).map(
      ([name, schema]) => [this.#checked(name, [...path, name]), schema] as const,
    )
    const schemas = new Map<string, unknown>()
    for (const [pattern, schema] of checked) {
      if (pattern === undefined) continue
      // Different spellings can result in the same pattern.
      schemas.set(pattern, schemas.has(pattern) ? { allOf: [schemas.get(pattern), schema] } : schema)
    }
    // If one pattern cannot be checked, the names that match no pattern are unknown.
    const isWhole = checked.every(([pattern]) => pattern !== undefined)
    const open = isWhole ? {} : { additionalProperties: undefined, unevaluatedProperties: undefined }
    return { patternProperties: Object.fromEntries(schemas), ...open }
  }

  #checked(written: string, path: readonly string[]): string | undefined {
    const { pattern, problem } = checkedOf(written)
    if (problem === undefined) return pattern
    const pointer = pointerOf(...path)
    const message = `the pattern ${JSON.stringify(shortened(written, 300))} ${problem}`
    this.problems.set(pointer, noteAt(this.#file, path, message))
    if (pattern === undefined) this.gaps.set(pointer, { path, reason: message })
    return pattern
  }
}

/** Converts a schema of a document, and its subschemas, to JSON Schema 2020-12. */
const toJsonSchema = (node: unknown, dialect: Dialect): JsonSchema => {
  if (typeof node === 'boolean') return node
  if (!isObject(node)) return true
  return mapSubschemas(keywordsWithNull(readSchema(node, dialect)), (child) => toJsonSchema(child, dialect))
}

/** The tag values of a branch; undefined if it does not require the tag of objects. */
const tagsOf = (branch: JsonSchema, property: string, lookup: Lookup): readonly string[] | undefined => {
  const parts = partsOf(branch, lookup)
  const isDemanded = parts.some(({ required }) => required?.includes(property))
  const [first, ...others] = listedValues(parts, property, lookup)
  if (!first || !isDemanded || !parts.some(({ type }) => type === 'object')) return undefined
  const tags = first.filter((tag) => others.every((other) => other.includes(tag)))
  return tags.every((tag) => typeof tag === 'string') ? tags : undefined
}

/**
 * For a `oneOf` or `anyOf` with a discriminator whose branches are objects with distinct required tag values: the
 * branch that each value selects. Validating only that branch is then equivalent to validating all, and errors
 * concern one branch. Undefined for any other union, which is validated in full.
 */
const taggedBranches = (schema: JsonSchemaObject, lookup: Lookup) => {
  const union = schema.oneOf ?? schema.anyOf
  const property = discriminatorIn(schema)?.property
  if (!union || property === undefined || (schema.oneOf && schema.anyOf)) return undefined
  const branches = new Map<string, number>()
  for (const [index, branch] of union.entries()) {
    for (const tag of tagsOf(branch, property, lookup) ?? [undefined]) {
      if (tag === undefined || branches.has(tag)) return undefined
      branches.set(tag, index)
    }
  }
  return { property, branches }
}

type Way = Unit['direction']

type Target = Pick<Unit, 'pointer' | 'schema'>

/** Creates a validator unit for every requested schema, and for the schemas that it refers to. */
export class Units {
  /** By name, created on access: a chain of references may be deeper than the stack. */
  readonly #units = new Map<string, Unit | (() => Unit)>()
  readonly #targets = new Map<string, Target>()
  readonly #schemas = new Map<string, JsonSchema | undefined>()
  readonly #document: LoadedDocument
  readonly #names: UnitNames
  readonly patterns: PatternChecks
  readonly #isDirectional: (ref: string) => boolean

  constructor(document: LoadedDocument, names: UnitNames) {
    this.#document = document
    this.#names = names
    this.patterns = new PatternChecks(document.file)
    this.#isDirectional = makeDirectional((ref) => this.lookup(ref), document.closedResponses)
  }

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
    const target = segmentsOf(pointer)
    const view = directed === 'both' ? '' : directed
    const name = this.#names.nameOf(target, view)
    if (!this.#units.has(name)) {
      this.#units.set(name, () => {
        const assertions = this.#assertions(schema, directed, target)
        const type = this.#names.typeOf(target, view)
        return { name, pointer, direction: directed, schema: assertions, type }
      })
    }
    return name
  }

  /** The unit of a name returned by `validatorFor`; undefined for any other. */
  unit(name: string): Unit | undefined {
    const known = this.#units.get(name)
    if (typeof known !== 'function') return known
    const made = known()
    this.#units.set(name, made)
    return made
  }

  /** All requested units and their dependencies, by name. */
  all(): Unit[] {
    // Creating a unit may append others, which are visited later.
    const made = Array.from(this.#units.keys(), (name) => this.unit(name) ?? [])
    return made.flat().toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  #target(path: readonly string[]): Target {
    const passed: string[] = []
    let pointer = pointerOf(...path)
    let schema = this.lookup(pointer) ?? true
    while (!this.#targets.has(pointer) && isBareReference(schema)) {
      passed.push(pointer)
      pointer = pointerOf(...segmentsOf(schema.$ref))
      schema = this.lookup(pointer) ?? true
    }
    const target = this.#targets.get(pointer) ?? { pointer, schema }
    // Cached for every step, so that a chain of references does not take quadratic time.
    for (const step of passed) this.#targets.set(step, target)
    return target
  }

  #assertions(schema: JsonSchema, direction: Way, path: readonly string[], whole = schema): JsonSchema {
    if (typeof schema === 'boolean') return schema
    const inner = mapSchemas(schema, (child, below) =>
      this.#assertions(child, direction, [...path, ...below], below[0] === 'allOf' ? whole : child),
    )
    const patterns = this.patterns.of(inner, path)
    const kept = Object.entries(inner).filter(([keyword]) => assertionKeywords.has(keyword))
    const changed = {
      ...Object.fromEntries(kept),
      ...this.#reference(schema, direction),
      ...this.#opened(schema, inner, direction),
      ...this.#union(schema, inner),
      ...this.#required(schema, direction, whole),
      ...patterns,
      ...prototypeKey({ ...inner, ...patterns }),
    }
    return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
  }

  #reference(schema: JsonSchemaObject, direction: Way): JsonObject {
    if (schema.$ref === undefined) return {}
    return { unit: this.validatorFor(segmentsOf(schema.$ref), direction === 'both' ? 'response' : direction) }
  }

  /** Opens the objects of a response; branches that differed only by being closed may match together. */
  #opened(schema: JsonSchemaObject, inner: JsonSchemaObject, direction: Way): JsonObject {
    if (direction !== 'response' || this.#document.closedResponses) return {}
    const open = Object.fromEntries(closingIn(schema).map((keyword) => [keyword, undefined]))
    const isExclusive = inner.oneOf !== undefined && this.#reachesClosed(schema.oneOf ?? [])
    if (!isExclusive) return open
    const { oneOf, anyOf, allOf = [] } = inner
    const others = anyOf === undefined ? {} : { allOf: [...allOf, { anyOf }] }
    return { ...open, ...others, oneOf: undefined, anyOf: oneOf }
  }

  #reachesClosed(schemas: readonly JsonSchema[]): boolean {
    const seen = new Set<JsonSchema>(schemas)
    for (const schema of seen) {
      if (typeof schema !== 'object') continue
      if (closingIn(schema).length > 0) return true
      if (schema.$ref !== undefined) seen.add(this.lookup(schema.$ref) ?? true)
      for (const child of subschemasOf(schema)) seen.add(child)
    }
    return false
  }

  #union(schema: JsonSchemaObject, inner: JsonSchemaObject): Record<string, unknown> {
    const tagged = taggedBranches(schema, (ref) => this.lookup(ref))
    if (!tagged) return {}
    const tag = { property: tagged.property, select: [...tagged.branches] }
    return { oneOf: undefined, anyOf: undefined, branches: inner.oneOf ?? inner.anyOf, tag }
  }

  #required(schema: JsonSchemaObject, direction: Way, whole: JsonSchema): JsonObject {
    if (!schema.required) return {}
    return { required: requiredIn(direction, schema.required, whole, (ref) => this.lookup(ref)) }
  }
}

// ajv ignores a property of this name, so it is validated as a pattern.
const prototypeKey = ({ properties, patternProperties }: JsonSchemaObject): Record<string, unknown> => {
  if (!properties || !Object.hasOwn(properties, '__proto__')) return {}
  const own = Object.entries(properties).find(([name]) => name === '__proto__')?.[1]
  const others = Object.entries(properties).filter(([name]) => name !== '__proto__')
  const patterns = isObject(patternProperties) ? patternProperties : {}
  return { properties: Object.fromEntries(others), patternProperties: { ...patterns, '^__proto__$': own } }
}

const isBareReference = (schema: JsonSchema): schema is { readonly $ref: string } =>
  typeof schema === 'object' &&
  schema.$ref !== undefined &&
  Object.keys(schema).every((keyword) => keyword === '$ref' || !assertionKeywords.has(keyword))
