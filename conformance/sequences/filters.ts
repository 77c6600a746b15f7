import type { JsonObject } from '../../document/index.js'
import type { Parameter } from '../../runtime/surface.js'
import { fitted, typesOf } from '../resources/fits.js'
import { nameKey } from '../resources/words.js'
import { type ListOf, type Page, readPage } from './pages.js'
import { isPagingName, keywordsOf } from './paging-parameters.js'
import { areRelated } from './related.js'
import { nameOf } from './subject.js'
import type { Walk } from './walk.js'

interface Filter {
  readonly list: ListOf
  readonly parameter: Parameter
  /** The member of a thing that it is about. */
  readonly member: string
}

type Value = string | number | boolean

const isValue = (value: unknown): value is Value => ['string', 'number', 'boolean'].includes(typeof value)

/** Flags by whose names a list is asked to show more, not less. */
const widening = /delet|archiv|hidden|inactive|draft|include|all|expand|verbose|deep|recursive/i

const filtersOf = (list: ListOf, things: readonly JsonObject[]): Filter[] => {
  const members = new Set(things.flatMap((thing) => Object.keys(thing)))
  return list.operation.parameters.flatMap((parameter) => {
    const name = parameter.name.replace(/^filters?\[|\]$/g, '')
    if (parameter.in !== 'query' || isPagingName(name) || widening.test(name)) return []
    const member = [...members].find((one) => nameKey(one) === nameKey(name))
    return member === undefined ? [] : [{ list, parameter, member }]
  })
}

/** How sure it is that a filter asks for equal values: of texts and numbers it may mean what is like them. */
const meansEquality = ({ parameter, member }: Filter, walk: Walk): 'yes' | 'flag' | 'no' => {
  const { schemas } = walk.explorer.api.surface
  const { enum: values, items } = keywordsOf(parameter, schemas)
  const types = typesOf(parameter.schema, schemas)
  if (types.includes('boolean')) return 'flag'
  const isEnumerated =
    values !== undefined || (typeof items === 'object' && (items as JsonObject)['enum'] !== undefined)
  return isEnumerated || / (id|uuid|guid)$/.test(nameKey(member)) ? 'yes' : 'no'
}

const ask = async (walk: Walk, { list, parameter }: Filter, value: Value): Promise<Page | undefined> => {
  const { schemas } = walk.explorer.api.surface
  const isList = typesOf(parameter.schema, schemas).includes('array')
  const sent = isList ? [value] : fitted(value, parameter.schema, schemas)
  return sent === undefined ? undefined : readPage(walk, list, { query: { [parameter.name]: sent } })
}

const others = ({ member }: Filter, { things }: Page, value: Value): boolean =>
  things.some(([, thing]) => isValue(thing[member]) && !isSameValue(thing[member], value))

const isSameValue = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' || typeof b === 'number' ? String(a) === String(b) : areRelated(a, b)

const suspect = (walk: Walk, filter: Filter, says: string, kind: string, pages: readonly Page[]): void => {
  const name = nameOf(filter.list.operation)
  walk.suspect({
    rule: 'state/filters',
    message: `${name} ${says} "${filter.parameter.name}"`,
    pointer: filter.parameter.pointer,
    expected: `Every thing has the value that "${filter.parameter.name}" asks for, and what has it is listed.`,
    cause: `${kind} ${name} ${filter.parameter.name}`,
    steps: pages.map(({ by }) => by),
  })
}

const judge = async (walk: Walk, filter: Filter, all: Page): Promise<void> => {
  const meaning = meansEquality(filter, walk)
  const values = [...new Set(all.things.map(([, thing]) => thing[filter.member]).filter(isValue))].slice(0, 2)
  const pages = new Map<Value, Page>()
  for (const value of meaning === 'no' || values.length < 2 ? [] : values) {
    const page = await ask(walk, filter, value)
    if (page) pages.set(value, page)
  }
  for (const { by } of pages.values()) walk.judged('state/filters', by)
  const wrong = [...pages].filter(([value, page]) => others(filter, page, value))
  // A flag that is false may mean that nothing is asked for; one that does nothing either way is ignored.
  if (wrong.length > (meaning === 'flag' ? 1 : 0))
    suspect(
      walk,
      filter,
      'lists things with other values than it is asked for by',
      'filter ignored',
      wrong.map(([, page]) => page),
    )
  const empty = [...pages].filter(([, { things }]) => things.length === 0)
  // Two values of things that are there, and nothing for either: it is not that they went away.
  if (empty.length === pages.size && pages.size > 1)
    suspect(
      walk,
      filter,
      'finds nothing, though there are things with that value, by',
      'filter finds nothing',
      [all, ...empty.map(([, page]) => page)],
    )
}

/** Filters of a list give what has their value, and nothing else. @throws Stopped */
export async function judgeFilters(walk: Walk, list: ListOf): Promise<void> {
  const all = await readPage(walk, list, { query: {} })
  if (!all) return
  const filters = filtersOf(
    list,
    all.things.map(([, thing]) => thing),
  )
  for (const filter of filters.slice(0, 8)) await judge(walk, filter, all)
}
