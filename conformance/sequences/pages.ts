import { jsonBody } from '../exchange/exchange.js'
import type { JsonObject } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { ParameterValues } from '../model/call.js'
import type { Observed } from '../model/observed.js'
import { thingsIn } from '../resources/envelope.js'
import { identityIn } from '../resources/identity.js'
import type { Resource } from '../resources/resources.js'
import { nextTarget, nextToken, totalOf } from './next-page.js'
import { keywordsOf, type PagingParameters, pagingOf } from './paging-parameters.js'
import type { Walk } from './walk.js'

/** A list of one kind of thing, and where it is. */
export interface ListOf {
  readonly resource: Resource
  readonly operation: Operation
  readonly path: ParameterValues
  readonly query?: ParameterValues
}

/** One page of a list: things by id, in their order. */
export interface Page {
  readonly by: Observed
  readonly things: readonly (readonly [id: string, thing: JsonObject])[]
}

/** The pages of a list, as far as they were gone through. */
export interface Visited {
  readonly pages: readonly Page[]
  /** Nothing is left behind the last one. */
  readonly isWhole: boolean
}

type PageStep = { readonly target: string } | { readonly query: ParameterValues }

/** Reads one page; undefined where it is refused, or things have no id. @throws Stopped */
export async function readPage(walk: Walk, list: ListOf, place: PageStep): Promise<Page | undefined> {
  const { resource, operation, path } = list
  const own = 'query' in place ? { ...list.query, ...place.query } : {}
  const target = 'target' in place ? { target: place.target } : {}
  const by = await walk.call(operation, { path, query: own, smallest: true, ...target })
  if (!by || by.exchange.response.status !== 200) return undefined
  const held = thingsIn(jsonBody(by.exchange.response), resource.nouns[0] ?? '', 'list')
  if (!held.isList) return undefined
  const { schemas } = walk.explorer.api.surface
  const things = held.things.map((thing) => {
    const id = identityIn(thing, resource.parameter, resource.nouns, schemas)?.value
    return [id === undefined ? undefined : String(id), thing] as const
  })
  const known = things.filter((one): one is readonly [string, JsonObject] => one[0] !== undefined)
  return known.length === things.length ? { by, things: known } : undefined
}

/** Lists are cut at such a length where nobody asks for more. */
const isUsualLimit = (length: number): boolean =>
  length >= 10 && (length % 10 === 0 || length % 25 === 0 || length % 32 === 0)

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Goes through a list page by page. */
class Visit {
  readonly #walk: Walk
  readonly #list: ListOf
  readonly #parameters: PagingParameters
  readonly #size: number | undefined
  readonly #pages: Page[] = []
  #firstNumber: number | undefined

  constructor(walk: Walk, list: ListOf, size: number | undefined) {
    this.#walk = walk
    this.#list = list
    this.#parameters = pagingOf(list.operation, walk.explorer.api.surface.schemas)
    this.#size = size
  }

  async run(most: number): Promise<Visited> {
    let place: PageStep | undefined = { query: this.#sized() }
    while (place !== undefined && this.#pages.length < most) {
      const page: Page | undefined = await readPage(this.#walk, this.#list, place)
      if (!page) return { pages: this.#pages, isWhole: false }
      if (page.things.length === 0 && this.#pages.length > 0) return { pages: this.#pages, isWhole: true }
      this.#pages.push(page)
      place = await this.#after(page)
    }
    return { pages: this.#pages, isWhole: place === undefined && this.#isEnd() }
  }

  #sized(): ParameterValues {
    const { limit } = this.#parameters
    return limit && this.#size !== undefined ? { [limit.name]: this.#size } : {}
  }

  /** Where the page behind another is; undefined where there is none. */
  async #after(page: Page): Promise<PageStep | undefined> {
    const { offset, page: number, cursor } = this.#parameters
    const target = nextTarget(page.by)
    if (target !== undefined) return { target }
    if (cursor) return this.#afterCursor(page, cursor.name)
    const seen = this.#pages.reduce((sum, { things }) => sum + things.length, 0)
    if (number) {
      this.#firstNumber ??= await this.#firstPage(page, number.name)
      if (this.#firstNumber === undefined) return undefined
      return { query: { ...this.#sized(), [number.name]: this.#firstNumber + this.#pages.length } }
    }
    // A service may give less than it is asked for: what was seen counts.
    return offset && seen > 0 ? { query: { ...this.#sized(), [offset.name]: seen } } : undefined
  }

  #afterCursor({ by, things }: Page, name: string): PageStep | undefined {
    const token = nextToken(by)
    const isById = /after|marker/i.test(name)
    const value = token === undefined && isById && things.length === this.#size ? things.at(-1)?.[0] : token
    return value === null || value === undefined ? undefined : { query: { ...this.#sized(), [name]: value } }
  }

  /** The number of the first page: that with which it is the one that comes without a number. */
  async #firstPage(first: Page, name: string): Promise<number | undefined> {
    const schema = keywordsOf(this.#parameters.page, this.#walk.explorer.api.surface.schemas)
    const likely = numberOf(schema.default) ?? numberOf(schema.minimum)
    for (const candidate of new Set([likely ?? 1, 1, 0])) {
      if (candidate < (schema.minimum ?? 0)) continue
      const page = await readPage(this.#walk, this.#list, { query: { ...this.#sized(), [name]: candidate } })
      if (page && idsOf(page).join('\n') === idsOf(first).join('\n')) return candidate
    }
    return undefined
  }

  /** Whether a list that says nothing of a next page is likely to have none. */
  #isEnd(): boolean {
    const seen = this.#pages.reduce((sum, { things }) => sum + things.length, 0)
    const last = this.#pages.at(-1)
    const total = last ? totalOf(last.by) : undefined
    if (total !== undefined) return total <= seen
    const { limit, offset, page, cursor } = this.#parameters
    const isTold = last !== undefined && nextToken(last.by) === null
    if (isTold) return true
    if (isUsualLimit(seen)) return false
    return limit && this.#size !== undefined ? seen < this.#size : !page && !offset && !cursor
  }
}

/** The ids of a page in their order. */
export function idsOf({ things }: Page): string[] {
  return things.map(([id]) => id)
}

/**
 * Goes through the pages of a list.
 * @param size things to a page; by default as many as the service gives
 * @throws Stopped
 */
export function visit(walk: Walk, list: ListOf, most: number, size?: number): Promise<Visited> {
  return new Visit(walk, list, size).run(most)
}

/** Goes through a list with pages as large as they may be. @throws Stopped */
export function visitAll(walk: Walk, list: ListOf): Promise<Visited> {
  const { schemas } = walk.explorer.api.surface
  const { limit } = pagingOf(list.operation, schemas)
  const { maximum } = keywordsOf(limit, schemas)
  return visit(walk, list, 12, limit ? Math.min(maximum ?? 100, 100) : undefined)
}
