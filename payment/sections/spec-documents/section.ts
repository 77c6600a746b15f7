import {
  everyVersion,
  locations,
  expectDocument,
  markOf,
  parsed,
  read,
  readList,
  wantsKey,
} from './locations.js'
import { defaultVersion, versions } from '../../../versions/index.js'
import { isObject, walk, memberAt } from '../../../document/index.js'
import type { ScenarioContext, Scenario } from '../../../conformance/rules/context.js'
import { NotApplicable } from '../../../conformance/model/outcome.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { judged, ofDocuments, open, scenario, section } from '../../statements/statement.js'

/** The statement of a version list about the default. */
type NamedDefault = 'right' | 'wrong' | 'none' | 'unclear'

const isDefaultWord = (text: string): boolean => /default/i.test(text)
const isYes = (value: unknown): boolean => value === true || /^(true|yes|1)$/i.test(String(value))

const datesIn = (value: unknown): string[] => {
  const texts = walk(value).flatMap(([pointer, inner]) =>
    typeof inner === 'string' ? [pointer, inner] : [pointer],
  )
  return texts.flatMap((text) => text.match(/\d{4}-\d{2}-\d{2}/g) ?? [])
}

const isRight = (dates: readonly string[]): boolean | undefined =>
  dates.length === 0 ? undefined : dates.includes(defaultVersion)

/** Judges the members of an object whose name or value mentions a default. */
const judgeObject = (pointer: string, object: Readonly<Record<string, unknown>>): (boolean | undefined)[] =>
  Object.entries(object).flatMap(([name, value]) => {
    const isFlag = isDefaultWord(name) && typeof value !== 'object' && isYes(value)
    const isRemark = typeof value === 'string' && isDefaultWord(value) && datesIn(value).length === 0
    const isRemarks =
      Array.isArray(value) && value.some((item) => typeof item === 'string' && isDefaultWord(item))
    if (isFlag || isRemark || isRemarks) {
      const [keyed] = pointer.match(/\d{4}-\d{2}-\d{2}$/) ?? []
      return [isRight(keyed === undefined ? datesIn(object) : [keyed])]
    }
    return isDefaultWord(name) && value !== false && value !== null ? [isRight(datesIn(value))] : []
  })

/**
 * Finds the default in a version list of any form: a member named after it, a flag or remark beside a version, or, if
 * the word is missing, a separate 2025-03-13.
 */
export function namedDefault(list: unknown): NamedDefault {
  const judged = walk(list).flatMap(([pointer, value]) =>
    isObject(value) ? judgeObject(pointer, value) : [],
  )
  if (judged.includes(false)) return 'wrong'
  if (judged.includes(true)) return 'right'
  if (judged.length > 0) return 'unclear'
  const dates = datesIn(list)
  const count = (date: string): number => dates.filter((one) => one === date).length
  const isSingled = [...new Set(dates)].some((date) => count(date) !== count(defaultVersion))
  return isSingled ? 'unclear' : 'none'
}

const versionsList: Scenario = async (context) => {
  const exchange = await readList(context)
  for (const version of versions) {
    const isNamed = isSuccess(exchange) && exchange.response.body.includes(version)
    context.expect(isNamed, `the version list does not name ${version}`, exchange)
  }
}

const specDocumentsDefault: Scenario = async (context) => {
  const exchange = await readList(context)
  const named = namedDefault(parsed(exchange))
  const isRight = named === 'right' || context.session.plan.defaultVersion === defaultVersion
  if (!isRight && named === 'unclear') {
    throw new NotApplicable('which version the list names as the default is not clear from its shape')
  }
  context.expect(isRight, `the version list does not name ${defaultVersion} as the default`, exchange)
}

export const specDocumentsNoKey: Scenario = async (context) => {
  const { supported } = context.session.plan
  for (const path of ['/spec/versions', ...supported.map((version) => `/spec/${version}`), '/spec']) {
    const exchange = await context.spec(path)
    const message = `GET ${path} needs no key, ${outcomeOf(exchange)} came`
    context.expect(!wantsKey(exchange), message, exchange)
  }
}

const specDocumentsUnlisted: Scenario = async (context) => {
  const { response } = await context.spec('/spec/2099-12-31')
  context.note(`served: the document of a date that is not supported is answered ${response.status}`)
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const

const membersOf = (value: unknown): readonly string[] => Object.keys(isObject(value) ? value : {})

/** The operations of a document, as `GET /customers/{}`. */
const operationsIn = (document: unknown): ReadonlySet<string> => {
  const paths = memberAt(document, 'paths')
  return new Set(
    membersOf(paths).flatMap((path) => {
      const template = path.replace(/^\/api(?=\/)/, '').replaceAll(/\{[^}]*\}/g, '{}')
      return methods
        .filter((method) => memberAt(paths, path, method) !== undefined)
        .map((method) => `${method.toUpperCase()} ${template}`)
    }),
  )
}

/**
 * The operations, and members of common schemas, that one document has and another lacks. Only common schemas, because
 * different components may describe one surface.
 */
const lacking = (whole: unknown, part: unknown): readonly string[] => {
  const there = operationsIn(part)
  const schemas = [memberAt(whole, 'components', 'schemas'), memberAt(part, 'components', 'schemas')] as const
  const members = membersOf(schemas[0]).flatMap((name) => {
    const other = memberAt(schemas[1], name, 'properties')
    if (!isObject(other)) return []
    return membersOf(memberAt(schemas[0], name, 'properties'))
      .filter((member) => !(member in other))
      .map((member) => `${member} of ${name}`)
  })
  const isBare = membersOf(schemas[0]).length > 0 && membersOf(schemas[1]).length === 0
  const operations = [...operationsIn(whole)].filter((one) => !there.has(one))
  return [...operations, ...(isBare ? ['every component schema'] : []), ...members]
}

const allBear = async (context: ScenarioContext, mark: unknown): Promise<boolean> => {
  for (const version of context.session.plan.supported) {
    if (markOf(parsed(await context.spec(`/spec/${version}`))) !== mark) return false
  }
  return true
}

/**
 * `spec-documents/dated`: a document with another version's date belongs to that version, unless all documents have the
 * same date.
 */
const specDocumentsDated: Scenario = async (context) => {
  const path = `/spec/${context.version}`
  const exchange = await read(context, path)
  if (!expectDocument(context, path, exchange)) return
  const mark = markOf(parsed(exchange))
  const other = context.session.plan.supported.find((version) => version === mark)
  if (other === undefined || other === context.version || (await allBear(context, mark))) return
  context.violate(`GET ${path} is due its own document, that of ${other} came`, exchange)
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
  context.expect(!isOlder, `GET /spec is due the latest version, the document of ${older} came`, exchange)
  for (const lack of lacking(there, here)) {
    context.violate(`GET /spec lacks ${lack}, which ${newest} has`, exchange)
  }
}

const scope = 'service'

/** Endpoints: the documents of the service. */
export const specDocumentSections = [
  section(
    'Endpoints, specification documents',
    'The service describes itself by one OpenAPI document for each version, on the host of the API but without its prefix.',
    {
      'spec-documents/versions-list': scenario(
        'The version list is complete',
        'GET /spec/versions lists the supported versions.',
        { versions: scope, run: versionsList },
      ),
      'spec-documents/default': scenario(
        'The version list names the default',
        'GET /spec/versions names the default version, 2025-03-13.',
        { versions: scope, run: specDocumentsDefault },
      ),
      'spec-documents/locations': scenario(
        'The version list says where each document is',
        'GET /spec/versions gives the location of the document of each version.',
        { versions: scope, run: locations },
      ),
      'spec-documents/each-listed': ofDocuments(
        'Every listed version has a document',
        'For every version of GET /spec/versions an OpenAPI document is served.',
        { versions: scope, run: everyVersion },
      ),
      'spec-documents/dated': scenario(
        'Each version has its document',
        'GET /spec/<date> returns the OpenAPI document of that version.',
        { run: specDocumentsDated },
      ),
      'spec-documents/unlisted': open(
        'A date without a document',
        'The response to GET /spec/<date> with an unsupported date.',
        'not shown in the specification',
        { run: specDocumentsUnlisted },
      ),
      'spec-documents/latest': scenario(
        'The undated document is the latest',
        'GET /spec returns the latest version with its full surface.',
        { versions: scope, run: specDocumentsLatest },
      ),
      'unsupported-method': judged(
        'The document shows the full surface: a method that a path does not have there is not served.',
        ['methods/undeclared'],
      ),
      key: judged('No key is needed.', ['spec-documents/no-key']),
    },
  ),
] as const
