import type { Operation, Parameter } from '../../runtime/surface.js'
import { shapesIn } from '../documents/view.js'
import { listedValues } from '../schema/document-shape.js'
import { type JsonObject, textOf } from '../../document/index.js'
import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import { queryParameter } from '../../conformance/rules/request.js'
import { deepEqual } from '../../runtime/json.js'
import { ifPossible } from '../../conformance/model/outcome.js'
import { typesOf } from '../../conformance/resources/names.js'
import { onrampSubject } from '../fixtures/quote.js'
import { findLike } from '../fixtures/routes.js'
import type { Steps } from '../fixtures/steps.js'
import {
  createdAt,
  filledLists,
  type Finds,
  judgeLists,
  type List,
  type Page,
  type Query,
  readLargest,
  readLike,
  readPage,
} from './lists.js'

/** Parameters that select by something else than the value of a member. */
const selective = /^(cursor|prev_cursor|page_size|sort_order|search_term|from_date|to_date)$/

/** A value of a member as a parameter has it. */
const parameterValue = (value: unknown): string | undefined =>
  typeof value === 'boolean' ? String(value) : textOf(value)

/** The values of a member, the rarest first, so that one page shows all things with it. */
const valuesOf = ({ items }: Page, name: string): readonly string[] => {
  const counts = new Map<string, number>()
  for (const item of items) {
    const value = parameterValue(item[name])
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

/**
 * The member that a parameter selects by: that of its name, of a flag also without its `is`, or else the only one with
 * values of its enumeration.
 */
const memberFor = (context: ScenarioContext, { name, schema }: Parameter, { items }: Page): string => {
  const bare = name.replace(/^is_/, '')
  if (items.some((item) => item[name] !== undefined)) return name
  if (items.some((item) => typeof item[bare] === 'boolean')) return bare
  const listed = listedValues(shapesIn(context.under, schema))
  const members = new Set(items.flatMap((item) => Object.keys(item)))
  const isListed = (member: string): boolean => items.every((item) => listed?.has(item[member]) === true)
  const [only = name, ...others] = [...members].filter(isListed)
  return others.length === 0 ? only : name
}

/** Values that select everything. */
const everything = /^(all|any|both|every)$/i

/** A value that no thing of a list has, although a parameter takes it, which must therefore select nothing else. */
const absentFrom = (
  context: ScenarioContext,
  { schema }: Parameter,
  present: readonly string[],
): string | undefined => {
  const shapes = shapesIn(context.under, schema)
  const single = shapes.flatMap(({ items }) => items.flatMap((one) => shapesIn(context.under, one)))
  const values = single.length === 0 ? shapes : single
  const isFlag = values.some(({ types }) => types.has('boolean'))
  const all = [...(listedValues(values) ?? (isFlag ? [true, false] : []))].map(String)
  const listed = all.find((one) => !present.includes(one) && !everything.test(one))
  const isId = values.some(({ formats }) => formats.has('uuid'))
  return listed ?? (isId ? context.session.uuid() : undefined)
}

/** The values to ask for, alone and together; where all things have one value, another one, alone and before it. */
const choicesOf = (
  context: ScenarioContext,
  parameter: Parameter,
  values: readonly string[],
): readonly (readonly string[])[] => {
  const takesMany = typesOf(parameter.schema, context.under.surface.schemas).includes('array')
  const absent = values.length === 1 ? absentFrom(context, parameter, values) : undefined
  const chosen = absent === undefined ? values : [absent, ...values]
  if (chosen.length < 2) return []
  if (takesMany) return [chosen.slice(0, 1), chosen]
  return absent === undefined ? values.map((one) => [one]) : [[absent]]
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
        const value = parameterValue(item[member])
        return value === undefined ? undefined : chosen.includes(value)
      },
    }))
  })
  return [...byValue, ...together(byValue, all), ...datesOf(operation, all)]
}

/** Two selections by different parameters at once, where some thing matches one of them alone. */
const together = (all: readonly Selection[], { items }: Page): readonly Selection[] => {
  const pairs = all.flatMap((one) => all.map((other) => [one, other] as const))
  const pair = pairs.find(
    ([one, other]) =>
      !Object.keys(one.query).some((name) => name in other.query) &&
      items.some((item) => one.fits(item) === true && other.fits(item) === false),
  )
  if (!pair) return []
  const fits = (item: JsonObject): boolean | undefined => {
    const [one, another] = [pair[0].fits(item), pair[1].fits(item)]
    if (one === false || another === false) return false
    return one && another
  }
  const words = pair.map((one) => one.words).join('&')
  return [{ query: { ...pair[0].query, ...pair[1].query }, words, fits }]
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

const brokenSelection: Finds<[Page, Selection]> = async (context, list, all, selection) => {
  const { query, words, fits } = selection
  const page = await readLike(context, list, all, query)
  if (!page) return undefined
  const { exchange } = page
  if (page.items.some((item) => fits(item) === false))
    return { message: `things that do not match are listed for ${words}`, exchange }
  const isLost = (item: JsonObject): boolean => fits(item) === true && !page.ids.includes(String(item['id']))
  const lost = page.cursor === undefined ? all.items.filter(isLost) : []
  if (lost.length === 0) return undefined
  // Other rules may change things meanwhile, so a thing counts as lost only if it was so before and after.
  const after = await readLike(context, list, all, {})
  return after?.items.some((item) => item['id'] !== undefined && lost.some((one) => deepEqual(one, item)))
    ? { message: `things that match are not listed for ${words}`, exchange }
    : undefined
}

/** Whether things of both sorts follow the first that matches. */
const isMixed = ({ items }: Page, { fits }: Selection): boolean => {
  const following = items.slice(items.findIndex((item) => fits(item) === true) + 1)
  return [true, false].every((wanted) => following.some((item) => fits(item) === wanted))
}

/** Pages after the first one, of one thing each, match the selection too. */
const brokenCursor: Finds<[Page, Selection | undefined]> = async (context, list, all, selection) => {
  if (!selection || !queryParameter(list.operation, 'cursor')) return undefined
  const { query, words, fits } = selection
  const first = await readPage(context, list, { ...query, page_size: '1' })
  if (first?.cursor === undefined) return undefined
  const next = await readLike(context, list, all, { ...query, cursor: first.cursor })
  return next?.items.some((item) => fits(item) === false)
    ? {
        message: `behind a cursor, things that do not match are listed for ${words}`,
        exchange: next.exchange,
      }
    : undefined
}

/** Which members are searched, and how closely a text has to match, is not shown; nothing is like a new UUID. */
const brokenSearch: Finds<[Page]> = async (context, list, all) => {
  if (!queryParameter(list.operation, 'search_term') || all.ids.length === 0) return undefined
  const page = await readLike(context, list, all, { search_term: context.session.uuid() })
  return page && all.ids.every((id) => page.ids.includes(id))
    ? { message: 'the whole list comes for a search_term that occurs nowhere', exchange: page.exchange }
    : undefined
}

/** Lists of the things of one customer. */
const listsOfCustomer: Steps<[templates: readonly string[]], readonly List[]> = async (
  context,
  templates,
) => {
  const operations = templates.flatMap((template) => findLike(context, 'get', template) ?? [])
  const subject = operations.length > 0 ? await ifPossible(onrampSubject(context)) : undefined
  return subject ? operations.map((operation) => ({ operation, path: [subject.customerId] })) : []
}

const brokenOwner: Finds<[]> = async (context, list) => {
  const all = await readLargest(context, list, {})
  if (!all) return 'unread'
  const owner = list.path?.[0]?.toLowerCase()
  const isOther = ({ customer_id: id }: JsonObject): boolean =>
    typeof id === 'string' && id.toLowerCase() !== owner
  return all.items.some(isOther)
    ? { message: 'things of another customer are listed', exchange: all.exchange }
    : undefined
}

/** `operations/filters` */
export const listFilters: Scenario = async (context) => {
  const lists = [
    ...(await filledLists(context)),
    ...(await listsOfCustomer(context, ['/addresses/crypto/{}'])),
  ]
  const owned = await listsOfCustomer(context, ['/addresses/fiat/{}', '/customers/{}/identifications'])
  await judgeLists(context, owned, brokenOwner)
  await judgeLists(context, lists, async (_, list) => {
    const all = await readLargest(context, list, {})
    if (!all) return 'unread'
    const selections = selectionsOf(context, list.operation, all)
    for (const selection of selections) {
      const broken = await brokenSelection(context, list, all, selection)
      if (broken) return broken
    }
    const mixed = selections.find((selection) => isMixed(all, selection))
    return (await brokenCursor(context, list, all, mixed)) ?? brokenSearch(context, list, all)
  })
}
