import { isObject, locationsOf } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import type { TypeOptions } from '../declarations/model.js'
import { growthOf, isMarkedOpen } from './schema.js'
import type { Tags } from './tags.js'

const isUnion = (node: RawObject): boolean => 'discriminator' in node || 'oneOf' in node || 'anyOf' in node

/**
 * Finds the enumerations that are open in responses: by option or as the document marks them, but never tags of
 * unions.
 */
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

  /** The same, regardless of the location of the schema. */
  mayGrow(schema: RawObject): boolean {
    return (this.#openEnums || isMarkedOpen(schema)) && growthOf(schema) !== undefined
  }

  /** Whether the schema of a property defines the tag of a union. */
  isTag(property: unknown): boolean {
    // Computed on demand, because it searches the whole document.
    this.#tagSchemas ??= new Set(
      [...locationsOf(this.#root)].flatMap(({ node, kind }) =>
        kind === 'schema' && isObject(node) && isUnion(node) ? this.#tags.tagSchemas(node) : [],
      ),
    )
    return this.#tagSchemas.has(property)
  }
}
