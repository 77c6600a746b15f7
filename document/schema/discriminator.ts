import { entriesOf, memberAt, textOf } from '../json/values.js'
import { pointerOf } from '../pointers/pointer.js'

/** What a `discriminator` says. */
export interface Discriminator {
  /** The property whose value selects a schema. */
  readonly property: string
  /** By value, the references that the selected schema may be at, the likeliest first. */
  readonly mapping: ReadonlyMap<string, readonly string[]>
}

// A mapping names a component or refers to a schema, and a name may look like a reference.
const referencesTo = (target: string): readonly string[] => [
  pointerOf('components', 'schemas', target),
  target,
]

/** The discriminator of a schema, as OpenAPI has it; undefined for a schema without one that names a property. */
export function discriminatorIn(schema: unknown): Discriminator | undefined {
  const property = textOf(memberAt(schema, 'discriminator', 'propertyName'))
  if (property === undefined) return undefined
  const mapping = entriesOf(memberAt(schema, 'discriminator', 'mapping')).flatMap(([value, target]) =>
    typeof target === 'string' ? [[value, referencesTo(target)] as const] : [],
  )
  return { property, mapping: new Map(mapping) }
}
