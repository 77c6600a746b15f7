import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { Skip } from '../../../conformance/model/outcome.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { isObject, walk, memberAt } from '../../../document/index.js'
import { isSuccess, outcomeOf, jsonOrYaml } from '../../../conformance/exchange/reading.js'

/** A document or version list, as JSON or YAML; undefined where it is neither. */
export function parsed({ response }: Exchange): unknown {
  try {
    return jsonOrYaml(response.body)
  } catch {
    return undefined
  }
}

/** True for a response that requires a key. */
export function wantsKey({ response }: Exchange): boolean {
  return response.status === 401 || response.status === 403
}

/**
 * Reads a path below /spec. @throws Skip when it requires a key, which is a finding of `spec-documents/no-key` only.
 */
export async function read(context: ScenarioContext, path: string): Promise<Exchange> {
  const exchange = await context.spec(path)
  if (wantsKey(exchange)) throw new Skip(`GET ${path} wants a key; see spec-documents/no-key`)
  return exchange
}

/** The version list, read once. @throws Skip when it requires a key. */
export function readList(context: ScenarioContext): Promise<Exchange> {
  return context.once('version list', () => read(context, '/spec/versions'))
}

/** True for a response with an OpenAPI document. */
export function isDocument(exchange: Exchange): boolean {
  return isSuccess(exchange) && typeof memberAt(parsed(exchange), 'openapi') === 'string'
}

/** Reports a violation unless the response is a document. */
export function expectDocument(context: ScenarioContext, path: string, exchange: Exchange): boolean {
  const holds = isDocument(exchange)
  context.expect(holds, `GET ${path} is due an OpenAPI document, ${outcomeOf(exchange)} came`, exchange)
  return holds
}

/** The value of a document's `info.version`. */
export function markOf(document: unknown): unknown {
  return memberAt(document, 'info', 'version')
}

const isLocation = (text: string): boolean => !/^\d{4}-\d{2}-\d{2}$/.test(text) && /[/.]/.test(text)

const isBelowSpecUrl = (context: ScenarioContext, location: string): boolean =>
  new URL(location, context.session.plan.specUrl).origin === new URL(context.session.plan.specUrl).origin

const locationNames = /href|ur[il]|location|link|path|spec|document|file/i

/** Locations in the version list or an entry. A date alone may be a relative reference. */
const locationsIn = (list: unknown): string[] =>
  walk(list).flatMap(([pointer, value]) => {
    const isNamed = locationNames.test(pointer.split('/').at(-1) ?? '')
    return typeof value === 'string' && (isNamed || isLocation(value)) ? [value] : []
  })

/** The entry of one version: the node of the list that contains this version and no other. */
const entryOf = (list: unknown, version: string, others: readonly string[]): unknown => {
  const names = (node: unknown, date: string): boolean => isObject(node) && Object.values(node).includes(date)
  const parts = walk(list).flatMap(([pointer, node]) =>
    names(node, version) || pointer.split('/').at(-1) === version ? [node] : [],
  )
  return parts.find((part) => walk(part).every(([, node]) => others.every((date) => node !== date)))
}

const requestedPath = (context: ScenarioContext, location: string): string | undefined => {
  if (!/^(https?:\/\/|\/)/.test(location) || !isBelowSpecUrl(context, location)) return undefined
  const { pathname, search } = new URL(location, context.session.plan.specUrl)
  return `${pathname}${search}`
}

/** Another version whose own document is at the location, if any. */
const otherVersionAt = async (
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

/**
 * Locations for a version: those that contain its date, or else all in its own entry. If its entry has another
 * version's date, other entries do not count.
 */
const locationsOf = (list: unknown, version: string, others: readonly string[]): readonly string[] => {
  const own = locationsIn(entryOf(list, version, others)).filter((location) => location !== version)
  const isDated = (location: string): boolean => location !== version && location.includes(version)
  const isOther = own.some((location) => others.some((date) => location.includes(date)))
  const dated = (isOther ? own : [...own, ...locationsIn(list)]).filter(isDated)
  return dated.length > 0 ? dated : own
}

// An entry may have further links, so one location with the document suffices.
const judgeLocations = async (
  context: ScenarioContext,
  version: string,
  entries: readonly string[],
): Promise<void> => {
  const paths = entries.map((location) => requestedPath(context, location))
  // Only locations below the spec URL are requested, and spec-documents/dated judges /spec/<date>.
  if (paths.some((path) => path === undefined || path === `/spec/${version}`)) return
  const others = context.session.plan.supported.filter((one) => one !== version)
  const wrong: (readonly [Exchange, string | undefined])[] = []
  for (const path of new Set(paths)) {
    const document = await read(context, path ?? '')
    const other = isDocument(document) ? await otherVersionAt(context, version, document, others) : undefined
    if (isDocument(document) && other === undefined) return
    wrong.push([document, other])
  }
  const [document, other] = wrong.find(([, date]) => date !== undefined) ?? wrong[0] ?? []
  if (document && other !== undefined)
    context.violate(`the location of ${version} leads to the document of ${other}`, document)
  else if (document) expectDocument(context, `the location of ${version}`, document)
}

/** GET /spec/versions has the location of each version's document; the form of the list is not promised. */
export const locations: Scenario = async (context) => {
  const exchange = await readList(context)
  if (!isSuccess(exchange)) throw new Skip(`there is no version list: ${outcomeOf(exchange)}`)
  const list = parsed(exchange)
  const { supported, unserved = [] } = context.session.plan
  context.expect(locationsIn(list).length > 0, 'the version list gives no location of any document', exchange)
  const dates = supported.filter((version) => !unserved.some((one) => one.version === version))
  const entries = dates.map((version) => {
    const others = supported.filter((one) => one !== version)
    return {
      version,
      isEntry: isObject(entryOf(list, version, others)),
      own: locationsOf(list, version, others),
    }
  })
  const isByEntry = entries.some(({ isEntry, own }) => isEntry && own.length > 0)
  for (const { version, isEntry, own } of entries) {
    const message = `the version list gives no location of the document of ${version}, and of others it does`
    context.expect(own.length > 0 || !isEntry || !isByEntry, message, exchange)
    await judgeLocations(context, version, own)
  }
}

/** Every listed version has a document. Missing ones were found before the run. */
export const everyVersion: Scenario = async (context) => {
  const { unserved = [] } = context.session.plan
  for (const { version, url } of unserved) {
    const path = requestedPath(context, url)
    const exchange = path === undefined ? await readList(context) : await context.spec(path)
    // spec-documents/no-key reports a document that requires a key.
    if (wantsKey(exchange)) continue
    const message = `the list names version ${version}, and no OpenAPI document is served for it`
    context.violate(message, exchange)
  }
}
