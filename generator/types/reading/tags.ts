import { entriesOf, isObject, listOf, pointerOf, textsOf } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import { allowsNull, typesOf, valuesOf } from './schema.js'
import type { References } from './references.js'

/** The values of a branch's tag that the document gives elsewhere than in the branch. */
export interface Tag {
  readonly property: string
  readonly values: readonly string[]
  readonly isRequired: boolean
  /** The branch may also be null, which has no tag. */
  readonly isNullable: boolean
}

/** The values that one branch gives its tag. */
interface Branch {
  /** The name of its component, where that can be the value. */
  readonly name: string | undefined
  readonly mapped: readonly string[]
  /** The values that it lists; undefined when it takes any text, `nothing` when no text could be added to it. */
  readonly own: readonly string[] | undefined | 'nothing'
  readonly isRequired: boolean
  readonly isNullable: boolean
}

const isComponent = /^#\/components\/schemas\/([^/]+)$/

/** Finds the tags of unions that say which branch is meant. */
export class Tags {
  readonly #references: References

  constructor(references: References) {
    this.#references = references
  }

  /** For each branch of a union, the tag that has to be added for TypeScript to tell it from the others. */
  of(schema: RawObject, branches: readonly unknown[]): readonly (Tag | undefined)[] {
    const { discriminator } = schema
    const property = isObject(discriminator) ? discriminator['propertyName'] : undefined
    if (!isObject(discriminator) || typeof property !== 'string') return branches.map(() => undefined)
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
  #mapping(discriminator: RawObject): ReadonlyMap<string, readonly string[]> {
    const mapping = new Map<string, string[]>()
    for (const [value, target] of entriesOf(discriminator['mapping'])) {
      const pointer = typeof target === 'string' ? this.#selected(target) : undefined
      if (pointer === undefined) continue
      mapping.set(pointer, [...(mapping.get(pointer) ?? []), value])
    }
    return mapping
  }

  // A name or a reference; a name may look like a path.
  #selected(target: string): string | undefined {
    const candidates = [pointerOf('components', 'schemas', target), target].filter((ref) =>
      ref.startsWith('#'),
    )
    const found = candidates.find((ref) => this.#references.exists(ref))
    return found === undefined ? undefined : this.#references.end(found).pointer
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

  // OpenAPI takes the name of a component for its tag; many documents mean other values, as their examples show.
  #mayBe(name: string, parts: readonly RawObject[], property: string): boolean {
    const schemas = parts.flatMap((part) => this.#propertyParts(part, property))
    const shown = schemas.flatMap((part) => [part['default'], part['example'], ...listOf(part['examples'])])
    return schemas.length > 0 && shown.every((value) => value === undefined || value === name)
  }

  #ownValues(parts: readonly RawObject[], property: string): Branch['own'] {
    // A union, or anything but an object, has no text to be added to.
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

  /** The schemas that say what the tag of a union, or of a base of tagged schemas, may be. */
  tagSchemas(schema: RawObject): unknown[] {
    const { discriminator } = schema
    const branches = [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])]
    const property = isObject(discriminator) ? discriminator['propertyName'] : undefined
    const names = typeof property === 'string' ? [property] : this.#commonTags(branches)
    return [schema, ...branches].flatMap((branch) =>
      this.#references
        .partsOf(branch)
        .flatMap(({ properties }) =>
          entriesOf(properties).flatMap(([name, own]) => (names.includes(name) ? [own] : [])),
        ),
    )
  }

  // Without a discriminator, TypeScript takes for tags what every branch lists values of its own for.
  #commonTags(branches: readonly unknown[]): readonly string[] {
    const [first = new Map(), ...others] = branches.map((branch) => this.#listed(branch))
    if (others.length === 0) return []
    return [...first.keys()].filter((name) => {
      const lists = [first, ...others].map((lists) => lists.get(name))
      const values = lists.flatMap((list) => list ?? [])
      return lists.every((list) => list !== undefined) && new Set(values).size === values.length
    })
  }

  /** The values that a schema lists for its properties. */
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

const valuesFor = (
  { own, mapped, name }: Branch,
  shared: ReadonlySet<string>,
  isMapped: boolean,
): readonly string[] => {
  if (own === 'nothing') return []
  // Names are values where nothing is mapped; what a mapping leaves out may be meant for all other values.
  const implied = isMapped || name === undefined ? mapped : [name]
  if (own === undefined) return implied
  // Values of its own tell a branch apart unless another has them too.
  const possible = implied.filter((value) => own.includes(value))
  return own.some((value) => shared.has(value)) ? possible : []
}
