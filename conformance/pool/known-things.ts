import { cached, isObject, memberAt, objectOf, textOf, parametersIn } from '../../document/index.js'
import { type Exchange, headerValue, jsonBody } from '../exchange/exchange.js'
import { isMoved, isSuccess } from '../exchange/reading.js'
import { isUuid } from '../../runtime/formats.js'
import type { Api, Call, ParameterValues, Observed } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'
import {
  operationAt,
  shapeOf,
  targetOf,
  targetOfReference,
  valuesByName,
  valuesInTarget,
} from '../resources/paths.js'
import type { Resource } from '../resources/resources.js'
import type { Kinds } from './kinds.js'
import {
  endsWithNew,
  fitted,
  identitiesIn,
  identityIn,
  isMadeUp,
  isPlain,
  type PlainValue,
  thingsIn,
  nameKey,
} from '../resources/names.js'
import { rootOf } from '../requests/write-request.js'

/** Something that the run created; the things of all its addresses share it. */
export type Creation = CreatedThing & { isDeleted: boolean; isMissed?: boolean }

export interface KnownThing {
  /** The path template, and the values of its parameters in order. */
  readonly itemPath: string
  readonly values: readonly unknown[]
  /** Its values if it is not found at these: with its name in place of its id. */
  other?: readonly unknown[] | undefined
  created?: Creation
  isDeleted: boolean
  /** A thing above it was deleted, and it was not seen since. */
  isBelowDeleted?: boolean
  /** When its last creation was answered; services reuse ids of deleted things. */
  createdAt?: number
  /** When its last update was answered. */
  updatedAt?: number
  /** A deletion succeeded while an update was in flight, or before a PATCH. */
  mayBeDeleted?: true
  /** Answers in a row that found nothing at its path. */
  misses?: number
  /** A sequence uses it, so no other case may change it. */
  isHeld: boolean
}

const mostPerShape = 200
const mostShapes = 1000
/** The most addresses kept of each shape; addresses take less memory than things. */
const mostAddresses = 20_000

/** A key for the values of a path, which may be texts in one response and numbers in another. */
export function keyOf(values: readonly unknown[]): string {
  return JSON.stringify(values.map(String))
}

/** The most ids that are looked for among the things of each kind. */
const mostIds = 5

/** The things with known addresses, by the shapes of their paths. */
export class KnownThings {
  readonly #byShape = new Map<string, Map<string, KnownThing>>()
  /** When a response first proved that an address exists. */
  readonly #shownAt = new Map<string, Map<string, number>>()

  /** The things of a kind, by the template of their path. */
  of(itemPath: string): readonly KnownThing[] {
    return [...(this.#byShape.get(shapeOf(itemPath))?.values() ?? [])]
  }

  at({ itemPath, values }: Address): KnownThing | undefined {
    return this.#byShape.get(shapeOf(itemPath))?.get(keyOf(values))
  }

  /**
   * The kinds that nouns name; where they name none, those that have the most of the ids seen with them: `leadId`. Things
   * of many kinds have the same numbers.
   */
  kindsMeant(nouns: readonly string[], ids: readonly unknown[], kinds: Kinds): readonly Resource[] {
    const named = nouns.flatMap((noun) => kinds.named(noun))
    const known = ids.filter((id) => !Number.isFinite(Number(id))).slice(0, mostIds)
    if (named.length > 0 || known.length === 0) return named
    const keys = known.map((id) => keyOf([id]))
    const shapes = [...this.#byShape.keys()]
    const sizes = shapes.map((shape) => keys.filter((key) => this.#byShape.get(shape)?.has(key)).length)
    const most = Math.max(1, ...sizes)
    return shapes.flatMap((shape, index) => (sizes[index] === most ? (kinds.at(shape) ?? []) : []))
  }

  /** Finds or adds the thing at an address. When full, the oldest one is dropped, unless the run created it. */
  see({ itemPath, values }: Address): KnownThing {
    const known = this.at({ itemPath, values })
    if (known) {
      known.isBelowDeleted = false
      return known
    }
    const shape = shapeOf(itemPath)
    const thing: KnownThing = { itemPath, values, isDeleted: false, isHeld: false }
    const things = this.#byShape.get(shape) ?? new Map<string, KnownThing>()
    if (things.size > 0 || this.#byShape.size < mostShapes) this.#byShape.set(shape, things)
    things.set(keyOf(values), thing)
    const seen = things.size > mostPerShape ? [...things].filter(([, one]) => !one.created) : []
    if (seen.length > mostPerShape) things.delete(seen[0]?.[0] ?? '')
    return thing
  }

  /** Records a deletion; things below it are not offered until they are seen again. */
  forget(thing: KnownThing): void {
    thing.isDeleted = true
    if (thing.created) thing.created.isDeleted = true
    for (const one of this.#below(thing)) one.isBelowDeleted = true
  }

  #below({ itemPath, values }: KnownThing): readonly KnownThing[] {
    const isBelow = (one: KnownThing): boolean => keyOf(one.values.slice(0, values.length)) === keyOf(values)
    return [...this.#byShape.keys()]
      .filter((shape) => shape.startsWith(`${shapeOf(itemPath)}/`))
      .flatMap((shape) => this.of(shape).filter(isBelow))
  }

  /** Records that a thing, and what is below it, has another address now, at which it may be deleted. */
  move(thing: KnownThing, values: readonly unknown[]): void {
    const { created, createdAt } = thing
    const below = this.#below(thing).filter((one) => !isGone(one))
    delete thing.created
    this.forget(thing)
    this.#shownAt.get(shapeOf(thing.itemPath))?.delete(keyOf(thing.values))
    const moved = this.see({ itemPath: thing.itemPath, values })
    for (const one of below) this.move(one, [...values, ...one.values.slice(thing.values.length)])
    if (!created) return
    Object.assign(moved, { created, createdAt })
    Object.assign(created, addressed(moved, created.api))
  }

  /** Records that a list or read showed a thing. @param at Unix time in milliseconds of the whole response */
  show({ itemPath, values }: Address, at: number): void {
    const shown = cached(this.#shownAt, shapeOf(itemPath), () => new Map<string, number>())
    const key = keyOf(values)
    if (!shown.has(key) && shown.size < mostAddresses) shown.set(key, at)
  }

  /** Whether a list or read showed a thing of any kind with an id before a time. */
  wasShown(id: string, at: number): boolean {
    const key = keyOf([id])
    return [...this.#shownAt.values()].some((shown) => (shown.get(key) ?? Infinity) <= at)
  }

  /** Whether a thing existed before a time and was not created by the run. */
  wasThere(address: Address, at: number): boolean {
    const shownAt = this.#shownAt.get(shapeOf(address.itemPath))?.get(keyOf(address.values))
    return shownAt !== undefined && shownAt <= at && this.at(address)?.created === undefined
  }
}

/** Whether a thing was deleted, or something above it. */
export function isGone({ isDeleted, isBelowDeleted, created }: KnownThing): boolean {
  return isDeleted || isBelowDeleted === true || created?.isDeleted === true
}

/** After this many answers in a row that found nothing, a thing went with others: `DELETE /pets` deleted all. */
const mostMisses = 3

const isLost = ({ misses = 0 }: KnownThing): boolean => misses >= mostMisses

/**
 * Things that may be used: created ones first, the newest before all, without deleted and withheld ones. Those that
 * were not found come last.
 */
export function usable(things: readonly KnownThing[]): readonly KnownThing[] {
  const left = things.filter((one) => !isGone(one) && !one.isHeld)
  const created = left.filter((one) => one.created !== undefined).toReversed()
  const ordered = [...created, ...left.filter((one) => one.created === undefined)]
  return [...ordered.filter((one) => !isLost(one)), ...ordered.filter(isLost)]
}

/** The address of a thing, and the operation that deletes it. */
const addressed = (
  { itemPath, values }: KnownThing,
  api: Api,
): Pick<Creation, 'path' | 'pathValues' | 'deleteOperation'> => {
  const deleteOperation = operationAt(api.surface.operations, 'delete', itemPath)
  const path = deleteOperation?.path ?? itemPath
  const pathValues = valuesByName(path, values)
  return { path: targetOf(path, pathValues), pathValues, ...(deleteOperation && { deleteOperation }) }
}

/** A thing that the run may have created, without its deletion: it may be that of somebody else. */
export function perhapsCreated(thing: KnownThing, by: Observed): CreatedThing {
  const { deleteOperation: _, ...address } = addressed(thing, by.api)
  return { api: by.api, by, ...address, isDeleted: false }
}

/** Marks a thing as created by the run. */
export function asCreated(thing: KnownThing, by: Observed): Creation {
  const { api } = by
  thing.created = { api, by, ...addressed(thing, api), isDeleted: false }
  return thing.created
}

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
  return address && shapeOf(address.itemPath) === shapeOf(call.operation.path) ? address : undefined
}

/**
 * A call about an existing thing, where the original one, or one above it, was deleted or lost since. A write is redirected
 * only to things that the run created, and a deletion is never redirected.
 */
export function currentCall(things: KnownThings, call: Call): Call {
  const { operation, target } = call
  const known = addressesIn(call).map((one) => things.at(one))
  const first = known.findIndex((one) => one && (isGone(one) || isLost(one)))
  if (first < 0 || operation.method === 'delete' || target !== undefined) return call
  for (const one of known.slice(first).toReversed()) {
    const [other] = one ? usable(things.of(one.itemPath)) : []
    if (!other || isLost(other) || (operation.method !== 'get' && !other.created)) continue
    const names = parametersIn(operation.path).slice(0, other.values.length)
    const path = Object.fromEntries(names.map((name, index) => [name, other.values[index]]))
    return { ...call, path: { ...call.path, ...path } }
  }
  return call
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

/** The links of a thing to itself in the style of HAL and of JSON:API. */
const selvesOf = (thing: ParameterValues): readonly unknown[] => [
  memberAt(thing, '_links', 'self', 'href'),
  memberAt(thing, '_links', 'self'),
  memberAt(thing, 'links', 'self'),
]

/** The path values in the link of a thing to itself, such as `url` or `pulp_href`, best first. */
export function linksOf(
  thing: ParameterValues,
  resource: Resource,
  observed: Observed,
): readonly (readonly unknown[])[] {
  const named = Object.entries(thing).filter(([name]) => /(^| )(href|ur[il]|self|path)$/.test(nameKey(name)))
  return addressesAt([...named.map(([, link]) => link), ...selvesOf(thing)], resource, observed)
}

const addressesAt = (
  links: readonly unknown[],
  resource: Resource,
  observed: Observed,
): readonly (readonly PlainValue[])[] =>
  links.map((link) => addressAt(textOf(link), resource, observed)).filter((values) => values !== undefined)

/** The id in the path of a thing in a response: that of its link to itself, because `name` may be no id, or its own. */
export function idIn(thing: ParameterValues, resource: Resource, observed: Observed): PlainValue | undefined {
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
  const { things: [thing = {}] } = thingsIn(jsonBody(exchange.response), resource.nouns[0] ?? '', 'thing') // prettier-ignore
  const { member = 'id' } = identityIn(thing, resource.parameter, resource.nouns, api.surface.schemas) ?? {}
  const last = String(ownAddressOf(call)?.values.at(-1))
  // What is counted, or has a UUID, keeps its address, unless the address has the name of its member, whatever its
  // value. An id that is sent is that of the thing, which may be addressed by something else.
  const isNamed =
    nameKey(member) === nameKey(resource.parameter.name) || !(/^\d+$/.test(last) || isUuid(last))
  const isByName = isNamed && !isMadeUp(nameKey(member))
  const isRenamed = isByName && Object.hasOwn(objectOf(call.body?.value), member)
  return isRenamed ? addressOf(thing, resource, observed) : undefined
}
