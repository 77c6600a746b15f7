import {
  addTo,
  type Discriminator,
  discriminatorIn,
  entriesOf,
  isObject,
  listOf,
  locationsOf,
  textsOf,
} from '../../document/index.js'
import type { RawObject } from '../model/document.js'
import type { TypeOptions } from './declarations.js'
import { allowsNull, growthOf, isMarkedOpen, type References, typesOf, valuesOf } from './schema.js'

/** The tag values of a branch that the document defines outside of the branch. */
export interface Tag {
  readonly property: string
  readonly values: readonly string[]
  readonly isRequired: boolean
  /** Whether the branch also allows null, which has no tag. */
  readonly isNullable: boolean
}

/** The tag values of one branch. */
interface Branch {
  /** The name of its component, if it can be the value. */
  readonly name: string | undefined
  readonly mapped: readonly string[]
  /** The listed values; undefined if it allows any string, `nothing` if no tag can be added. */
  readonly own: readonly string[] | undefined | 'nothing'
  readonly isRequired: boolean
  readonly isNullable: boolean
}

const isComponent = /^#\/components\/schemas\/([^/]+)$/

/** Finds the tags that distinguish the branches of unions. */
export class Tags {
  readonly #references: References

  constructor(references: References) {
    this.#references = references
  }

  /** For each branch of a union, the tag to add so that TypeScript can narrow it. */
  of(schema: RawObject, branches: readonly unknown[]): readonly (Tag | undefined)[] {
    const discriminator = discriminatorIn(schema)
    if (!discriminator) return branches.map(() => undefined)
    const { property } = discriminator
    const mapping = this.#mapping(discriminator)
    const read = branches.map((branch) => this.#branch(branch, property, mapping))
    const shared = sharedValues(read)
    return read.map((branch) => {
      const values = valuesFor(branch, shared, mapping.size > 0)
      const { isRequired, isNullable } = branch
      return values.length === 0 ? undefined : { property, values, isRequired, isNullable }
    })
  }

  /** Values by the pointer of the schema that they select. */
  #mapping({ mapping }: Discriminator): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>()
    for (const [value, references] of mapping) {
      const ref = references.find((one) => one.startsWith('#') && this.#references.exists(one))
      if (ref !== undefined) addTo(found, this.#references.end(ref).pointer, value)
    }
    return found
  }

  #branch(branch: unknown, property: string, mapping: ReadonlyMap<string, readonly string[]>): Branch {
    const ref = isObject(branch) ? branch['$ref'] : undefined
    const target = typeof ref === 'string' ? this.#references.target(ref) : undefined
    const end = typeof ref === 'string' ? this.#references.end(ref) : undefined
    const parts = this.#references.partsOf(branch)
    const isRequired = parts.some(({ required }) => textsOf(required).includes(property))
    const isNamed = target !== undefined && isComponent.test(target.pointer) && isRequired
    return {
      name: isNamed && this.#mayBe(target.name, parts, property) ? target.name : undefined,
      mapped: mapping.get(end?.pointer ?? '') ?? [],
      own: this.#ownValues(parts, property),
      isRequired,
      isNullable: parts.some(allowsNull),
    }
  }

  // OpenAPI uses the component name as the default tag, but the examples of many documents show other values.
  #mayBe(name: string, parts: readonly RawObject[], property: string): boolean {
    const schemas = parts.flatMap((part) => this.#propertyParts(part, property))
    const shown = schemas.flatMap((part) => [part['default'], part['example'], ...listOf(part['examples'])])
    return schemas.length > 0 && shown.every((value) => value === undefined || value === name)
  }

  #ownValues(parts: readonly RawObject[], property: string): Branch['own'] {
    // A tag can be added neither to a union nor to anything but an object.
    if (parts.some((part) => 'oneOf' in part || 'anyOf' in part)) return 'nothing'
    if (parts.some((part) => 'type' in part && !typesOf(part).includes('object'))) return 'nothing'
    const schemas = parts.flatMap((part) => this.#propertyParts(part, property))
    if (schemas.some((part) => 'oneOf' in part || 'anyOf' in part)) return 'nothing'
    if (schemas.some((part) => 'type' in part && !typesOf(part).includes('string'))) return 'nothing'
    const lists = schemas.flatMap((part) => {
      const values = 'x-extensible-enum' in part && !('enum' in part) ? undefined : valuesOf(part)
      return values ? [values] : []
    })
    const [first, ...others] = lists
    return first && textsOf(first).filter((value) => others.every((other) => other.includes(value)))
  }

  #propertyParts({ properties }: RawObject, property: string): readonly RawObject[] {
    const own = entriesOf(properties).find(([name]) => name === property)?.[1]
    return this.#references.partsOf(own)
  }

  /** The schemas that define the tag of a union, or of a base schema with a discriminator. */
  tagSchemas(schema: RawObject): unknown[] {
    const branches = [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])]
    const property = discriminatorIn(schema)?.property
    const names = property === undefined ? this.#commonTags(branches) : [property]
    return [schema, ...branches].flatMap((branch) =>
      this.#references
        .partsOf(branch)
        .flatMap(({ properties }) =>
          entriesOf(properties).flatMap(([name, own]) => (names.includes(name) ? [own] : [])),
        ),
    )
  }

  // Without a discriminator, TypeScript uses properties for which every branch lists distinct values.
  #commonTags(branches: readonly unknown[]): readonly string[] {
    const [first = new Map(), ...others] = branches.map((branch) => this.#listed(branch))
    if (others.length === 0) return []
    return [...first.keys()].filter((name) => {
      const lists = [first, ...others].map((lists) => lists.get(name))
      const values = lists.flatMap((list) => list ?? [])
      return lists.every((list) => list !== undefined) && new Set(values).size === values.length
    })
  }

  #listed(schema: unknown): ReadonlyMap<string, readonly unknown[]> {
    const listed = new Map<string, readonly unknown[]>()
    for (const { properties } of this.#references.partsOf(schema)) {
      for (const [name, own] of entriesOf(properties)) {
        const values = this.#references.partsOf(own).flatMap((part) => valuesOf(part) ?? [])
        if (values.length > 0) listed.set(name, values)
      }
    }
    return listed
  }
}

const sharedValues = (branches: readonly Branch[]): ReadonlySet<string> => {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { own } of branches) {
    for (const value of new Set(Array.isArray(own) ? own : [])) {
      if (seen.has(value)) shared.add(value)
      seen.add(value)
    }
  }
  return shared
}

const valuesFor = ({ own, mapped, name }: Branch, shared: ReadonlySet<string>, isMapped: boolean) => {
  if (own === 'nothing') return []
  // Component names are values only without a mapping; a branch that the mapping omits may accept any other value.
  const implied = isMapped || name === undefined ? mapped : [name]
  if (own === undefined) return implied
  // The listed values of a branch distinguish it, unless another branch shares them.
  const possible = implied.filter((value) => own.includes(value))
  return own.some((value) => shared.has(value)) ? possible : []
}

const unionKeywords = ['discriminator', 'oneOf', 'anyOf']

/** Finds the enumerations that options or the document open in responses, but never tags of unions. */
export class Openness {
  readonly #root: RawObject
  readonly #tags: Tags
  readonly #openEnums: boolean
  #tagSchemas: ReadonlySet<unknown> | undefined

  constructor(root: RawObject, tags: Tags, { openEnums = false }: TypeOptions) {
    this.#root = root
    this.#tags = tags
    this.#openEnums = openEnums
  }

  /** Whether a schema is an enumeration that is open in responses. */
  grows(schema: RawObject): boolean {
    return this.mayGrow(schema) && !this.isTag(schema)
  }

  /** Whether a schema is an enumeration that the document or the options open, even if it is the tag of a union. */
  mayGrow(schema: RawObject): boolean {
    return (this.#openEnums || isMarkedOpen(schema)) && growthOf(schema) !== undefined
  }

  /** Whether the schema of a property defines the tag of a union. */
  isTag(property: unknown): boolean {
    // Computed on demand, because it searches the whole document.
    this.#tagSchemas ??= new Set(
      [...locationsOf(this.#root)].flatMap(({ node, kind }) =>
        kind === 'schema' && isObject(node) && unionKeywords.some((keyword) => keyword in node)
          ? this.#tags.tagSchemas(node)
          : [],
      ),
    )
    return this.#tagSchemas.has(property)
  }
}
