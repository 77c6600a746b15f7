import { isObject, memberAt, objectOf, once, parametersIn, textOf } from '../../document/index.js'
import { type Exchange, headerValue, jsonBody } from '../exchange/exchange.js'
import { isMoved, isSuccess } from '../exchange/reading.js'
import { isUuid } from '../../runtime/formats.js'
import type { Api, Call, Observed, ParameterValues } from '../model/case.js'
import { rootOf } from '../requests/write-request.js'
import {
  endsWithNew,
  fitted,
  identitiesIn,
  identityIn,
  isMadeUp,
  isPlain,
  nameKey,
  type PlainValue,
  type Held,
  thingsIn,
} from '../resources/names.js'
import { itemPathOf, shapeOf, targetOfReference, valuesByName, valuesInTarget } from '../resources/paths.js'
import type { Resource } from '../resources/resources.js'

const pathValuesOf = ({ operation, path, target }: Call): ParameterValues => {
  if (target === undefined) return path
  return valuesByName(operation.path, valuesInTarget(operation.path, target) ?? [])
}

/** The path of a kind of thing, with the values of its parameters in order. */
export interface Address {
  readonly itemPath: string
  readonly values: readonly unknown[]
}

/** The things on the path of a call, its own included, outermost first. */
export function addressesIn(call: Call): Address[] {
  const [given, path] = [pathValuesOf(call), call.operation.path]
  const names = parametersIn(path)
  const ends = [
    ...path.matchAll(/(?:\/|(?<=[^/])\((?:\w+=)?'?)\{[^{}]+\}(?:'?\))?(?=[/:]|\.(?:json|xml)$|$)/gi),
  ].map(({ index, 0: { length } }) => index + length)
  return ends
    .map((end) => path.slice(0, end))
    .filter((itemPath) => !endsWithNew(itemPath))
    .map((itemPath) => ({
      itemPath,
      values: names.slice(0, parametersIn(itemPath).length).map((name) => given[name]),
    }))
    .filter(({ values }) => values.every(isPlain))
}

/** The thing at the path of a call. */
export function ownAddressOf(call: Call): Address | undefined {
  const address = addressesIn(call).at(-1)
  return address && shapeOf(address.itemPath) === shapeOf(itemPathOf(call.operation)) ? address : undefined
}

/** The value of a parent's parameter: from the path by name or position, or from a member of request or response. */
const parentValue = (
  parameter: Resource['parameter'],
  index: number,
  { itemPath }: Resource,
  { api, case: { call } }: Observed,
  thing: ParameterValues,
): unknown => {
  const { name } = parameter
  const given = pathValuesOf(call)
  const names = parametersIn(call.operation.path)
  const own = names.find((one) => one === name) ?? names.find((one) => nameKey(one) === nameKey(name))
  if (own !== undefined && given[own] !== undefined) return given[own]
  const isAbove = shapeOf(itemPath).startsWith(`${shapeOf(call.operation.path)}/`)
  if (isAbove && names[index] !== undefined) return given[names[index]]
  const members = Object.entries({ ...objectOf(call.body?.value), ...thing })
  const value = members.find(([member]) => nameKey(member) === nameKey(name))?.[1]
  if (!isObject(value)) return value
  return identityIn(value, parameter, [nameKey(name)], api.surface.schemas)?.value
}

/** The values that may identify a thing, best first; some are nested: `metadata.name`, `petInfo.id`. */
export function identitiesOf(
  thing: ParameterValues,
  { parameter, nouns }: Resource,
  { schemas }: Api['surface'],
): readonly unknown[] {
  const isPart = (name: string): boolean =>
    ['metadata', ...nouns].some((noun) => `${nameKey(name)} `.startsWith(`${noun} `))
  const parts = Object.entries(thing).flatMap(([name, part]) =>
    isObject(part) && isPart(name) ? [part] : [],
  )
  return [thing, ...parts].flatMap((one) =>
    identitiesIn(one, parameter, nouns, schemas).map(({ value }) => value),
  )
}

/** The things of a kind in a response. @param expects decides for an object that has both a list and an id */
export function heldIn(
  { nouns: [noun = ''] }: Pick<Resource, 'nouns'>,
  { exchange: { response } }: Pick<Observed, 'exchange'>,
  expects: 'list' | 'thing',
): Held {
  return thingsIn(jsonBody(response), noun, expects)
}

/** The links of a thing to itself in the style of HAL and of JSON:API. */
const selvesOf = (thing: ParameterValues): readonly unknown[] => [
  memberAt(thing, '_links', 'self', 'href'),
  memberAt(thing, '_links', 'self'),
  memberAt(thing, 'links', 'self'),
]

// Cached, because every kind of a document may be asked for.
const linksIn = once((thing: ParameterValues): readonly unknown[] => {
  const named = Object.entries(thing).filter(([name]) => /(^| )(href|ur[il]|self|path)$/.test(nameKey(name)))
  return [...named.map(([, link]) => link), ...selvesOf(thing)]
})

/** The path values in the link of a thing to itself, such as `url` or `pulp_href`, best first. */
export function linksOf(
  thing: ParameterValues,
  resource: Resource,
  observed: Observed,
): readonly (readonly unknown[])[] {
  return addressesAt(linksIn(thing), resource, observed)
}

const addressesAt = (
  links: readonly unknown[],
  resource: Resource,
  observed: Observed,
): readonly (readonly PlainValue[])[] =>
  links.map((link) => addressAt(textOf(link), resource, observed)).filter((values) => values !== undefined)

/** The id in the path of a thing in a response: that of its link to itself, because `name` need not be an id, or its own. */
export function idInPathOf(
  thing: ParameterValues,
  resource: Resource,
  observed: Observed,
): PlainValue | undefined {
  const [self] = addressesAt(selvesOf(thing), resource, observed)
  const { parameter, nouns } = resource
  return self?.at(-1) ?? identityIn(thing, parameter, nouns, observed.api.surface.schemas)?.value
}

/** The path values that a thing in a response may have, best first: as it links to itself, with its id, with its name. */
export function addressesOf(
  thing: ParameterValues,
  resource: Resource,
  observed: Observed,
): readonly (readonly unknown[])[] {
  const selves = addressesAt(selvesOf(thing), resource, observed)
  if (selves.length > 0) return selves
  const ids = identitiesOf(thing, resource, observed.api.surface)
  if (ids.length === 0) return linksOf(thing, resource, observed)
  const parents = resource.parents.map((one, index) => parentValue(one, index, resource, observed, thing))
  const areKnown = parents.every((value) => value !== undefined && value !== null)
  return areKnown ? ids.map((id) => parents.concat([id])) : []
}

/** The path values of a thing in a response; undefined where one is unknown. */
export function addressOf(...of: Parameters<typeof addressesOf>): readonly unknown[] | undefined {
  return addressesOf(...of)[0]
}

/** The values of a path's parameters where a reference in a response leads; undefined where it leads elsewhere. */
const valuesAt = (
  reference: string | undefined,
  path: string,
  { request }: Exchange,
  root: string | undefined,
): readonly string[] | undefined => {
  const target = reference && targetOfReference(reference, request.url, root)
  return target ? valuesInTarget(path, target) : undefined
}

const locationIn = ({ response }: Exchange): string | undefined => headerValue(response.headers, 'location')

/** The values of a path's parameters in the Location of a response; undefined where it leads elsewhere. */
export function valuesInLocation(
  path: string,
  exchange: Exchange,
  root: string | undefined,
): readonly string[] | undefined {
  return valuesAt(locationIn(exchange), path, exchange, root)
}

/** The path values of the thing that a reference in a response leads to. */
const addressAt = (
  reference: string | undefined,
  { itemPath, parameter }: Pick<Resource, 'itemPath' | 'parameter'>,
  { api, exchange, case: { call } }: Observed,
): readonly PlainValue[] | undefined => {
  const values = valuesAt(reference, itemPath, exchange, rootOf(api, call.operation))
  const id = fitted(values?.at(-1), parameter.schema, api.surface.schemas)
  return values === undefined || id === undefined ? undefined : [...values.slice(0, -1), id]
}

/** The path values of the thing that a Location header refers to. */
export function addressInLocation(
  resource: Pick<Resource, 'itemPath' | 'parameter'>,
  observed: Observed,
): readonly unknown[] | undefined {
  return addressAt(locationIn(observed.exchange), resource, observed)
}

/** The path values of a thing after a redirection to it, or an update of the name that is in its path. */
export function movedTo(resource: Resource, observed: Observed): readonly unknown[] | undefined {
  const { api, exchange, case: { call } } = observed // prettier-ignore
  if (isMoved(exchange)) return addressInLocation(resource, observed)
  if (!isSuccess(exchange) || !['put', 'patch'].includes(call.operation.method)) return undefined
  const [thing = {}] = heldIn(resource, observed, 'thing').things
  const { member = 'id' } = identityIn(thing, resource.parameter, resource.nouns, api.surface.schemas) ?? {}
  const last = String(ownAddressOf(call)?.values.at(-1))
  // A thing with a number or a UUID in its path keeps its address, unless the parameter has the name of the member.
  // An id that is sent is that of the thing, which may be addressed by something else.
  const isNamed =
    nameKey(member) === nameKey(resource.parameter.name) || !(/^\d+$/.test(last) || isUuid(last))
  const isByName = isNamed && !isMadeUp(nameKey(member))
  const isRenamed = isByName && Object.hasOwn(objectOf(call.body?.value), member)
  return isRenamed ? addressOf(thing, resource, observed) : undefined
}
