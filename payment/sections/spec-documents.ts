import type { ScenarioContext, Scenario } from '../../conformance/rules/context.js'
import { NotApplicable, Skip } from '../../conformance/model/outcome.js'
import type { Exchange } from '../../conformance/exchange/exchange.js'
import { isSuccess, jsonOrYaml, outcomeOf } from '../../conformance/exchange/reading.js'
import { defaultVersion, versions } from '../../versions/index.js'
import { entryOf } from '../../diff/catalogue/index.js'
import { diffDocuments } from '../../diff/diff-documents.js'
import { isObject, lastKey, memberAt, walk } from '../../document/index.js'
import { deepEqual } from '../../runtime/json.js'
import type { Steps } from '../fixtures/steps.js'
import { judged, ofDocuments, open, scenario, section } from '../statements/statement.js'

/** A document or version list, as JSON or YAML; undefined where it is neither. */
const parsed = ({ response }: Exchange): unknown => {
  try {
    return jsonOrYaml(response.body)
  } catch {
    return undefined
  }
}

/** True for a response that requires a key. */
const wantsKey = ({ response }: Exchange): boolean => response.status === 401 || response.status === 403

/** Reads a path below /spec. @throws Skip for one that requires a key; see `spec-documents/no-key` */
const read = async (context: ScenarioContext, path: string): Promise<Exchange> => {
  const exchange = await context.spec(path)
  if (wantsKey(exchange)) throw new Skip(`GET ${path} wants a key; see spec-documents/no-key`)
  return exchange
}

/** The version list, read once. @throws Skip when it requires a key. */
const readList = (context: ScenarioContext): Promise<Exchange> =>
  context.once('version list', () => read(context, '/spec/versions'))

/** True for a response with an OpenAPI document. */
const isDocument = (exchange: Exchange): boolean =>
  isSuccess(exchange) && typeof memberAt(parsed(exchange), 'openapi') === 'string'

/** Reports a violation unless the response is a document. */
const expectDocument = (context: ScenarioContext, path: string, exchange: Exchange): boolean => {
  const holds = isDocument(exchange)
  context.expect(
    holds,
    `GET ${path} must answer with an OpenAPI document; it answered ${outcomeOf(exchange)}`,
    exchange,
  )
  return holds
}

/** The value of a document's `info.version`. */
const markOf = (document: unknown): unknown => memberAt(document, 'info', 'version')

const isLocation = (text: string): boolean => !/^\d{4}-\d{2}-\d{2}$/.test(text) && /[/.]/.test(text)

const locationNames = /href|ur[il]|location|link|path|spec|document|file/i

/** Locations in the version list. A date alone may be a relative reference. */
const locationsIn = (list: unknown): string[] =>
  walk(list).flatMap(([pointer, value]) => {
    const isNamed = locationNames.test(lastKey(pointer))
    return typeof value === 'string' && (isNamed || isLocation(value)) ? [value] : []
  })

/** Locations that the version list has for one version: under its date, or in the item of an array that names it. */
const placedIn = (list: unknown, version: string): string[] =>
  walk(list).flatMap(([pointer, node]) => {
    const key = lastKey(pointer)
    const isItem = /^\d+$/.test(key) && isObject(node) && Object.values(node).includes(version)
    return key === version || isItem ? locationsIn({ location: node }) : []
  })

const requestedPath = (context: ScenarioContext, location: string): string | undefined => {
  if (!/^(https?:\/\/|\/)/.test(location)) return undefined
  const { specUrl } = context.session.plan
  const { origin, pathname, search } = new URL(location, specUrl)
  return origin === new URL(specUrl).origin ? `${pathname}${search}` : undefined
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
const locations: Scenario = async (context) => {
  const exchange = await readList(context)
  if (!isSuccess(exchange)) throw new Skip(`there is no version list: ${outcomeOf(exchange)}`)
  const list = parsed(exchange)
  const all = locationsIn(list)
  context.expect(all.length > 0, 'the version list gives no location of any document', exchange)
  const { supported, unserved = [] } = context.session.plan
  const isDated = (location: string): boolean => supported.some((version) => location.includes(version))
  for (const version of supported) {
    if (unserved.some((one) => one.version === version)) continue
    const own = all.filter((location) => location.includes(version))
    // One without a date may be of any version, or a pattern for all of them.
    const message = `the version list gives no location of the document of ${version}, and of others it does`
    context.expect(own.length > 0 || !all.every(isDated), message, exchange)
    const placed = placedIn(list, version).filter(isDated)
    const isMisled = placed.length > 0 && !placed.some((location) => location.includes(version))
    context.expect(!isMisled, `the version list gives ${placed[0]} as the location of ${version}`, exchange)
    await judgeLocations(context, version, own)
  }
}

/** Every listed version has a document. Missing ones were found before the run. */
const everyVersion: Scenario = async (context) => {
  const { unserved = [] } = context.session.plan
  for (const { version, url } of unserved) {
    const path = requestedPath(context, url)
    const exchange = path === undefined ? await readList(context) : await context.spec(path)
    // spec-documents/no-key reports a document that requires a key.
    if (wantsKey(exchange)) continue
    context.violate(`the list names version ${version}, and no OpenAPI document is served for it`, exchange)
  }
}

/** Whether a version list mentions a default, or one version more often than the others, and not as the latest. */
export function mayNameDefault(list: unknown): boolean {
  const isNamed = walk(list).some(([pointer, value]) => {
    const isMeant = /default[^/]*$/i.test(pointer) && value !== null && value !== false
    return isMeant || (typeof value === 'string' && /default/i.test(value))
  })
  const text = JSON.stringify(list, (name, value: unknown) =>
    /latest|newest/i.test(name) && typeof value === 'string' ? undefined : value,
  )
  const count = (date: string): number => (text ?? '').split(date).length
  return isNamed || versions.some((one) => count(one) !== count(defaultVersion))
}

const versionsList: Scenario = async (context) => {
  const exchange = await readList(context)
  for (const version of versions) {
    const isNamed = isSuccess(exchange) && exchange.response.body.includes(version)
    context.expect(isNamed, `the version list does not name ${version}`, exchange)
  }
}

/** A date that a list which could not be used names as the default, such as one that is not listed. */
const defaultDate = (list: unknown): string | undefined =>
  walk(list).flatMap(([pointer, value]) =>
    /default[^/]*$/i.test(pointer) && /^\d{4}-\d\d-\d\d$/.test(String(value)) ? [String(value)] : [],
  )[0]

const specDocumentsDefault: Scenario = async (context) => {
  const exchange = await readList(context)
  const named = context.session.plan.defaultVersion ?? defaultDate(parsed(exchange)) ?? null
  if (named === null && mayNameDefault(parsed(exchange)))
    throw new NotApplicable('which version the list names as the default is not clear from its shape')
  const message = `the version list does not name ${defaultVersion} as the default`
  context.expect(named === defaultVersion, message, exchange)
}

export const specDocumentsNoKey: Scenario = async (context) => {
  const { supported } = context.session.plan
  for (const path of ['/spec/versions', ...supported.map((version) => `/spec/${version}`), '/spec']) {
    const exchange = await context.spec(path)
    context.expect(
      !wantsKey(exchange),
      `GET ${path} must be served without a key; it answered ${outcomeOf(exchange)}`,
      exchange,
    )
  }
}

const specDocumentsUnlisted: Scenario = async (context) => {
  const { response } = await context.spec('/spec/2099-12-31')
  context.note(`served: the document of an unsupported date gets ${response.status}`)
}

/** Kinds of changes by which a document shows less of the surface. */
const lost =
  /^(operation|webhook|schema|header|variant|enum-value|media-type|body|(required-)?(property|parameter|header|body)|(error|success)-status)-(removed|renamed).*$/

/** Sentences about operations and members that one document of a surface has and another lacks. */
const lacking = (whole: unknown, part: unknown): readonly string[] =>
  deepEqual(whole, part)
    ? []
    : diffDocuments({ document: whole }, { document: part })
        .filter(({ id }) => lost.test(entryOf(id)?.kind ?? ''))
        .map(({ sentence }) => sentence.replace(/\.$/, ''))

const allBear = async (context: ScenarioContext, mark: unknown): Promise<boolean> => {
  for (const version of context.session.plan.supported)
    if (markOf(parsed(await context.spec(`/spec/${version}`))) !== mark) return false
  return true
}

/** A document with the date of another version is that of the other one, unless all documents have one date. */
const specDocumentsDated: Scenario = async (context) => {
  const path = `/spec/${context.version}`
  const exchange = await read(context, path)
  if (!expectDocument(context, path, exchange)) return
  const mark = markOf(parsed(exchange))
  const other = context.session.plan.supported.find((version) => version === mark)
  if (other === undefined || other === context.version || (await allBear(context, mark))) return
  context.violate(
    `GET ${path} must answer with its own document; it answered with that of ${other}`,
    exchange,
  )
}

const specDocumentsLatest: Scenario = async (context) => {
  const exchange = await read(context, '/spec')
  if (!expectDocument(context, '/spec', exchange)) return
  const newest = context.session.plan.supported.toSorted().at(-1) ?? ''
  const newestExchange = await context.spec(`/spec/${newest}`)
  const [here, there] = [parsed(exchange), parsed(newestExchange)]
  const mark = markOf(here)
  const older = context.session.plan.supported.find((version) => version !== newest && version === mark)
  const isOlder = older !== undefined && markOf(there) !== mark
  context.expect(
    !isOlder,
    `GET /spec must answer with the latest version; it answered with the document of ${older}`,
    exchange,
  )
  for (const lack of lacking(there, here))
    context.violate(`GET /spec must have the full surface of ${newest}: ${lack}`, exchange)
}

const scope = 'service'

/** Endpoints: the documents of the service. */
export const specDocumentSections = [
  section(
    'Endpoints, specification documents',
    'The service describes itself by one OpenAPI document for each version, on the host of the API but without its prefix.',
    {
      'spec-documents/versions-list': scenario({ versions: scope, run: versionsList })`
        The version list is complete
        GET /spec/versions lists the supported versions.`,
      'spec-documents/default': scenario({ versions: scope, run: specDocumentsDefault })`
        The version list names the default
        GET /spec/versions names the default version, 2025-03-13.`,
      'spec-documents/locations': scenario({ versions: scope, run: locations })`
        The version list has the location of each document
        GET /spec/versions gives the location of the document of each version.`,
      'spec-documents/each-listed': ofDocuments({ versions: scope, run: everyVersion })`
        Every listed version has a document
        For every version of GET /spec/versions an OpenAPI document is served.`,
      'spec-documents/dated': scenario({ run: specDocumentsDated })`
        Each version has its document
        GET /spec/<date> returns the OpenAPI document of that version.`,
      'spec-documents/unlisted': open({ run: specDocumentsUnlisted })`
        A date without a document
        The response to GET /spec/<date> with an unsupported date.
        not shown in the specification`,
      'spec-documents/latest': scenario({ versions: scope, run: specDocumentsLatest })`
        The undated document is the latest
        GET /spec returns the latest version with its full surface.`,
      'unsupported-method': judged('methods/undeclared')`
        The document shows the full surface: a method that it does not have for a path is refused.`,
      key: judged('spec-documents/no-key')`No key is needed.`,
    },
  ),
] as const
