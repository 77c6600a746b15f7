import { isObject, locationsOf } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import type { TypeOptions } from '../declarations/model.js'
import { growthOf, isMarkedOpen } from './schema.js'
import type { Tags } from './tags.js'

const isUnion = (node: RawObject): boolean => 'discriminator' in node || 'oneOf' in node || 'anyOf' in node

/** Tells which enumerations are open in responses: by request, or by the document, but never the tag of a union. */
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

  /** The same, wherever the schema stands. */
  mayGrow(schema: RawObject): boolean {
    return (this.#openEnums || isMarkedOpen(schema)) && growthOf(schema) !== undefined
  }

  /** Whether the schema of a property says what the tag of a union is. */
  isTag(property: unknown): boolean {
    // The whole document is searched, so not before an enumeration asks.
    this.#tagSchemas ??= new Set(
      [...locationsOf(this.#root)].flatMap(({ node, kind }) =>
        kind === 'schema' && isObject(node) && isUnion(node) ? this.#tags.tagSchemas(node) : [],
      ),
    )
    return this.#tagSchemas.has(property)
  }
}
