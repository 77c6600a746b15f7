import { parse } from 'yaml'
import type { Scenario, ScenarioContext } from '../engine/context.js'
import { NotApplicable, Skip } from '../engine/outcome.js'
import type { Exchange } from '../model/exchange.js'
import { namedDefault } from './default-version.js'
import { dig, isObject, isSuccess, outcomeOf, walk } from './reading.js'
import { namedOperations, specifiedVersions } from './spec-table.js'

const parsed = ({ response }: Exchange): unknown => {
  try {
    return JSON.parse(response.body)
  } catch {
    try {
      return parse(response.body, { maxAliasCount: 100, logLevel: 'silent' })
    } catch {
      return undefined
    }
  }
}

const wantsKey = ({ response }: Exchange): boolean => response.status === 401 || response.status === 403

/** Reads below /spec. @throws Skip when that wants a key, which is a finding of `spec-documents/no-key` alone. */
const read = async (context: ScenarioContext, path: string): Promise<Exchange> => {
  const exchange = await context.spec(path)
  if (wantsKey(exchange)) throw new Skip(`GET ${path} wants a key; see spec-documents/no-key`)
  return exchange
}

const readList = (context: ScenarioContext): Promise<Exchange> =>
  context.once('version list', () => read(context, '/spec/versions'))

const versionsList: Scenario = async (context) => {
  const exchange = await readList(context)
  for (const version of specifiedVersions) {
    const isNamed = isSuccess(exchange) && exchange.response.body.includes(version)
    context.expect(isNamed, `the version list does not name ${version}`, exchange)
  }
}

const defaultVersion: Scenario = async (context) => {
  const exchange = await readList(context)
  const named = namedDefault(parsed(exchange))
  const isRight = named === 'right' || context.session.plan.defaultVersion === specifiedVersions[0]
  if (!isRight && named === 'unclear') {
    throw new NotApplicable('which version the list names as the default is not clear from its shape')
  }
  context.expect(isRight, 'the version list does not name 2025-03-13 as the default', exchange)
}

const noKey: Scenario = async (context) => {
  for (const path of ['/spec/versions', `/spec/${context.session.newest.version}`, '/spec']) {
    const exchange = await context.spec(path)
    const message = `GET ${path} needs no key, ${outcomeOf(exchange)} came`
    context.expect(!wantsKey(exchange), message, exchange)
  }
}

const isPlace = (text: string): boolean => !/^\d{4}-\d{2}-\d{2}$/.test(text) && /[/.]/.test(text)

const isBelowSpecUrl = (context: ScenarioContext, place: string): boolean =>
  new URL(place, context.session.plan.specUrl).origin === new URL(context.session.plan.specUrl).origin

const placeNames = /href|ur[il]|location|link|path|spec|document|file/i

/** Places that the list gives. Its shape is not promised, and a date alone may be a relative reference. */
const placesIn = (exchange: Exchange): string[] =>
  walk(parsed(exchange)).flatMap(([pointer, value]) => {
    const isNamed = placeNames.test(pointer.split('/').at(-1) ?? '')
    return typeof value === 'string' && (isNamed || isPlace(value)) ? [value] : []
  })

const locations: Scenario = async (context) => {
  const exchange = await readList(context)
  if (!isSuccess(exchange)) throw new Skip(`there is no version list: ${outcomeOf(exchange)}`)
  const places = placesIn(exchange)
  context.expect(places.length > 0, 'the version list gives no location of any document', exchange)
  for (const version of context.session.plan.supported) {
    const place = places.find((one) => one.includes(version))
    const isForeign = place !== undefined && !isBelowSpecUrl(context, place)
    if (place === undefined || isForeign || !/^(https?:\/\/|\/)/.test(place)) continue
    const { pathname, search } = new URL(place, context.session.plan.specUrl)
    // What /spec/<date> answers is judged by spec-documents/dated.
    if (pathname === `/spec/${version}`) continue
    const document = await read(context, `${pathname}${search}`)
    expectDocument(context, `the location of ${version}`, document)
  }
}

const unlisted: Scenario = async (context) => {
  const { response } = await context.spec('/spec/2099-12-31')
  context.note(`served: the document of a date that is not supported is answered ${response.status}`)
}

const pathsIn = (document: unknown): Set<string> => {
  const paths = dig(document, 'paths')
  return new Set(
    Object.keys(isObject(paths) ? paths : {}).map((path) =>
      path.replace(/^\/api(?=\/)/, '').replaceAll(/\{[^}]*\}/g, '{}'),
    ),
  )
}

const expectDocument = (context: ScenarioContext, path: string, exchange: Exchange): boolean => {
  const isDocument = isSuccess(exchange) && typeof dig(parsed(exchange), 'openapi') === 'string'
  context.expect(isDocument, `GET ${path} is due an OpenAPI document, ${outcomeOf(exchange)} came`, exchange)
  return isDocument
}

const markOf = (document: unknown): unknown => dig(document, 'info', 'version')

const allBear = async (context: ScenarioContext, mark: unknown): Promise<boolean> => {
  for (const version of context.session.plan.supported) {
    if (markOf(parsed(await read(context, `/spec/${version}`))) !== mark) return false
  }
  return true
}

// A document that bears the date of another version is that version's, unless all of them bear one and the same date.
const dated: Scenario = async (context) => {
  const path = `/spec/${context.version}`
  const exchange = await read(context, path)
  if (!expectDocument(context, path, exchange)) return
  const mark = markOf(parsed(exchange))
  const other = context.session.plan.supported.find((version) => version === mark)
  if (other === undefined || other === context.version || (await allBear(context, mark))) return
  context.violate(`GET ${path} is due its own document, that of ${other} came`, exchange)
}

const latest: Scenario = async (context) => {
  const exchange = await read(context, '/spec')
  if (!expectDocument(context, '/spec', exchange)) return
  const newest = context.session.plan.supported.toSorted().at(-1) ?? ''
  const newestExchange = await read(context, `/spec/${newest}`)
  const [here, there] = [parsed(exchange), parsed(newestExchange)]
  const mark = markOf(here)
  const older = context.session.plan.supported.find((version) => version !== newest && version === mark)
  const isOlder = older !== undefined && markOf(there) !== mark
  context.expect(!isOlder, `GET /spec is due the latest version, the document of ${older} came`, exchange)
  const paths = pathsIn(here)
  for (const path of pathsIn(there)) {
    context.expect(paths.has(path), `GET /spec lacks ${path}, which ${newest} has`, exchange)
  }
}

const named: Scenario = async (context) => {
  for (const [method, template] of namedOperations) {
    const message = `the document of ${context.version} lacks ${method.toUpperCase()} ${template}`
    context.expect(context.find(method, template) !== undefined, message, undefined, '#/paths')
  }
}

/** Endpoints, specification documents. */
export const specDocumentScenarios: Readonly<Record<string, Scenario>> = {
  'spec-documents/versions-list': versionsList,
  'spec-documents/default': defaultVersion,
  'spec-documents/no-key': noKey,
  'spec-documents/dated': dated,
  'spec-documents/latest': latest,
  'spec-documents/locations': locations,
  'spec-documents/unlisted': unlisted,
  'spec-documents/named-operations': named,
}
