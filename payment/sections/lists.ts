import type { Operation, Parameter } from '../../runtime/surface.js'
import { shapesIn } from '../documents/view.js'
import { listedValues } from '../schema/document-shape.js'
import { isObject, type JsonObject, member, objectOf, textOf } from '../../document/index.js'
import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import { queryParameter } from '../../conformance/rules/request.js'
import { deepEqual } from '../../runtime/json.js'
import { ifPossible, NotApplicable } from '../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../conformance/exchange/exchange.js'
import { isSuccess } from '../../conformance/exchange/reading.js'
import { typesOf } from '../../conformance/resources/names.js'
import { createAutoramp, simulateTransaction } from '../fixtures/autoramp.js'
import { createCustomer } from '../fixtures/customer.js'
import { onrampSubject, quoteSubject } from '../fixtures/quote.js'
import type { Steps } from '../fixtures/steps.js'

/** The beginning of a list, or what follows a cursor. */
interface Page {
  readonly exchange: Exchange
  readonly items: readonly JsonObject[]
  readonly ids: readonly string[]
  readonly cursor: string | undefined
  readonly previous: string | undefined
}

type Query = Readonly<Record<string, string | readonly string[]>>

interface Broken {
  readonly message: string
  readonly exchange: Exchange
}

/** Looks for something broken in a list; `unread` where the list could not be read as that needs. */
type Finds<Needs extends readonly unknown[]> = Steps<[Operation, ...Needs], Broken | 'unread' | undefined>

const pagedLists = ({ under }: ScenarioContext): readonly Operation[] =>
  [...under.operations.routes.values()]
    .filter(({ method, path }) => method === 'get' && !path.includes('{'))
    .filter((one) => queryParameter(one, 'page_size') && queryParameter(one, 'cursor'))

const readPage: Steps<[Operation, Query], Page | undefined> = async (context, operation, query) => {
  const exchange = await context.call(operation, { query })
  const body = jsonBody(exchange.response)
  const listed = member(body, 'items')
  if (!isSuccess(exchange) || !Array.isArray(listed)) return undefined
  const items = listed.filter(isObject)
  const [cursor, previous] = ['cursor', 'prev_cursor'].map((name) => textOf(objectOf(body)[name]))
  return { exchange, items, ids: items.map(({ id }) => String(id)), cursor, previous }
}

/** The time at which a thing was created, in Unix milliseconds; undefined where it does not show that. */
const createdAt = (item: JsonObject): number | undefined => {
  const name = Object.keys(item).find((one) => /^created(_at)?$/.test(one))
  const time = Date.parse(textOf(item[name ?? '']) ?? '')
  return Number.isNaN(time) ? undefined : time
}

const pageSize = 2
const largestPage = 100
const mostPages = 3

/** As many things as a page may have, by the document, or where that is refused, as many as it has by default. */
const readLargest: Steps<[Operation, Query], Page | undefined> = async (context, operation, query) => {
  const { schema } = queryParameter(operation, 'page_size') ?? {}
  const shapes = schema === undefined ? [] : shapesIn(context.under, schema)
  const maxima = shapes.map(({ keywords }) => keywords.maximum ?? largestPage)
  const size = String(Math.min(largestPage, ...maxima))
  return (
    (await readPage(context, operation, { page_size: size, ...query })) ?? readPage(context, operation, query)
  )
}

const readPages: Steps<[Operation, Query], readonly Page[]> = async (context, operation, query) => {
  const pages: Page[] = []
  let at: Query | undefined = query
  while (at && pages.length < mostPages) {
    const page: Page | undefined = await readPage(context, operation, at)
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
const brokenWayBack: Finds<[Query, readonly Page[]]> = async (context, operation, query, pages) => {
  if (!queryParameter(operation, 'prev_cursor')) return undefined
  for (const [index, { previous }] of pages.entries()) {
    const before = pages[index - 1]
    if (!before || previous === undefined) continue
    const back = await readPage(context, operation, { ...query, prev_cursor: previous })
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

const brokenPages: Finds<[order: string | undefined]> = async (context, operation, order) => {
  const sorted = { ...(order !== undefined && { sort_order: order }) }
  const query = { page_size: String(pageSize), ...sorted }
  const whole = await readLargest(context, operation, sorted)
  const pages = await readPages(context, operation, query)
  const { exchange } = pages.at(-1) ?? {}
  if (!exchange) return 'unread'
  const long = pages.find(({ items }) => items.length > pageSize)
  const message = `a page has ${long?.items.length} things, for page_size=${pageSize}`
  if (long) return { message, exchange: long.exchange }
  const ids = pages.flatMap((page) => page.ids)
  if (new Set(ids).size < ids.length) return { message: 'two pages show the same thing', exchange }
  // Twice, because things may be changed or deleted meanwhile.
  const again =
    whole && isSkipped(whole.ids, pages) ? await readLargest(context, operation, sorted) : undefined
  if (again && isSkipped(again.ids, pages))
    return { message: 'a cursor does not lead to the next things of the list', exchange }
  if (order !== undefined && isReversed(pages, order))
    return { message: `pages are in the opposite order of sort_order=${order}`, exchange }
  return brokenWayBack(context, operation, query, pages)
}

/** Parameters that select by something else than the value of a member. */
const selective = /^(cursor|prev_cursor|page_size|sort_order|search_term|from_date|to_date)$/

/** The values of a member, the rarest first, so that one page shows all things with it. */
const valuesOf = ({ items }: Page, name: string): readonly string[] => {
  const counts = new Map<string, number>()
  for (const item of items) {
    const value = textOf(item[name])
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => a - b).map(([value]) => value)
}

/** A query of a list, and the predicate for the things that it selects. */
interface Selection {
  readonly query: Query
  readonly words: string
  /** Undefined if a thing does not show whether it matches, for example because it lacks the member. */
  readonly fits: (item: JsonObject) => boolean | undefined
}

/** The member that a parameter selects by: that of its name, or else the only one with values of its enumeration. */
const memberFor = (context: ScenarioContext, { name, schema }: Parameter, { items }: Page): string => {
  if (items.some((item) => item[name] !== undefined)) return name
  const listed = listedValues(shapesIn(context.under, schema))
  const members = new Set(items.flatMap((item) => Object.keys(item)))
  const isListed = (member: string): boolean => items.every((item) => listed?.has(item[member]) === true)
  const [only = name, ...others] = [...members].filter(isListed)
  return others.length === 0 ? only : name
}

/** A value that no thing of a list has, although a parameter takes it, which must therefore select nothing else. */
const absentFrom = (
  context: ScenarioContext,
  { schema }: Parameter,
  present: readonly string[],
): string | undefined => {
  const shapes = shapesIn(context.under, schema)
  const single = shapes.flatMap(({ items }) => items.flatMap((one) => shapesIn(context.under, one)))
  const values = single.length === 0 ? shapes : single
  const listed = [...(listedValues(values) ?? [])].map(String).find((one) => !present.includes(one))
  const isId = values.some(({ formats }) => formats.has('uuid'))
  return listed ?? (isId ? context.session.uuid() : undefined)
}

/** The values to ask for, alone and together; where all things have one value, another one. */
const choicesOf = (
  context: ScenarioContext,
  parameter: Parameter,
  values: readonly string[],
): readonly (readonly string[])[] => {
  if (values.length > 1) {
    const takesMany = typesOf(parameter.schema, context.under.surface.schemas).includes('array')
    return [...values.map((one) => [one]), ...(takesMany ? [values] : [])]
  }
  const absent = values.length === 1 ? absentFrom(context, parameter, values) : undefined
  return absent === undefined ? [] : [[absent]]
}

const selectionsOf = (context: ScenarioContext, operation: Operation, all: Page): readonly Selection[] => {
  const named = operation.parameters.filter((one) => one.in === 'query' && !selective.test(one.name))
  const byValue = named.flatMap((parameter): Selection[] => {
    const { name } = parameter
    const member = memberFor(context, parameter, all)
    const values = valuesOf(all, member).slice(0, 2)
    return choicesOf(context, parameter, values).map((chosen) => ({
      query: { [name]: chosen },
      words: `${name}=${chosen.join(',')}`,
      fits: (item) => {
        const value = textOf(item[member])
        return value === undefined ? undefined : chosen.includes(value)
      },
    }))
  })
  return [...byValue, ...datesOf(operation, all)]
}

/** The halves of a list before and after the time of its middle. */
const datesOf = (operation: Operation, { items }: Page): readonly Selection[] => {
  const times = items.map(createdAt).filter((one) => one !== undefined)
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
  if (middle === undefined || new Set(times).size < 2) return []
  const date = new Date(middle).toISOString()
  return ['from_date', 'to_date']
    .filter((name) => queryParameter(operation, name) !== undefined)
    .map((name) => ({
      query: { [name]: date },
      words: `${name}=${date}`,
      // Which time is meant is not shown, nor whether the limit is included; a service may keep parts of a
      // millisecond.
      fits: (item) => {
        const distance = (createdAt(item) ?? middle) - middle
        const isOutside = name === 'from_date' ? distance < -1 : distance > 1
        return isOutside ? false : undefined
      },
    }))
}

const brokenSelection: Finds<[Page, Selection]> = async (context, operation, all, selection) => {
  const { query, words, fits } = selection
  const page = await readLargest(context, operation, query)
  if (!page) return undefined
  const { exchange } = page
  if (page.items.some((item) => fits(item) === false))
    return { message: `things that do not match are listed for ${words}`, exchange }
  const isLost = (item: JsonObject): boolean => fits(item) === true && !page.ids.includes(String(item['id']))
  const lost = page.cursor === undefined ? all.items.filter(isLost) : []
  if (lost.length === 0) return undefined
  // Other rules may change things meanwhile, so a thing counts as lost only if it was so before and after.
  const after = await readLargest(context, operation, {})
  return after?.items.some((item) => item['id'] !== undefined && lost.some((one) => deepEqual(one, item)))
    ? { message: `things that match are not listed for ${words}`, exchange }
    : undefined
}

const simulateSome = async (context: ScenarioContext): Promise<void> => {
  context.operation('post', '/sandbox/transaction')
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
const judgeLists: Steps<[Finds<[]>]> = async (context, find) => {
  const lists = pagedLists(context)
  if (lists.length === 0) throw new NotApplicable('the document has no list that is read page by page')
  await fillLists(context)
  for (const operation of lists) {
    const first = await find(context, operation)
    if (first === 'unread') continue
    const again = first && (await find(context, operation))
    const broken = again === 'unread' ? undefined : again
    context.expect(!broken, `GET ${operation.path}: ${broken?.message}`, broken?.exchange)
  }
}

/** `operations/pages` */
export const listPages: Scenario = (context) =>
  judgeLists(context, async (_, operation) => {
    const orders = queryParameter(operation, 'sort_order') ? ['asc', 'desc'] : [undefined]
    for (const order of orders) {
      const broken = await brokenPages(context, operation, order)
      if (broken) return broken
    }
    return undefined
  })

/** `operations/filters` */
export const listFilters: Scenario = (context) =>
  judgeLists(context, async (_, operation) => {
    const all = await readLargest(context, operation, {})
    if (!all) return 'unread'
    for (const selection of selectionsOf(context, operation, all)) {
      const broken = await brokenSelection(context, operation, all, selection)
      if (broken) return broken
    }
    return undefined
  })
