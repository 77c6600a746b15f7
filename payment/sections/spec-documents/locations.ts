import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { Skip } from '../../../conformance/model/outcome.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { walk, memberAt } from '../../../document/index.js'
import { isSuccess, outcomeOf, jsonOrYaml } from '../../../conformance/exchange/reading.js'
import type { Steps } from '../../fixtures/steps.js'

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

/** Reads a path below /spec. @throws Skip for one that requires a key; see `spec-documents/no-key` */
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

/** Locations in the version list. A date alone may be a relative reference. */
const locationsIn = (list: unknown): string[] =>
  walk(list).flatMap(([pointer, value]) => {
    const isNamed = locationNames.test(pointer.split('/').at(-1) ?? '')
    return typeof value === 'string' && (isNamed || isLocation(value)) ? [value] : []
  })

const requestedPath = (context: ScenarioContext, location: string): string | undefined => {
  if (!/^(https?:\/\/|\/)/.test(location) || !isBelowSpecUrl(context, location)) return undefined
  const { pathname, search } = new URL(location, context.session.plan.specUrl)
  return `${pathname}${search}`
}

const otherVersionAt: Steps<[string, Exchange], string | undefined> = async (context, version, document) => {
  const { body } = document.response
  for (const date of [version, ...context.session.plan.supported])
    if ((await context.spec(`/spec/${date}`)).response.body === body)
      return date === version ? undefined : date
  return undefined
}

// A version may have further links, so one location with its document suffices.
const judgeLocations: Steps<[string, readonly string[]]> = async (context, version, locations) => {
  const paths = new Set(locations.map((location) => requestedPath(context, location)))
  const wrong: (readonly [string | undefined, Exchange])[] = []
  for (const path of paths) {
    // Only locations below the spec URL are requested, and spec-documents/dated judges /spec/<date>.
    if (path === undefined || path === `/spec/${version}`) return
    const document = await read(context, path)
    const other = isDocument(document) ? await otherVersionAt(context, version, document) : undefined
    if (isDocument(document) && other === undefined) return
    wrong.push([other, document])
  }
  const [other, document] = wrong.find(([date]) => date !== undefined) ?? wrong[0] ?? []
  if (document && other !== undefined)
    context.violate(`the location of ${version} leads to the document of ${other}`, document)
  else if (document) expectDocument(context, `the location of ${version}`, document)
}

/** GET /spec/versions has the location of each version's document, known by its date; no form is promised. */
export const locations: Scenario = async (context) => {
  const exchange = await readList(context)
  if (!isSuccess(exchange)) throw new Skip(`there is no version list: ${outcomeOf(exchange)}`)
  const all = locationsIn(parsed(exchange))
  context.expect(all.length > 0, 'the version list gives no location of any document', exchange)
  const { supported, unserved = [] } = context.session.plan
  const isDated = (location: string): boolean => supported.some((version) => location.includes(version))
  for (const version of supported) {
    if (unserved.some((one) => one.version === version)) continue
    const own = all.filter((location) => location.includes(version))
    // One without a date may be of any version, or a pattern for all of them.
    const message = `the version list gives no location of the document of ${version}, and of others it does`
    context.expect(own.length > 0 || !all.every(isDated), message, exchange)
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
    context.violate(`the list names version ${version}, and no OpenAPI document is served for it`, exchange)
  }
}
