import type { Operation } from '../../runtime/surface.js'
import { shapesIn } from '../documents/view.js'
import { isObject, type JsonObject, member, objectOf, textOf } from '../../document/index.js'
import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import { queryParameter } from '../../conformance/rules/request.js'
import { ifPossible, NotApplicable } from '../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../conformance/exchange/exchange.js'
import { isSuccess } from '../../conformance/exchange/reading.js'
import { createAutoramp, simulateTransaction } from '../fixtures/autoramp.js'
import { createCustomer } from '../fixtures/customer.js'
import { onrampSubject, quoteSubject } from '../fixtures/quote.js'
import type { Steps } from '../fixtures/steps.js'
import { controlOf } from '../fixtures/controls.js'

/** A list, by the operation that reads it. */
export interface List {
  readonly operation: Operation
  /** The values of the parameters in its path. */
  readonly path?: readonly string[]
}

/** The beginning of a list, or what follows a cursor. */
export interface Page {
  readonly exchange: Exchange
  readonly items: readonly JsonObject[]
  readonly ids: readonly string[]
  readonly cursor: string | undefined
  readonly previous: string | undefined
  /** The page size that was asked for; undefined where it was left to the service. */
  readonly size: string | undefined
}

/** Parameters for reading a list. */
export type Query = Readonly<Record<string, string | readonly string[]>>

interface Broken {
  readonly message: string
  readonly exchange: Exchange
}

/** Looks for something broken in a list; `unread` where the list could not be read as that needs. */
export type Finds<Needs extends readonly unknown[]> = Steps<[List, ...Needs], Broken | 'unread' | undefined>

const pagedLists = ({ under }: ScenarioContext): readonly List[] =>
  [...under.operations.routes.values()]
    .filter(({ method, path }) => method === 'get' && !path.includes('{'))
    .filter((one) => queryParameter(one, 'page_size') && queryParameter(one, 'cursor'))
    .map((operation) => ({ operation }))

/** One page of a list; undefined where the service refuses to show it. */
export const readPage: Steps<[List, Query], Page | undefined> = async (
  context,
  { operation, path },
  query,
) => {
  const exchange = await context.call(operation, { query, ...(path && { path }) })
  const body = jsonBody(exchange.response)
  const listed = Array.isArray(body) ? body : member(body, 'items')
  if (!isSuccess(exchange) || !Array.isArray(listed)) return undefined
  const items = listed.filter(isObject)
  const [cursor, previous] = ['cursor', 'prev_cursor'].map((name) => textOf(objectOf(body)[name]))
  const size = textOf(query['page_size'])
  return { exchange, items, ids: items.map(({ id }) => String(id)), cursor, previous, size }
}

/** The time at which a thing was created, in Unix milliseconds; undefined where it does not show that. */
export function createdAt(item: JsonObject): number | undefined {
  const name = Object.keys(item).find((one) => /^created(_at)?$/.test(one))
  const time = Date.parse(textOf(item[name ?? '']) ?? '')
  return Number.isNaN(time) ? undefined : time
}

const pageSize = 2
const largestPage = 100
const mostPages = 3

/** As many things as a page may have, by the document, or where that is refused, as many as it has by default. */
export const readLargest: Steps<[List, Query], Page | undefined> = async (context, list, query) => {
  const { schema } = queryParameter(list.operation, 'page_size') ?? {}
  if (schema === undefined) return readPage(context, list, query)
  const maxima = shapesIn(context.under, schema).map(({ keywords }) => keywords.maximum ?? largestPage)
  const size = String(Math.min(largestPage, ...maxima))
  return (await readPage(context, list, { page_size: size, ...query })) ?? readPage(context, list, query)
}

/** A page of the size that the service took before, because asking for a refused one again shows nothing. */
export const readLike: Steps<[List, Page, Query], Page | undefined> = (context, list, { size }, query) =>
  readPage(context, list, { ...(size !== undefined && { page_size: size }), ...query })

const readPages: Steps<[List, Query], readonly Page[]> = async (context, list, query) => {
  const pages: Page[] = []
  let at: Query | undefined = query
  while (at && pages.length < mostPages) {
    const page: Page | undefined = await readPage(context, list, at)
    if (page) pages.push(page)
    at = page?.cursor === undefined ? undefined : { ...query, cursor: page.cursor }
  }
  return pages
}

/** This many things in the opposite order are no coincidence, whatever time the service sorts by. */
const fewestTimes = 4

const isReversed = (pages: readonly Page[], order: string): boolean => {
  const times = pages.flatMap(({ items }) => items.map(createdAt)).filter((one) => one !== undefined)
  const sign = order === 'asc' ? 1 : -1
  const isOpposite = times.every((time, index) => sign * (time - (times[index - 1] ?? time)) <= 0)
  return isOpposite && new Set(times).size >= fewestTimes
}

/** Judges every page but the first: a service may mistake the first for each one before. */
const brokenWayBack: Finds<[Query, readonly Page[]]> = async (context, list, query, pages) => {
  if (!queryParameter(list.operation, 'prev_cursor')) return undefined
  for (const [index, { previous }] of pages.entries()) {
    const before = pages[index - 1]
    if (!before || previous === undefined) continue
    const back = await readPage(context, list, { ...query, prev_cursor: previous })
    if (back && !back.ids.some((id) => before.ids.includes(id)))
      return { message: `prev_cursor of page ${index + 1} does not lead back`, exchange: back.exchange }
  }
  return undefined
}

/** Whether the pages skip things that the list has between or after those that they show. */
const isSkipped = (whole: readonly string[], pages: readonly Page[]): boolean => {
  const shown = new Set(pages.flatMap(({ ids }) => ids))
  const first = whole.findIndex((id) => shown.has(id))
  const last = pages.at(-1)?.cursor === undefined ? whole.length : whole.findLastIndex((id) => shown.has(id))
  return first !== -1 && whole.slice(first, last).some((id) => !shown.has(id))
}

const brokenPages: Finds<[order: string | undefined]> = async (context, list, order) => {
  const sorted = { ...(order !== undefined && { sort_order: order }) }
  const query = { page_size: String(pageSize), ...sorted }
  const whole = await readLargest(context, list, sorted)
  const pages = await readPages(context, list, query)
  const { exchange } = pages.at(-1) ?? {}
  if (!exchange) return 'unread'
  const long = pages.find(({ items }) => items.length > pageSize)
  const message = `a page has ${long?.items.length} things, for page_size=${pageSize}`
  if (long) return { message, exchange: long.exchange }
  const ids = pages.flatMap((page) => page.ids)
  if (new Set(ids).size < ids.length) return { message: 'two pages show the same thing', exchange }
  // Twice, because things may be changed or deleted meanwhile.
  const again =
    whole && isSkipped(whole.ids, pages) ? await readLike(context, list, whole, sorted) : undefined
  if (again && isSkipped(again.ids, pages))
    return { message: 'a cursor does not lead to the next things of the list', exchange }
  if (order !== undefined && isReversed(pages, order))
    return { message: `pages are in the opposite order of sort_order=${order}`, exchange }
  return brokenWayBack(context, list, query, pages)
}

const simulateSome = async (context: ScenarioContext): Promise<void> => {
  controlOf(context, 'transaction')
  const id = await createAutoramp(context, await quoteSubject(context))
  for (let count = 0; count < 5; count++) await simulateTransaction(context, id)
}

/** Things of different kinds and times, more than two pages of customers, as far as the run may create them. */
const fillLists = (context: ScenarioContext): Promise<unknown> =>
  context.given('filled lists', async () => {
    for (const kind of ['Person', 'Business', 'Person', 'Business', 'Person'] as const)
      await ifPossible(createCustomer(context, context.version, kind))
    await ifPossible(simulateSome(context))
    await ifPossible(onrampSubject(context).then((subject) => createAutoramp(context, subject)))
  })

/** Judges lists, of which others create things meanwhile: twice, if the first time shows a violation. */
export const judgeLists: Steps<[readonly List[], Finds<[]>]> = async (context, lists, find) => {
  for (const list of lists) {
    const first = await find(context, list)
    if (first === 'unread') continue
    const again = first && (await find(context, list))
    const broken = again === 'unread' ? undefined : again
    context.expect(!broken, `GET ${list.operation.path}: ${broken?.message}`, broken?.exchange)
  }
}

/** The lists that are read by page_size and cursor, with things in them. @throws NotApplicable where there is none */
export const filledLists: Steps<[], readonly List[]> = async (context) => {
  const lists = pagedLists(context)
  if (lists.length === 0)
    throw new NotApplicable(
      'the document has no list with page_size and cursor; `state/paging` judges others',
    )
  await fillLists(context)
  return lists
}

/** `operations/pages` */
export const listPages: Scenario = async (context) =>
  judgeLists(context, await filledLists(context), async (_, list) => {
    const orders = queryParameter(list.operation, 'sort_order') ? ['asc', 'desc'] : [undefined]
    for (const order of orders) {
      const broken = await brokenPages(context, list, order)
      if (broken) return broken
    }
    return undefined
  })
