import { isObject, listOf } from '../../../document/index.js'
import type { RawObject, LoadedDocument } from '../../model/document.js'
import { References, type Target } from './references.js'
import type { SchemaNames, TypeOptions } from '../declarations/model.js'
import { Openness, Tags } from './tags.js'
import { Views } from './views.js'

// TypeScript fails at a hundred thousand, and is slow well before.
const largest = 2000
const countless = 1_000_000

/** Counts the branches of types after intersections of unions are expanded. */
export class Sizes {
  readonly #references: References
  readonly #known = new Map<Target, number>()

  constructor(references: References) {
    this.#references = references
  }

  /**
   * Whether a union can be printed beside everything else that `whole` requires of the value. A single union is never
   * expanded, however large it is.
   */
  fits(branches: readonly unknown[], whole: RawObject | undefined): boolean {
    const own = this.#sum(branches)
    if (own <= 1) return true
    const all = this.size(whole)
    return all <= largest || own >= all
  }

  size(schema: unknown): number {
    if (!isObject(schema)) return 1
    const { $ref } = schema
    let size = typeof $ref === 'string' ? this.#ofTarget(this.#references.end($ref)) : 1
    if (typeof $ref === 'string' && this.#references.hidesSiblings(schema)) return size
    for (const member of listOf(schema['allOf'])) size *= this.size(member)
    size *= this.#sum(listOf(schema['oneOf'])) * this.#sum(listOf(schema['anyOf']))
    return Math.min(size, countless)
  }

  #sum(branches: readonly unknown[]): number {
    const sum = branches.reduce<number>((total, branch) => total + this.size(branch), 0)
    return Math.max(1, sum)
  }

  // Not recursive across targets: a chain of references may be deeper than the stack.
  #ofTarget(target: Target): number {
    const open = new Set<Target>()
    const stack = [target]
    for (let here = stack.at(-1); here; here = stack.at(-1)) {
      if (open.delete(here)) this.#known.set(here, this.size(here.node))
      if (this.#known.has(here)) {
        stack.pop()
        continue
      }
      // A recursive schema counts as one.
      this.#known.set(here, 1)
      open.add(here)
      stack.push(...this.#targetsOf(here.node).filter((next) => !this.#known.has(next)))
    }
    return this.#known.get(target) ?? 1
  }

  /** The targets that the size of a schema depends on. */
  #targetsOf(schema: unknown): Target[] {
    if (!isObject(schema)) return []
    const { $ref } = schema
    const own = typeof $ref === 'string' ? [this.#references.end($ref)] : []
    if (typeof $ref === 'string' && this.#references.hidesSiblings(schema)) return own
    const members = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => listOf(schema[keyword]))
    return [...own, ...members.flatMap((member) => this.#targetsOf(member))]
  }
}

/** The members of a document that its types are made of. */
export type TypesSource = Pick<LoadedDocument, 'root' | 'dialect' | 'hasNewer'>

/** Everything that types need to know about the schemas of a document beyond one schema. */
export interface Reading {
  readonly references: References
  readonly views: Views
  readonly tags: Tags
  readonly sizes: Sizes
  readonly openness: Openness
  readonly options: TypeOptions
}

/** @param names identifiers of the component schemas */
export function readingOf(document: TypesSource, names: SchemaNames, options: TypeOptions): Reading {
  const references = new References(document, names)
  const tags = new Tags(references)
  const openness = new Openness(document.root, tags, options)
  return {
    references,
    views: new Views(references, openness),
    tags,
    sizes: new Sizes(references),
    openness,
    options,
  }
}
