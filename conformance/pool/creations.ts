import {
  entriesOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  memberAt,
  objectOf,
  once,
} from '../../document/index.js'
import { isUuid } from '../../runtime/formats.js'
import { type ExchangeResponse, headerValue, ifRecorded, jsonBody } from '../exchange/exchange.js'
import { isTextType, nestedScalars } from '../exchange/reading.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api, Observed } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'
import { isDistinct } from '../requests/distinct.js'
import { type Held, isMadeUp, isPlain, nameKey, nounIn } from '../resources/names.js'
import { shapeOf } from '../resources/paths.js'
import { componentOf } from '../resources/operation-paths.js'
import { beginsToCreate, componentOfThing, isAddressedByName, type Resource } from '../resources/resources.js'
import type { Kinds } from './kinds.js'
import {
  type Address,
  addressesIn,
  addressInLocation,
  addressOf,
  heldIn,
  identitiesOf,
  linksOf,
} from './addresses.js'
import { speaksOf } from './values.js'

/** Whether a response says that its request created something. */
export function isSaidToBeNew({ exchange: { response } }: Observed): boolean {
  return response.status === 201 || response.status === 202
}

/**
 * Whether a response leads to what its request created, as after a form. A text that the run made unique shows it; it is
 * needed, because a redirection may lead to anything.
 */
export function leadsToNew(observed: Observed): boolean {
  const { request, response } = observed.exchange
  return (
    request.method === 'POST' && [302, 303].includes(response.status) && distinctSent(observed).length > 0
  )
}

/** Where the document declares 201 for a creation, 200 means that the thing existed. */
const isFound = (observed: Observed): boolean => {
  const { responses } = observed.case.call.operation
  return !isSaidToBeNew(observed) && Object.hasOwn(responses, '200') && Object.hasOwn(responses, '201')
}

/** Where the document declares 201 for a PUT besides 200 or 204, 201 means that nothing was at its path. */
export function isPutAnew(observed: Observed): boolean {
  const { method, responses } = observed.case.call.operation
  const declares = (status: string): boolean => Object.hasOwn(responses, status)
  const tellsApart = declares('201') && (declares('200') || declares('204'))
  return method === 'put' && tellsApart && observed.exchange.response.status === 201
}

/** Matches a text that is only an id, which a service may return instead of the created thing. */
const idText = /^(?=.*\d)\S{1,200}$/

/** The body of a response as JSON, or else as the plain text that it is. */
const onlyValueOf = (response: ExchangeResponse): unknown => {
  const isText = isTextType(headerValue(response.headers, 'content-type'))
  return jsonBody(response) ?? (isText ? ifRecorded(() => response.body.trim(), undefined) : undefined)
}

/** The created things if the response is only an id or a list of ids; undefined for any other body. */
const thingsOfIds = ({ parameter }: Resource, observed: Observed): readonly JsonObject[] | undefined => {
  const ids = [onlyValueOf(observed.exchange.response)].flat()
  const areIds = ids.every((one) => (typeof one === 'string' ? idText.test(one) : typeof one === 'number'))
  const areNew = isSaidToBeNew(observed) || (ids.length === 1 && isUuid(String(ids[0])))
  return ids.length > 0 && areIds && areNew ? ids.map((id) => ({ [parameter.name]: id })) : undefined
}

/** The members of a body, and nested ones that the run made unique; other nested ones may name another thing. */
const namesSent = (api: Api, body: unknown): [name: string, value: unknown][] => {
  const own = Object.entries(objectOf(body))
  const inner = own.flatMap(([, part]) => (isObject(part) ? Object.entries(part) : []))
  return [...inner.filter(([, value]) => isDistinct(api, value)), ...own]
}

/** The members of the thing that a request sends; JSON:API keeps most of them in `attributes`. */
const thingSent = ({ case: { call } }: Observed): JsonObject => {
  const attributes = memberAt(call.body?.value, 'data', 'attributes')
  return isObject(attributes) ? attributes : objectOf(call.body?.value)
}

/** The texts that a creation sent and that only the run can have made up, by member. */
export const distinctSent = once((observed: Observed): readonly (readonly [string, unknown])[] =>
  Object.entries(thingSent(observed)).filter(([, value]) => isDistinct(observed.api, value)),
)

/** Whether a thing has the texts of its creation that only the run can have made up, of those that it shows at all. */
export function madeAs(thing: JsonObject, by: Observed): boolean {
  const shown = distinctSent(by).filter(([name]) => isPlain(thing[name]))
  return shown.length > 0 && shown.every(([name, value]) => thing[name] === value)
}

const isName = (member: string): boolean => /(^| )(name|title)$/.test(nameKey(member))

/** The names that a creation sent, by member. */
export function namesIn(by: Observed): readonly (readonly [string, unknown])[] {
  return Object.entries(thingSent(by)).filter(([member]) => isName(member))
}

/** The members of a request that a thing shows as plain values, and those of them that have the value sent. */
const comparedIn = (thing: JsonObject, by: Observed) => {
  const shown = Object.entries(thingSent(by)).filter(([name]) => isPlain(thing[name]))
  // A service may keep a number as a text.
  return { shown, kept: shown.filter(([name, value]) => String(thing[name]) === String(value)) }
}

/** Whether a thing has the name of its creation, and all other plain values that it shows at all. */
export function isNamesake(thing: JsonObject, by: Observed): boolean {
  const { shown, kept } = comparedIn(thing, by)
  return kept.length === shown.length && shown.some(([name]) => isName(name))
}

/** Whether a thing has most of the values that a request sent: services set some by themselves, such as times. */
export function keepsMost(thing: JsonObject, by: Observed): boolean {
  const { shown, kept } = comparedIn(thing, by)
  return kept.length > 0 && kept.length * 2 >= shown.length
}

/** The address of a thing named by the request: `{database}` by `name`. */
const namedAddress = (resource: Resource, observed: Observed): readonly unknown[] | undefined => {
  const { api, case: { call }, exchange: { response } } = observed // prettier-ignore
  const { parameter, nouns, lists } = resource
  const own = nameKey(parameter.name)
  const isNamed = !isMadeUp(own) || isAddressedByName(resource, api.surface.schemas)
  const others = isNamed ? ['name', ...nouns.flatMap((noun) => [`${noun} name`, `${noun}name`])] : []
  const sent = new Map(namesSent(api, call.body?.value).map(([name, value]) => [nameKey(name), value]))
  const value = [own, ...others].map((name) => sent.get(name)).find(isPlain)
  // Whether the thing existed before is known only where things are listed, or where the run made the name unique.
  const isKnown = response.status === 201 || lists.length > 0 || isDistinct(api, value)
  return value !== undefined && isKnown
    ? addressOf({ [parameter.name]: value }, resource, observed)
    : undefined
}

/** The things of one kind that a response says it created. */
interface CreationReading {
  /** Empty if the response has no id, or if the thing may have existed before. */
  readonly addresses: readonly (readonly unknown[])[]
  /** By the name in the request, where the response has no id. */
  readonly named?: readonly unknown[] | undefined
  /** Something may have been created whose address is neither in the request nor in the response. */
  readonly isUnnamed: boolean
}

/** Reads the addresses of what a response created. */
export function readCreation(resource: Resource, observed: Observed): CreationReading {
  const { api, case: { call }, exchange: { response } } = observed // prettier-ignore
  const [ofIds, isSaid] = [thingsOfIds(resource, observed), isSaidToBeNew(observed)]
  const held: Held = ofIds ? { isList: false, things: ofIds } : heldIn(resource, observed, 'thing')
  const body = call.body?.value
  const isOfMany = Array.isArray(body)
  if (isFound(observed) || (held.isList && !isSaid && !isOfMany)) return { addresses: [], isUnnamed: false }
  // A request with a list of ids refers to existing things.
  const sent = isOfMany && (held.isList || body.length > 0) ? listOf(body).filter(isObject) : [objectOf(body)]
  const isSent = (thing: JsonObject): boolean => sent.some((one) => speaksOf(one, thing))
  const meant = isSaid || ofIds ? held.things : held.things.filter(isSent)
  const inBody = meant.map((thing) => addressOf(thing, resource, observed)).filter((one) => one !== undefined)
  // Location is the address itself; a body has other names of the thing, too.
  const inLocation = inBody.length > 1 ? undefined : addressInLocation(resource, observed)
  const addresses = inLocation ? [inLocation] : inBody
  const hasId = held.things.some((thing) => identitiesOf(thing, resource, api.surface).length > 0)
  // If the response repeats nothing that was sent, the thing may be new or may have existed before.
  const mayBeNew = hasId || (!held.isList && response.status === 201)
  if (hasId || held.isList || headerValue(response.headers, 'location') !== undefined)
    return { addresses, isUnnamed: addresses.length === 0 && mayBeNew }
  const named = namedAddress(resource, observed)
  return { addresses, named, isUnnamed: named === undefined }
}

/** The only value of a response, if it is a UUID that the request does not have. */
const uuidAlone = ({ case: { call }, exchange: { response } }: Observed): string | undefined => {
  const value = onlyValueOf(response)
  if (typeof value !== 'string' || !isUuid(value)) return undefined
  return nestedScalars([call.path, call.query, call.body?.value]).includes(value) ? undefined : value
}

const copying = /^(?:copy|clone|duplicate|fork|replicate)(?: |$)/

/**
 * The new thing of a kind that an action created: `POST /pets/{petId}/copy`, `POST /reports/zip`. Its response consists of
 * the component of that kind, or of none where a thing is copied, and has a different id than the request. On the path of a
 * thing it may be a new UUID alone: `POST /workflows/{name}` starts one.
 */
export function madeByAction(resource: Resource, observed: Observed): Address | undefined {
  const { api, case: { call } } = observed // prettier-ignore
  const { operation, path, body } = call
  const { itemPath } = resource
  const uuid = shapeOf(operation.path) === shapeOf(itemPath) ? uuidAlone(observed) : undefined
  if (uuid !== undefined)
    return { itemPath, values: [...(addressesIn(call).at(-1)?.values ?? []).slice(0, -1), uuid] }
  const isCopying = copying.test(nameKey(operation.path.split('/').at(-1) ?? ''))
  const isNew = isSaidToBeNew(observed) || (isCopying && !Object.hasOwn(operation.responses, '201'))
  const kind = componentOf(operation, ['201', '202', '200'])
  const isOfKind = operation.path.startsWith(itemPath)
  const isAlike =
    kind === undefined ? isCopying && isOfKind : kind === componentOfThing(resource, api.surface.schemas)
  if (!isNew || !isAlike) return undefined
  const [thing = {}] = heldIn(resource, observed, 'thing').things
  // A copy may have a different owner than the path says: `POST /repos/{owner}/{repo}/forks`.
  const alone = { ...observed, case: { ...observed.case, call: { ...call, path: {} } } }
  const values = addressOf(thing, resource, alone) ?? addressOf(thing, resource, observed)
  // A number of something else may be that of a thing that was there before.
  if (!values || (kind === undefined && /^\d+$/.test(String(values.at(-1))))) return undefined
  // A copy may get an address that the request says: `POST /files/{name}/copy` with `{ to }`.
  const sent = new Set(nestedScalars([path, isOfKind ? undefined : body?.value]).map(String))
  return values.every((one) => sent.has(String(one))) ? undefined : { itemPath, values }
}

/** The kinds that a POST of another path may create: those that its last word names as a list, or beside a sign-up. */
export function kindsElsewhere({ path }: Operation, kinds: Kinds): readonly Resource[] {
  const last = path.split('/').findLast((one) => one !== '') ?? ''
  const noun = nameKey(last)
  const isSignUp = /^(sign ?up|register)$/.test(noun)
  const listed = noun === last.toLowerCase() ? [] : kinds.named(noun)
  const all = isSignUp ? kinds.beside({ path }) : listed
  return all.filter(({ remove, parents }) => remove !== undefined && parents.length === 0)
}

/**
 * The new thing of a kind that a POST of another path created: `POST /users/signup`, `POST /private/users`.
 * @param isCreating the operation created something before
 */
export function madeElsewhere(
  resource: Resource,
  observed: Observed,
  isCreating: boolean,
): Address | undefined {
  const { api, case: { call: { operation } } } = observed // prettier-ignore
  const kind = componentOf(operation, ['200', '201', '202'])
  if (kind === undefined || kind !== componentOfThing(resource, api.surface.schemas)) return undefined
  const { itemPath } = resource
  const [thing = {}] = heldIn(resource, observed, 'thing').things
  const isNew = madeAs(thing, observed) || (isCreating && keepsMost(thing, observed))
  const values = isNew ? addressOf(thing, resource, observed) : undefined
  return values && { itemPath, values }
}

const joined = (key: string): string => key.replaceAll(' ', '')

/** The member of a response that is named as a kind of thing: a key, or the thing. */
export function namedAs(noun: string, { exchange: { response } }: Observed): unknown {
  return entriesOf(jsonBody(response)).find(([name]) => joined(nameKey(name)) === joined(noun))?.[1]
}

const idIn = (thing: unknown): unknown => entriesOf(thing).find(([name]) => nameKey(name) === 'id')?.[1]

/**
 * The object in a response, beside plain values, that has what a creation sent: `user` of `{ ok, user }`.
 * @param isCreating the operation created something before
 */
const madeIn = (
  observed: Observed,
  isCreating: boolean,
): readonly [name: string, part: unknown] | undefined =>
  entriesOf(jsonBody(observed.exchange.response)).find(
    ([, part]) => isObject(part) && (madeAs(part, observed) || (isCreating && keepsMost(part, observed))),
  )

/** Whether an action answers with the thing that it acts on: `{ id: 3, slug: a }` at `/pages/{slug}/archive`. */
export function answersWithItself(
  { case: { call }, exchange: { response } }: Observed,
  { nouns, parameter: { name } }: Pick<Resource, 'nouns' | 'parameter'>,
): boolean {
  // A part names the thing that it belongs to: `page`, `pageId`.
  if (nouns.includes(nounIn(name)) || response.status === 201) return false
  const own = member(jsonBody(response), name)
  return isPlain(own) && String(own) === String(call.path[name])
}

/**
 * The new thing in a response for which the document has no path; undefined where there is none.
 * @param noun the kind of thing that the operation is about
 * @param isCreating the operation created something before
 * @param isKnown whether a response showed an id before, as that of a noun or of anything
 */
export function pathlessIn(
  observed: Observed,
  noun: string,
  isCreating: boolean,
  isKnown: (noun: string, id: string) => boolean,
): Pick<CreatedThing, 'id'> | undefined {
  const { case: { call }, exchange: { response } } = observed // prettier-ignore
  // A token that a login issues is not a thing.
  if (namedAs('access token', observed) !== undefined) return undefined
  const own = idIn(namedAs(noun, observed) ?? jsonBody(response))
  const [name = noun, part] = own === undefined ? (madeIn(observed, isCreating) ?? []) : []
  const id = own ?? idIn(part)
  if (typeof id !== 'string' && typeof id !== 'number') return response.status === 201 ? {} : undefined
  const isSent = nestedScalars([call.path, call.body?.value]).map(String).includes(String(id))
  return isSent || isKnown(nameKey(name), String(id)) ? undefined : { id: String(id) }
}

/** Deletable things that the Location of a response refers to, without those that the request named. */
const locatedIn = (observed: Observed, kinds: readonly Resource[]): readonly Address[] => {
  const { path, body } = observed.case.call
  const sent = new Set(nestedScalars([path, body?.value]).map(String))
  return kinds.flatMap(({ itemPath, parameter, remove }) => {
    const values = remove && addressInLocation({ itemPath, parameter }, observed)
    return values && !sent.has(String(values.at(-1))) ? [{ itemPath, values }] : []
  })
}

/**
 * The addresses of what may be new that a response gives: in its Location, that of its id, or one below the path of the
 * request with a text that the run made unique. An action may answer with what was there before, and a creation may be
 * repeated.
 */
export function addressesGiven(
  observed: Observed,
  kinds: readonly Resource[],
  id: string | undefined,
): readonly Address[] {
  const { api, case: { call: { operation } }, exchange: { response } } = observed // prettier-ignore
  const isNew = isSaidToBeNew(observed)
  if (!isNew && (id === undefined || !beginsToCreate(operation.path))) return []
  const thing = objectOf(jsonBody(response))
  const below = `${shapeOf(operation.path)}/`
  const among = id === undefined ? kinds.filter((one) => shapeOf(one.itemPath).startsWith(below)) : kinds
  const isMeant = ({ values }: Address): boolean =>
    id === undefined ? values.some((one) => isDistinct(api, one)) : String(values.at(-1)) === id
  const linked = among.flatMap((one) =>
    linksOf(thing, one, observed).map((values) => ({ itemPath: one.itemPath, values })),
  )
  return [...(isNew ? locatedIn(observed, kinds) : []), ...linked.filter(isMeant)]
}
