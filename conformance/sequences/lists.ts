import {
  endOfReferences,
  groupedBy,
  isObject,
  type JsonObject,
  member,
  memberAt,
  type Schemas,
} from '../../document/index.js'
import type { JsonSchemaObject, Operation, Parameter } from '../../runtime/surface.js'
import { headerValue, jsonBody } from '../exchange/exchange.js'
import type { ParameterValues, Observed } from '../model/case.js'
import { heldIn, idInPathOf } from '../pool/addresses.js'
import { rootOf } from '../requests/write-request.js'
import { targetOfReference } from '../resources/paths.js'
import type { Resource } from '../resources/resources.js'
import { typesOf, wordsOf } from '../resources/names.js'
import { areRelated, flatMembers } from './related.js'
import { broken, type ListOf, type Look, type Page, type Verdict, type Visited } from './subject.js'
import type { Walk } from './walk.js'

const pagingNames = {
  limit:
    /^(limit|page limit|per page|page size|pagesize|perpage|size|max results|max items|first|take|top|rows|count|page count)$/,
  offset: /^(offset|skip|start|page offset|start index|startindex)$/,
  page: /^(page|page number|page no|pagenumber|p|page index|current page)$/,
  cursor:
    /^(cursor|after|starting after|page token|pagetoken|next token|nexttoken|continuation|continuation token|marker|page cursor|page after|next cursor)$/,
}

type PagingKind = keyof typeof pagingNames

/** Whether a name is that of a paging parameter, of any type. */
export function isPagingName(name: string): boolean {
  return Object.values(pagingNames).some((pattern) => pattern.test(wordsOf(name).join(' ')))
}

/** The paging parameters of a list, recognized by name and type. */
export function pagingOf(
  { parameters }: Operation,
  schemas: Schemas,
): Readonly<Partial<Record<PagingKind, Parameter>>> {
  const isNumeric = ({ schema }: Parameter): boolean =>
    typesOf(schema, schemas).some((type) => type === 'integer' || type === 'number')
  const kinds = Object.entries(pagingNames).map(([kind, pattern]) => {
    const isOf = (one: Parameter): boolean => one.in === 'query' && pattern.test(wordsOf(one.name).join(' '))
    return [kind, parameters.find((one) => isOf(one) && (kind === 'cursor' || isNumeric(one)))]
  })
  return Object.fromEntries(kinds.filter(([, one]) => one !== undefined))
}

/** The keywords of a parameter's schema, or of its single variant besides null. */
export function keywordsOf({ schema }: Pick<Parameter, 'schema'>, schemas: Schemas): JsonSchemaObject {
  const end = endOfReferences(schema, schemas)
  if (typeof end !== 'object') return {}
  const [only, ...others] = (end.anyOf ?? end.oneOf ?? []).filter(
    (one) => typesOf(one, schemas).join() !== 'null',
  )
  if (only === undefined || others.length > 0) return end
  return { ...keywordsOf({ schema: only }, schemas), ...end }
}

const holders = ['', 'links', '_links', 'pagination', 'meta', 'paging', 'meta pagination', 'page'].map(
  (one) => one.split(' ').filter(Boolean),
)
const linkNames = 'next next_url nextUrl next_page_url nextLink @odata.nextLink nextPage'.split(' ')
const tokenNames = (
  'next_cursor nextCursor next_page_token nextPageToken next_token nextToken continuation continuationToken ' +
  'end_cursor endCursor cursor next after marker next_page'
).split(' ')
const totalNames =
  'total total_count totalCount totalElements total_items totalItems count total_results'.split(' ')

const pagingMembers = ({ exchange: { response } }: Observed, names: readonly string[]): unknown[] => {
  const body = jsonBody(response)
  const found = holders.map((path) => memberAt(body, ...path)).filter(isObject)
  return found.flatMap((holder) =>
    names.filter((name) => Object.hasOwn(holder, name)).map((name) => holder[name]),
  )
}

const nextTarget = (observed: Observed): string | undefined => {
  const { exchange: { request, response }, api, case: { call } } = observed // prettier-ignore
  const header = headerValue(response.headers, 'link') ?? ''
  const links = pagingMembers(observed, linkNames).map((one) => (isObject(one) ? member(one, 'href') : one))
  const isLink = (value: unknown): value is string =>
    typeof value === 'string' && /^(https?:|\/|\?)/.test(value)
  const link = /<([^>]+)>[^,]*;\s*rel="?next"?/i.exec(header)?.[1] ?? links.find(isLink)
  return link === undefined ? undefined : targetOfReference(link, request.url, rootOf(api, call.operation))
}

/** The cursor of the next page in a response; null if it states that there is none, undefined if it states nothing. */
const nextToken = (observed: Observed): string | number | null | undefined => {
  for (const value of pagingMembers(observed, tokenNames)) {
    if (value === null || value === '') return null
    if (typeof value === 'string' || typeof value === 'number') return value
  }
  return pagingMembers(observed, ['has_more', 'hasMore', 'has_next']).includes(false) ? null : undefined
}

/** The ids of a page, in order. */
export function idsOf({ things }: Page): string[] {
  return things.map(([id]) => id)
}

const areSamePage = (one: Page, other: Page): boolean => idsOf(one).join('\n') === idsOf(other).join('\n')

type PageStep = { readonly target: string } | { readonly query: ParameterValues }

/** Reads one page; undefined where it is refused, or its things have no id. @throws Stopped */
export async function readPage(walk: Walk, list: ListOf, at: PageStep): Promise<Page | undefined> {
  const { resource, operation, path } = list
  const by = await walk.call(operation, { path, query: {}, smallest: true, ...at })
  if (!by || by.exchange.response.status !== 200) return undefined
  const held = heldIn(resource, by, 'list')
  const things = held.things.map((thing) => {
    const id = idInPathOf(thing, resource, by)
    return [id === undefined ? '' : String(id), flatMembers(thing)] as const
  })
  return held.isList && !held.isOfValues && things.every(([id]) => id !== '') ? { by, things } : undefined
}

/** Services often cut lists at such a length by default. */
const isUsualLimit = (length: number): boolean =>
  length >= 10 && (length % 10 === 0 || length % 25 === 0 || length % 32 === 0)

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Reads a list page by page. */
class Visit {
  readonly #pages: Page[] = []
  readonly #parameters: ReturnType<typeof pagingOf>
  #firstNumber: number | undefined

  constructor(
    readonly walk: Walk,
    readonly list: ListOf,
    readonly size: number | undefined,
  ) {
    this.#parameters = pagingOf(list.operation, walk.schemas)
  }

  async run(): Promise<Visited> {
    let at: PageStep | undefined = this.#step()
    while (at !== undefined && this.#pages.length < mostPages) {
      const page: Page | undefined = await readPage(this.walk, this.list, at)
      if (!page) return { pages: this.#pages, isWhole: false }
      if (page.things.length === 0 && this.#pages.length > 0) return { pages: this.#pages, isWhole: true }
      const before = this.#pages.at(-1)
      this.#pages.push(page)
      // A service that ignores the step shows the same page for ever.
      if (before && areSamePage(page, before)) return { pages: this.#pages, isWhole: false }
      at = await this.#after(page)
    }
    return { pages: this.#pages, isWhole: at === undefined && this.#isEnd() }
  }

  #step(parameter?: Parameter, value?: string | number): PageStep {
    const { limit } = this.#parameters
    const sized = limit && this.size !== undefined ? { [limit.name]: this.size } : {}
    return { query: parameter ? { ...sized, [parameter.name]: value } : sized }
  }

  get #seen(): number {
    return this.#pages.reduce((sum, { things }) => sum + things.length, 0)
  }

  /** The step to the next page; undefined where there is none. */
  async #after(page: Page): Promise<PageStep | undefined> {
    const { offset, page: number, cursor } = this.#parameters
    const target = nextTarget(page.by)
    if (target !== undefined) return { target }
    if (cursor) return this.#afterCursor(page, cursor)
    // Nothing follows a page without things.
    if (number && this.#seen > 0) {
      this.#firstNumber ??= await this.#firstPage(page, number)
      if (this.#firstNumber === undefined) return undefined
      return this.#step(number, this.#firstNumber + this.#pages.length)
    }
    // The offset grows by the received things, because a service may return fewer than requested.
    return offset && this.#seen > 0 ? this.#step(offset, this.#seen) : undefined
  }

  #afterCursor({ by, things }: Page, cursor: Parameter): PageStep | undefined {
    const token = nextToken(by)
    const isById = token === undefined && /after|marker/i.test(cursor.name) && things.length === this.size
    const value = isById ? things.at(-1)?.[0] : token
    return value === null || value === undefined ? undefined : this.#step(cursor, value)
  }

  /** The number of the first page: the one that returns the same page as no number. */
  async #firstPage(first: Page, parameter: Parameter): Promise<number | undefined> {
    const schema = keywordsOf(parameter, this.walk.schemas)
    const likely = numberOf(schema.default) ?? numberOf(schema.minimum)
    for (const candidate of new Set([likely ?? 1, 1, 0])) {
      if (candidate < (schema.minimum ?? 0)) continue
      const page = await readPage(this.walk, this.list, this.#step(parameter, candidate))
      if (page && areSamePage(page, first)) return candidate
    }
    return undefined
  }

  /** Whether a list without information about a next page has probably ended. */
  #isEnd(): boolean {
    const [before, last] = [this.#pages.at(-2), this.#pages.at(-1)]
    const total = last && pagingMembers(last.by, totalNames).find((value) => typeof value === 'number')
    if (total !== undefined) return total <= this.#seen
    if (last && nextToken(last.by) === null) return true
    // The page before named the next one, so the last is that which names none.
    if (before && (nextTarget(before.by) ?? nextToken(before.by)) !== undefined) return true
    if (isUsualLimit(this.#seen)) return false
    const { limit, offset, page, cursor } = this.#parameters
    return limit && this.size !== undefined ? this.#seen < this.size : !page && !offset && !cursor
  }
}

export const mostPages = 12

/** Reads the pages of a list. @param size of a page, by default that of the service @throws Stopped */
export function visit(walk: Walk, list: ListOf, size?: number): Promise<Visited> {
  return new Visit(walk, list, size).run()
}

const mostItems = 100

/** The query of the largest page of a list; empty where the service decides. */
export function largestPage(operation: Operation, schemas: Schemas): Readonly<Record<string, number>> {
  const { limit } = pagingOf(operation, schemas)
  if (!limit) return {}
  return { [limit.name]: Math.min(keywordsOf(limit, schemas).maximum ?? mostItems, mostItems) }
}

/** Reads the first page of a list, as large as possible, with values of other parameters. @throws Stopped */
export function readLargePage(walk: Walk, list: ListOf, query: ParameterValues): Promise<Page | undefined> {
  return readPage(walk, list, { query: { ...largestPage(list.operation, walk.schemas), ...query } })
}

/** Reads a list in the largest pages. @throws Stopped */
export function visitAll(walk: Walk, list: ListOf): Promise<Visited> {
  const [size] = Object.values(largestPage(list.operation, walk.schemas))
  return visit(walk, list, size)
}

/** The smallest page size that tests paging and still reaches all pages. @param count of known things */
export function pageSize({ schemas }: Walk, { operation }: ListOf, count = 0): number | undefined {
  const { limit } = pagingOf(operation, schemas)
  if (!limit) return undefined
  const { minimum = 0, maximum = Infinity, enum: values = [] } = keywordsOf(limit, schemas)
  const numbers = values.filter((value) => typeof value === 'number')
  const least = Math.max(2, Math.ceil((count + 2) / (mostPages - 1)))
  const listed = numbers.toSorted((a, b) => a - b).find((one) => one >= least) ?? numbers.at(-1)
  const size = Math.min(maximum, listed ?? Math.max(least, minimum))
  return size <= Math.max(5, least) ? size : undefined
}

/** The lists of a kind of thing that need no filter. */
export function openLists({ lists }: Resource): readonly Operation[] {
  return lists.filter(({ parameters }) => parameters.every((one) => one.in !== 'query' || !one.required))
}

/** A thing in a list; undefined where the list lacks it. */
export function thingInList({ pages }: Visited, id: string): JsonObject | undefined {
  return pages.flatMap(({ things }) => things).find(([one]) => one === id)?.[1]
}

/** Names of members that affect who may see a thing. */
const visible =
  /status|state|publi|visib|active|enabled|hidden|draft|archiv|private|approved|verified|deleted|cancel|skip|reject/i

/** Names of parameters that show more than the list shows by itself: `include_deleted`, `showAll`. */
const widening = /^(?:include|with|show|all)(?:$|[A-Z_-])/

const areAlike = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Fewer things may have the same flag by chance. */
const fewestFlagged = 3

/** Whether a whole list lacks a thing no less visible than its others; one that can be widened may. */
export function isLeftOut(visited: Visited, thing: JsonObject, id: string): boolean {
  const { parameters = [] } = visited.pages[0]?.by.case.call.operation ?? {}
  const isNarrow = parameters.some((one) => one.in === 'query' && widening.test(one.name))
  // Some services list in small letters what they find in any letters: names of domains, mail addresses.
  const isListed = visited.pages.some((page) => idsOf(page).some((one) => areAlike(one, id)))
  if (!visited.isWhole || isNarrow || isListed) return false
  const all = visited.pages.flatMap(({ things }) => things.map(([, one]) => one))
  // Any flag may hide a thing, but an empty list lacks one without flags too.
  const isFlag = (one: string): boolean => all.length > 0 && thing[one] === true
  // A list may also show only things with a flag.
  const isUnflagged = (one: string): boolean =>
    all.length >= fewestFlagged && thing[one] === false && all.every((other) => other[one] === true)
  const own = Object.keys(thing).filter((one) => visible.test(one) || isFlag(one) || isUnflagged(one))
  return !own.some((one) => all.every((other) => !areRelated(other[one], thing[one])))
}

const idsIn = ({ visited }: Look): string[] => visited?.pages.flatMap(idsOf) ?? []

/** Whether nothing tells two things with one id apart: another member may name the thing that they are below. */
const areSame = (one: JsonObject, other: JsonObject): boolean =>
  Object.entries(one).every(
    ([name, value]) => typeof value !== 'string' || typeof other[name] !== 'string' || value === other[name],
  )

const isRepeating = ({ visited }: Look): boolean => {
  const things = visited?.pages.flatMap((page) => page.things) ?? []
  const byId = groupedBy(things, ([id]) => id)
  return [...byId.values()].some((all) =>
    all.some(([, one], index) => all.slice(index + 1).some(([, other]) => areSame(one, other))),
  )
}

const looksAt = ({ visited }: Look): Look[] => visited?.pages.map(({ by }) => ({ by, sent: {} })) ?? []

/** The violation in a list of which small pages are asked for, however it grows. */
export function brokenLimit(walk: Walk, list: ListOf, by: Look, count = 0): Verdict {
  const size = pageSize(walk, list, count)
  if (size === undefined) return 'open'
  const large = by.visited?.pages.find(({ things }) => things.length > size)
  const excess = '@ gives a page with more than was asked for'
  return large && broken('limit ignored', by, excess, [{ by: large.by, sent: {} }])
}

/** The violation in a list read in small pages; none where things appeared or disappeared meanwhile. */
export function brokenPages(
  walk: Walk,
  list: ListOf,
  [all, by, again]: readonly [all: Look, pages: Look, again: Look],
): Verdict {
  const { pages = [], isWhole = false } = by.visited ?? {}
  const [before, ids, after] = [idsIn(all), idsIn(by), idsIn(again)]
  const count = new Set(before).size
  const size = pageSize(walk, list, count) ?? 0
  const excess = brokenLimit(walk, list, by, count)
  if (excess) return excess
  // Things that appear meanwhile may move others to a later page, things that disappear to an earlier one.
  const isGrown = after.some((id) => !before.includes(id))
  const isShrunk = before.some((id) => !after.includes(id))
  // Pages shorter than requested are capped or filtered afterwards, so page numbers are unreliable.
  const isShort = pages.slice(0, -1).some(({ things }) => things.length < size)
  if (isShort && !pagingOf(list.operation, walk.schemas).cursor) return undefined
  const steps = looksAt(by)
  if (isRepeating(by))
    return isGrown ? 'open' : broken('pages repeat', by, '@ shows a thing on two pages', steps)
  if (isShrunk) return 'open'
  if (!isWhole || isRepeating(all) || before.every((id) => ids.includes(id)))
    return isGrown ? 'open' : undefined
  const evidence = [...looksAt(all).slice(0, 1), ...steps]
  return broken('pages leave out', by, '@ leaves out a thing between its pages', evidence)
}
