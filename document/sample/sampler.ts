import { isObject } from '../json/values.js'
import { isJsonType } from '../json/media-type.js'
import { componentSchema, endOfReferences, type Schemas } from '../schema/components.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'

const byFormat: Readonly<Record<string, string>> = {
  uuid: '3f2b8a54-6c1d-4e7f-9a0b-5d4c3b2a1f00',
  date: '1990-01-15',
  'date-time': '2026-01-15T10:00:00Z',
  time: '10:00:00Z',
  decimal: '100',
  email: 'contract.check@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  byte: 'AAAA',
}

/** Samples for common patterns. */
export const commonTexts: readonly string[] = [
  'DEU',
  'DE',
  'EUR',
  'Sample',
  'SAMPLE',
  'sample',
  '+4915112345678',
  '1990-01-15',
  '100',
  '100.00',
  '12345',
  '123456789',
  '12345678909',
  ...Object.values(byFormat),
]

const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

const fits = ({ pattern, minLength = 0, maxLength = Infinity }: JsonSchemaObject, text: string): boolean =>
  text.length >= minLength && text.length <= maxLength && (pattern === undefined || matches(pattern, text))

/** A string for a schema of type string: by its format, or the first common text that the schema accepts. */
const sampleText = (schema: JsonSchemaObject): string => {
  const text = byFormat[schema.format ?? ''] ?? 'Sample'
  const cut = text.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength)
  return [text, ...commonTexts, cut].find((candidate) => fits(schema, candidate)) ?? cut
}

/** The names of the members that lead to a value, outermost first. */
export type SamplePath = readonly string[]

/** Gives the value at a path, or undefined to let the schema decide. */
export type Hint = (path: SamplePath, schema: JsonSchemaObject) => unknown

/** The content of a body or a parameter, by media type. */
type Content = Readonly<
  Record<string, { readonly schema?: JsonSchema; readonly examples?: Readonly<Record<string, unknown>> }>
>

interface SampledParameter {
  readonly name: string
  readonly schema?: JsonSchema
  readonly content?: Content
  readonly example?: unknown
}

/** The schemas for resolving references, and overrides of the sampler. */
export interface SampleOptions {
  readonly schemas: Schemas
  readonly hint?: Hint
  /** Discriminator values to prefer in unions. */
  readonly preferredTags?: readonly string[]
  /** Chooses a branch of a union if tags do not decide; undefined leaves the choice to the sampler. */
  readonly branch?: (path: SamplePath, union: readonly JsonSchema[]) => JsonSchema | undefined
}

const deepest = 12

/** Keywords that do not affect the value. */
const remarks = new Set(['$ref', 'title', 'description', 'deprecated', 'readOnly', 'writeOnly'])

const sampleNumber = ({ minimum, maximum, exclusiveMinimum, multipleOf }: JsonSchemaObject): number => {
  const least = minimum ?? (exclusiveMinimum === undefined ? Math.min(1, maximum ?? 1) : exclusiveMinimum + 1)
  return typeof multipleOf === 'number' && multipleOf > 0 ? Math.ceil(least / multipleOf) * multipleOf : least
}

const typeOf = (schema: JsonSchemaObject): string | undefined => {
  if (typeof schema.type === 'string') return schema.type
  if (schema.type) return schema.type.find((type) => type !== 'null')
  if (schema.properties || schema.required) return 'object'
  return schema.items === undefined ? undefined : 'array'
}

const merge = (parts: readonly unknown[]): unknown =>
  parts.every(isObject) ? Object.assign({}, ...parts) : parts.at(-1)

/** Cached tag values of branches, which are requested repeatedly. */
const tagsOf = new WeakMap<JsonSchemaObject, readonly string[]>()

/** Builds the smallest value that a schema of the served document accepts: required members only. */
export class Sampler {
  readonly #options: SampleOptions
  /** Current depth of nested schemas, since references may be circular. */
  #level = 0

  constructor(options: SampleOptions) {
    this.#options = options
  }

  /** A value for a body, preferably the example in the document. */
  body(body: { readonly content: Content } | undefined): unknown {
    const content = Object.entries(body?.content ?? {})
    const [, json] = content.find(([type]) => isJsonType(type)) ?? content[0] ?? []
    return this.sample(json?.schema, [], Object.values(json?.examples ?? {})[0])
  }

  /** A value for a parameter, as text. */
  parameter({ name, schema, example, content }: SampledParameter): string {
    if (example !== undefined) return typeof example === 'string' ? example : JSON.stringify(example)
    const value = this.sample(schema ?? Object.values(content ?? {})[0]?.schema, [name])
    return typeof value === 'string' ? value : JSON.stringify(value)
  }

  /** A value for the schema. Deterministic; recursion ends at a fixed depth. */
  sample(schema: JsonSchema | undefined, path: SamplePath = [], shown?: unknown): unknown {
    const node = this.#follow(schema)
    const isTooDeep = path.length > deepest || this.#level > deepest * 4
    if (typeof node !== 'object' || isTooDeep) return shown ?? (path.length === 0 ? {} : 'Sample')
    const value = this.#hinted(node, path)
    return value === undefined ? this.#unhinted(node, path, shown) : value
  }

  #unhinted(node: JsonSchemaObject, path: SamplePath, shown: unknown): unknown {
    const example = shown ?? node.example ?? node.examples?.[0]
    this.#level++
    const value = this.#composed(node, path, example) ?? this.#plain(node, path, example)
    this.#level--
    return value
  }

  #hinted(node: JsonSchemaObject, path: SamplePath): unknown {
    const value = this.#options.hint?.(path, node)
    return node.enum === undefined || node.enum.includes(value) ? value : undefined
  }

  #composed(node: JsonSchemaObject, path: SamplePath, example: unknown): unknown {
    const parts: unknown[] = []
    if (node.$ref !== undefined) parts.push(this.sample(this.#resolve(node.$ref), path, example))
    for (const part of node.allOf ?? []) parts.push(this.sample(part, path, example))
    const union = node.oneOf ?? node.anyOf
    if (union) parts.push(this.sample(this.#choose(union, path), path, example))
    if (parts.length === 0) return undefined
    return merge(node.properties ? [...parts, this.#object(node, path, example)] : parts)
  }

  #plain(node: JsonSchemaObject, path: SamplePath, example: unknown): unknown {
    const type = typeOf(node)
    if (type === 'object') return this.#object(node, path, example)
    const given = [node.const, example, node.default, node.enum?.[0]].find(
      (value) =>
        value !== undefined && value !== null && (node.enum === undefined || node.enum.includes(value)),
    )
    if (given !== undefined) return given
    if (type === 'array')
      return Array.from({ length: node.minItems ?? 0 }, () => this.sample(node.items, [...path, '0']))
    if (type === 'integer' || type === 'number') return sampleNumber(node)
    if (type === 'boolean') return false
    if (type === 'string') return sampleText(node)
    return node.type === 'null' ? null : {}
  }

  #object(node: JsonSchemaObject, path: SamplePath, example: unknown): Record<string, unknown> {
    const isTooDeep = path.length >= deepest || this.#level > deepest * 4
    const names = new Set(node.required ?? [])
    const hints = new Map<string, unknown>()
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      const followed = this.#follow(property)
      const hinted = typeof followed === 'object' ? this.#hinted(followed, [...path, name]) : undefined
      if (hinted === undefined) continue
      names.add(name)
      // Computed once, because hints that fill objects would otherwise do it again on every level.
      if (!isTooDeep) hints.set(name, hinted)
    }
    const members = isObject(example) ? example : {}
    const member = (name: string): unknown =>
      hints.has(name)
        ? hints.get(name)
        : this.sample(node.properties?.[name] ?? true, [...path, name], members[name])
    return Object.fromEntries([...names].map((name) => [name, member(name)]))
  }

  #choose(union: readonly JsonSchema[], path: SamplePath): JsonSchema | undefined {
    const chosen = this.#options.branch?.(path, union)
    if (chosen !== undefined) return chosen
    const preferred = this.#options.preferredTags ?? []
    const tagged = union.find((branch) => this.#tags(branch).some((tag) => preferred.includes(tag)))
    return tagged ?? union.find((branch) => typeof branch === 'object' && branch.type !== 'null')
  }

  #tags(branch: JsonSchema, depth = 0): readonly string[] {
    if (typeof branch !== 'object' || depth > deepest) return []
    // Only results from the top level are cached; deeper ones are cut off earlier by circular references.
    const tags = (depth === 0 ? tagsOf.get(branch) : undefined) ?? this.#readTags(branch, depth)
    if (depth === 0) tagsOf.set(branch, tags)
    return tags
  }

  #readTags(branch: JsonSchemaObject, depth: number): readonly string[] {
    if (branch.$ref !== undefined) return this.#tags(this.#resolve(branch.$ref) ?? true, depth + 1)
    const own = Object.values(branch.properties ?? {}).flatMap((property) =>
      typeof property === 'object' ? (property.enum ?? [property.const]) : [],
    )
    const inherited = (branch.allOf ?? []).flatMap((part) => this.#tags(part, depth + 1))
    return [...own.filter((tag) => typeof tag === 'string'), ...inherited]
  }

  /** The schema behind references that have only annotations as siblings. */
  #follow(schema: JsonSchema | undefined): JsonSchema | undefined {
    return endOfReferences(schema, this.#options.schemas, (node) =>
      Object.keys(node).every((keyword) => remarks.has(keyword)),
    )
  }

  #resolve(ref: string): JsonSchema | undefined {
    return componentSchema(ref, this.#options.schemas)
  }
}
