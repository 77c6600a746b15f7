import { type Exchange, headerValue, jsonBody, parsedJson } from '../exchange/exchange.js'
import {
  keysOf,
  resolvePath,
  entriesOf,
  followed,
  memberAt,
  pointerOf,
  segmentsOf,
  textOf,
  parametersIn,
} from '../../document/index.js'
import type { Operation, Parameter } from '../../runtime/surface.js'
import { declaredStatus, isSuccess } from '../exchange/reading.js'
import type { ParameterValues, Observed } from '../model/case.js'
import { decoded, pathPattern, shapeOf, valuesByName } from '../resources/paths.js'
import { isPlain, type PlainValue, typesOf, nameKey } from '../resources/names.js'
import { isPagingName, keywordsOf, openLists, visitAll } from './lists.js'
import { areRelated } from './related.js'
import type { ListOf, Look, Subject, Verdict } from './subject.js'
import type { Walk } from './walk.js'

const bodyAt = (body: unknown, rest: string): unknown =>
  rest.startsWith('#') ? resolvePath(body, keysOf(rest.slice(1))) : body

/** The value of a link's runtime expression, or a constant. @param template path of the called operation */
export function evaluate(expression: unknown, exchange: Exchange, template: string): unknown {
  if (typeof expression !== 'string' || !/^\$|\{\$/.test(expression)) return expression
  // A text may be no more than an expression in braces; none is judged by one that is embedded in another text.
  const plain = expression.replace(/^\{(\$[^{}]*)\}$/, '$1')
  const [, side, location, rest = ''] =
    /^\$(request|response)\.(body|header|query|path)\.?(.*)$/.exec(plain) ?? []
  const { request, response } = exchange
  if (location === 'body')
    return bodyAt(side === 'request' ? parsedJson(request.body ?? 'null') : jsonBody(response), rest)
  if (location === 'header') return headerValue(side === 'request' ? request.headers : response.headers, rest)
  if (location === 'query') return new URL(request.url).searchParams.get(rest) ?? undefined
  if (location === 'path') {
    const values = pathPattern(template).exec(new URL(request.url).pathname)?.slice(1).map(decoded)
    return valuesByName(template, values ?? [])[rest]
  }
  return { $url: request.url, $method: request.method, $statusCode: String(response.status) }[plain]
}

/** The lists that may contain a thing and need no filter; where things are created at several paths, not those of others. */
export function listsOf({ resource, values, made }: Subject): ListOf[] {
  const { operation: creation, path: given } = made.case.call
  const isOnly = new Set(resource.creates.map(({ path }) => path)).size < 2
  return openLists(resource).flatMap((operation) => {
    const isAbove = shapeOf(resource.itemPath).startsWith(shapeOf(operation.path))
    const isOfCreation = operation.path === creation.path
    if (!isOfCreation && !isAbove && !isOnly) return []
    // In a path elsewhere, `{id}` is not the id of the thing itself.
    const ofThing = valuesByName(isAbove ? operation.path : resource.itemPath, values.slice(0, -1))
    const path = isOfCreation ? given : ofThing
    const isWhole = parametersIn(operation.path).every((name) => path[name] !== undefined)
    return isWhole ? [{ resource, operation, path }] : []
  })
}

export interface Link {
  readonly name: string
  readonly pointer: string
  readonly source: Observed
  /** Absent where the document lacks the operation. */
  readonly target?: Operation | undefined
  /** Absent where the response lacks one of the values. */
  readonly values?: { readonly path: ParameterValues; readonly query: ParameterValues } | undefined
}

const targetOf = ({ api: { surface } }: Observed, link: unknown): Operation | undefined => {
  const id = textOf(memberAt(link, 'operationId'))
  const [path, method] = segmentsOf(textOf(memberAt(link, 'operationRef')) ?? '').slice(-2)
  const isMeant = ([key, one]: [string, Operation]): boolean =>
    id === undefined ? one.path === path && one.method === method : one.operationId === id || key === id
  return Object.entries(surface.operations).find(isMeant)?.[1]
}

const valuesOf = (source: Observed, link: unknown, target: Operation | undefined): Link['values'] => {
  const given = entriesOf(memberAt(link, 'parameters')).map(([name, expression]) => [
    name.replace(/^(path|query)\./, ''),
    evaluate(expression, source.exchange, source.case.call.operation.path),
  ] as const) // prettier-ignore
  const inPath = new Set(parametersIn(target?.path ?? ''))
  const path = Object.fromEntries(given.filter(([name]) => inPath.has(name)))
  // A value for a header or cookie cannot be given, and without it another thing may be meant.
  const isIn = (name: string): boolean =>
    inPath.has(name) || target?.parameters.some((one) => one.in === 'query' && one.name === name) === true
  const isGiven = given.length > 0 && given.every(([name, value]) => isPlain(value) && isIn(name))
  if (target?.method !== 'get' || !isGiven || Object.keys(path).length < inPath.size) return undefined
  return { path, query: Object.fromEntries(given.filter(([name]) => !inPath.has(name))) }
}

/** The links that the document declares for a response's status, or else for its range. */
export function linksOf(source: Observed): Link[] {
  const { api: { document }, case: { call }, exchange: { response } } = source // prettier-ignore
  const { path, method } = call.operation
  const status = declaredStatus(call.operation, response.status)
  if (status === undefined || !isSuccess(source.exchange)) return []
  const declared = memberAt(document, 'paths', path, method, 'responses', status)
  return entriesOf(memberAt(followed(document, declared), 'links')).map(([name, value]) => {
    const link = followed(document, value)
    const target = targetOf(source, link)
    const pointer = pointerOf('paths', path, method, 'responses', status, 'links', name)
    return { name, pointer, source, target, values: valuesOf(source, link, target) }
  })
}

/** A filter of a list with values of its member. */
export interface Filter {
  readonly parameter: Parameter
  readonly member: string
  /** A flag of false may mean no filter, and a listed value may stand for a group of others. */
  readonly isChoice: boolean
  /** All values of its member in the list. */
  readonly known: readonly PlainValue[]
  readonly values: readonly PlainValue[]
}

/** Flags whose names suggest that they add items to a list. */
const widening = /delet|archiv|hidden|inactive|draft|include|all|expand|verbose|deep|recursive/i
const mostFilters = 8

/** Whether the document lists the values of a filter. */
const isListed = (parameter: Parameter, { schemas }: Walk): boolean => {
  const { enum: values, items } = keywordsOf(parameter, schemas)
  return values !== undefined || memberAt(items, 'enum') !== undefined
}

/** Whether a filter certainly means equality; texts and numbers may match similar values. */
const meansEquality = (parameter: Parameter, member: string, walk: Walk): boolean =>
  isListed(parameter, walk) || / (id|uuid|guid)$/.test(nameKey(member))

/** Whether a parameter may be a filter by its name. */
export function mayFilter({ in: location, name }: Parameter): boolean {
  return location === 'query' && !isPagingName(name) && !widening.test(name)
}

/** The filters of a list for which two existing things have different values. @throws Stopped */
export async function filtersOf(walk: Walk, list: ListOf): Promise<Filter[]> {
  if (!list.operation.parameters.some(mayFilter)) return []
  const { pages } = await visitAll(walk, list)
  const things = pages.flatMap((page) => page.things.map(([, thing]) => thing))
  const members = [...new Set(things.flatMap((thing) => Object.keys(thing)))]
  const filters = list.operation.parameters.flatMap((parameter): Filter[] => {
    const name = parameter.name.replace(/^filters?\[|\]$/g, '')
    const member = members.find((one) => nameKey(one) === nameKey(name))
    if (!mayFilter(parameter) || member === undefined) return []
    const isFlag = typesOf(parameter.schema, walk.schemas).includes('boolean')
    const known = [...new Set(things.map((thing) => thing[member]).filter(isPlain))]
    const values = known.slice(0, 2)
    const isSure = values.length === 2 && (isFlag || meansEquality(parameter, member, walk))
    const isChoice = isFlag || isListed(parameter, walk)
    return isSure ? [{ parameter, member, isChoice, known, values }] : []
  })
  return filters.slice(0, mostFilters)
}

/** The violation of a filter, from the pages for two existing values. */
export function brokenFilter(
  { parameter, member, isChoice, known, values }: Filter,
  pages: readonly Look[],
): Verdict {
  const isSame = (a: unknown, b: unknown): boolean =>
    typeof a === 'number' || typeof b === 'number' ? String(a) === String(b) : areRelated(a, b)
  const valuesIn = ({ visited }: Look): unknown[] =>
    visited?.pages.flatMap(({ things }) => things.map(([, thing]) => thing[member])) ?? []
  const isWrong = (page: Look, index: number): boolean =>
    valuesIn(page).some((one) => isPlain(one) && !isSame(one, values[index]))
  const broken = (kind: string, says: string, steps: readonly Look[]): Verdict => {
    const [by] = steps
    return (
      by && {
        kind: `${kind} ${parameter.name}`,
        by,
        says: `@ ${says} "${parameter.name}"`,
        pointer: parameter.pointer,
        steps,
      }
    )
  }
  const wrong = pages.filter(isWrong)
  // One without an effect for both values is ignored, and so is a page with everything that the list has.
  const hasAll = (page: Look): boolean => known.every((one) => valuesIn(page).includes(one))
  if (wrong.length > 1 || (wrong.length > 0 && (!isChoice || (known.length > 2 && wrong.some(hasAll)))))
    return broken('filter ignored', 'lists things with other values than it is asked for by', wrong)
  // Both values belong to existing things, so empty pages are no coincidence.
  const areEmpty = pages.every((page) => valuesIn(page).length === 0)
  return areEmpty
    ? broken('filter finds nothing', 'finds nothing, though there are things with that value, by', pages)
    : undefined
}
