import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'

/** What the sampler knows about a place: property names on the way to it, outermost first. */
export type Place = readonly string[]

/** Gives a value for a place, or undefined to let the schema decide. */
export type Hint = (place: Place, schema: JsonSchemaObject) => unknown

/** Where the sampler finds referenced schemas, and who overrules it. */
export interface SampleOptions {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly hint: Hint
  /** Tag values to take where a union offers them. */
  readonly preferredTags?: readonly string[]
}

const deepest = 12
const componentPrefix = '#/components/schemas/'

const textFor = (schema: JsonSchemaObject): string => {
  const byFormat: Readonly<Record<string, string>> = {
    uuid: '3f2b8a54-6c1d-4e7f-9a0b-5d4c3b2a1f00',
    date: '2020-01-15',
    'date-time': '2026-01-15T10:00:00Z',
    decimal: '100',
    email: 'contract.check@example.com',
    uri: 'https://example.com/',
    byte: 'AAAA',
  }
  const text = byFormat[schema.format ?? ''] ?? 'Sample'
  const padded = text.padEnd(schema.minLength ?? 0, 'x')
  return schema.maxLength === undefined ? padded : padded.slice(0, schema.maxLength)
}

const numberFor = (schema: JsonSchemaObject): number => schema.minimum ?? Math.min(1, schema.maximum ?? 1)

const typeOf = (schema: JsonSchemaObject): string | undefined => {
  if (typeof schema.type === 'string') return schema.type
  if (schema.type) return schema.type.find((type) => type !== 'null')
  if (schema.properties) return 'object'
  return schema.items === undefined ? undefined : 'array'
}

const merge = (parts: readonly unknown[]): unknown =>
  parts.every((part) => typeof part === 'object' && part !== null && !Array.isArray(part))
    ? Object.assign({}, ...parts)
    : parts.at(-1)

/** Builds the smallest value that a schema of the served document accepts: required members only. */
export class Sampler {
  readonly #options: SampleOptions

  constructor(options: SampleOptions) {
    this.#options = options
  }

  /** A value for the schema. Deterministic; recursion ends at a fixed depth. */
  sample(schema: JsonSchema | undefined, place: Place = []): unknown {
    if (typeof schema !== 'object' || place.length > deepest) return {}
    const hinted = this.#options.hint(place, schema)
    if (hinted !== undefined) return hinted
    const given = schema.const ?? schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0]
    if (given !== undefined && given !== null) return given
    return this.#composed(schema, place) ?? this.#plain(schema, place)
  }

  #composed(schema: JsonSchemaObject, place: Place): unknown {
    const parts: unknown[] = []
    if (schema.$ref !== undefined) parts.push(this.sample(this.#resolve(schema.$ref), place))
    for (const part of schema.allOf ?? []) parts.push(this.sample(part, place))
    const union = schema.oneOf ?? schema.anyOf
    if (union) parts.push(this.sample(this.#choose(union), place))
    if (parts.length === 0) return undefined
    return merge(schema.properties ? [...parts, this.#object(schema, place)] : parts)
  }

  #plain(schema: JsonSchemaObject, place: Place): unknown {
    switch (typeOf(schema)) {
      case 'object':
        return this.#object(schema, place)
      case 'array':
        return Array.from({ length: schema.minItems ?? 0 }, () => this.sample(schema.items, [...place, '0']))
      case 'string':
        return textFor(schema)
      case 'integer':
      case 'number':
        return numberFor(schema)
      case 'boolean':
        return false
      case 'null':
        return null
      default:
        return {}
    }
  }

  #object(schema: JsonSchemaObject, place: Place): Record<string, unknown> {
    const names = new Set(schema.required ?? [])
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (typeof property === 'object' && this.#options.hint([...place, name], property) !== undefined)
        names.add(name)
    }
    return Object.fromEntries(
      [...names].map((name) => [name, this.sample(schema.properties?.[name] ?? true, [...place, name])]),
    )
  }

  #choose(union: readonly JsonSchema[]): JsonSchema | undefined {
    const preferred = this.#options.preferredTags ?? []
    const tagged = union.find((branch) => this.#tags(branch).some((tag) => preferred.includes(tag)))
    return tagged ?? union.find((branch) => typeof branch === 'object' && branch.type !== 'null')
  }

  #tags(branch: JsonSchema, depth = 0): string[] {
    if (typeof branch !== 'object' || depth > deepest) return []
    if (branch.$ref !== undefined) return this.#tags(this.#resolve(branch.$ref) ?? true, depth + 1)
    const own = Object.values(branch.properties ?? {}).flatMap((property) =>
      typeof property === 'object' ? [property.const, ...(property.enum ?? [])] : [],
    )
    const inherited = (branch.allOf ?? []).flatMap((part) => this.#tags(part, depth + 1))
    return [...own.filter((tag) => typeof tag === 'string'), ...inherited]
  }

  #resolve(ref: string): JsonSchema | undefined {
    return ref.startsWith(componentPrefix)
      ? this.#options.schemas[ref.slice(componentPrefix.length)]
      : undefined
  }
}
