import type { Scenario, ScenarioContext } from '../../engine/context/context.js'
import { Skip } from '../../model/outcome.js'
import type { Exchange } from '../../exchange/exchange.js'
import { isObject, walk } from '../../../document/index.js'
import { isSuccess, outcomeOf } from '../../exchange/reading.js'
import { expectDocument, isDocument, parsed, read, readList, wantsKey } from './reading.js'

const isPlace = (text: string): boolean => !/^\d{4}-\d{2}-\d{2}$/.test(text) && /[/.]/.test(text)

const isBelowSpecUrl = (context: ScenarioContext, place: string): boolean =>
  new URL(place, context.session.plan.specUrl).origin === new URL(context.session.plan.specUrl).origin

const placeNames = /href|ur[il]|location|link|path|spec|document|file/i

/** Places that the list, or an entry of it, gives. A date alone may be a relative reference. */
const placesIn = (list: unknown): string[] =>
  walk(list).flatMap(([pointer, value]) => {
    const isNamed = placeNames.test(pointer.split('/').at(-1) ?? '')
    return typeof value === 'string' && (isNamed || isPlace(value)) ? [value] : []
  })

/** What the list says of one version: the part of it that names this version and no other. */
const entryOf = (list: unknown, version: string, others: readonly string[]): unknown => {
  const names = (node: unknown, date: string): boolean => isObject(node) && Object.values(node).includes(date)
  const parts = walk(list).flatMap(([pointer, node]) =>
    names(node, version) || pointer.split('/').at(-1) === version ? [node] : [],
  )
  return parts.find((part) => walk(part).every(([, node]) => others.every((date) => node !== date)))
}

const requestedPath = (context: ScenarioContext, place: string): string | undefined => {
  if (!/^(https?:\/\/|\/)/.test(place) || !isBelowSpecUrl(context, place)) return undefined
  const { pathname, search } = new URL(place, context.session.plan.specUrl)
  return `${pathname}${search}`
}

/** The version whose own document stands at the place of another, if any. */
const strayAt = async (
  context: ScenarioContext,
  version: string,
  document: Exchange,
  others: readonly string[],
): Promise<string | undefined> => {
  const bodyOf = async (date: string): Promise<string> => (await context.spec(`/spec/${date}`)).response.body
  const { body } = document.response
  if ((await bodyOf(version)) === body) return undefined
  for (const date of others) if ((await bodyOf(date)) === body) return date
  return undefined
}

/** Places that are given for a version: those with its date in them, or else all of its own part of the list. */
const placesOf = (list: unknown, version: string, others: readonly string[]): readonly string[] => {
  const own = placesIn(entryOf(list, version, others))
  const isDated = (place: string): boolean => place !== version && place.includes(version)
  const dated = [...own, ...placesIn(list)].filter(isDated)
  return dated.length > 0 ? dated : own.filter((place) => place !== version)
}

// An entry may name other pages beside the document: one place that leads to it is enough.
const judgePlaces = async (
  context: ScenarioContext,
  version: string,
  places: readonly string[],
): Promise<void> => {
  const paths = places.map((place) => requestedPath(context, place))
  // What is not below the spec URL is not asked for, and what /spec/<date> answers is judged by spec-documents/dated.
  if (paths.some((path) => path === undefined || path === `/spec/${version}`)) return
  const others = context.session.plan.supported.filter((one) => one !== version)
  const wrong: (readonly [Exchange, string | undefined])[] = []
  for (const path of new Set(paths)) {
    const document = await read(context, path ?? '')
    const stray = isDocument(document) ? await strayAt(context, version, document, others) : undefined
    if (isDocument(document) && stray === undefined) return
    wrong.push([document, stray])
  }
  const [document, stray] = wrong.find(([, date]) => date !== undefined) ?? wrong[0] ?? []
  if (document && stray !== undefined)
    context.violate(`the location of ${version} leads to the document of ${stray}`, document)
  else if (document) expectDocument(context, `the location of ${version}`, document)
}

/** GET /spec/versions gives the location of the document of each version. The shape of the list is not promised. */
export const locations: Scenario = async (context) => {
  const exchange = await readList(context)
  if (!isSuccess(exchange)) throw new Skip(`there is no version list: ${outcomeOf(exchange)}`)
  const list = parsed(exchange)
  const { supported, unserved = [] } = context.session.plan
  context.expect(placesIn(list).length > 0, 'the version list gives no location of any document', exchange)
  const dates = supported.filter((version) => !unserved.some((one) => one.version === version))
  const places = dates.map((version) => {
    const others = supported.filter((one) => one !== version)
    return {
      version,
      isEntry: isObject(entryOf(list, version, others)),
      own: placesOf(list, version, others),
    }
  })
  const isByEntry = places.some(({ isEntry, own }) => isEntry && own.length > 0)
  for (const { version, isEntry, own } of places) {
    const message = `the version list gives no location of the document of ${version}, and of others it does`
    context.expect(own.length > 0 || !isEntry || !isByEntry, message, exchange)
    await judgePlaces(context, version, own)
  }
}

/** Every version of the list has a document. Those that have none were found before the run. */
export const eachListed: Scenario = async (context) => {
  const { unserved = [] } = context.session.plan
  for (const { version, url } of unserved) {
    const path = requestedPath(context, url)
    const exchange = path === undefined ? await readList(context) : await context.spec(path)
    // That a document wants a key is told by spec-documents/no-key.
    if (wantsKey(exchange)) continue
    const message = `the list names version ${version}, and no OpenAPI document is served for it`
    context.violate(message, exchange)
  }
}
