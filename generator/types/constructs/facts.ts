import { entriesOf, isMethod, isObject, listOf, resolvePointer } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import { Openness } from '../reading/openness.js'
import { References, type Tree } from '../reading/references.js'
import { Tags } from '../reading/tags.js'
import { Views } from '../reading/views.js'

/** Facts of a document that constructs need beyond their own location. */
export class Facts {
  readonly document: Tree
  readonly references: References
  readonly views: Views
  readonly #found = new Map<string, unknown>()
  #repeatedIds: ReadonlySet<string> | undefined
  /** Values and tag of each schema that a discriminator selects. The first occurrence counts, as in the library. */
  readonly selected = new Map<string, string>()

  constructor(document: Tree) {
    this.document = document
    this.references = new References(document)
    this.views = new Views(this.references, new Openness(document.root, new Tags(this.references), {}))
  }

  /** The direct target of a reference; undefined for anything else. */
  referred(node: unknown): unknown {
    const ref = isObject(node) ? node['$ref'] : undefined
    if (typeof ref !== 'string') return undefined
    if (!this.#found.has(ref)) this.#found.set(ref, resolvePointer(this.document.root, ref))
    return this.#found.get(ref)
  }

  /** Ids shared by several operations of paths and webhooks. */
  get repeatedIds(): ReadonlySet<string> {
    this.#repeatedIds ??= repeated(this.#operationIds())
    return this.#repeatedIds
  }

  #operationIds(): string[] {
    const { paths, webhooks, components } = this.document.root
    const shared = isObject(components) ? components['pathItems'] : undefined
    return [paths, webhooks, shared].flatMap((items) =>
      entriesOf(items).flatMap(([, item]) =>
        entriesOf(item).flatMap(([method, node]) =>
          isMethod(method) && isObject(node) && typeof node['operationId'] === 'string'
            ? [node['operationId']]
            : [],
        ),
      ),
    )
  }
}

const repeated = (names: readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>()
  return new Set(names.filter((name) => seen.size === seen.add(name).size))
}

/** Whether a schema has one of the keywords with a value other than null. */
export function says(schema: RawObject, ...keywords: readonly string[]): boolean {
  return keywords.some((keyword) => schema[keyword] !== undefined && schema[keyword] !== null)
}

/** Whether a schema lists several types, including null. */
export function listsNull({ type }: RawObject): boolean {
  return listOf(type).some((one) => one === 'null' || one === null)
}
