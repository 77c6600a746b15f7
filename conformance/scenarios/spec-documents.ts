import { parse } from 'yaml'
import type { Scenario, ScenarioContext } from '../engine/context.js'
import type { Exchange } from '../model/exchange.js'
import { isObject, isSuccess, outcomeOf } from './reading.js'
import { namedOperations, specifiedVersions } from './spec-table.js'

const parsed = ({ response }: Exchange): unknown => {
  try {
    return JSON.parse(response.body)
  } catch {
    try {
      return parse(response.body, { maxAliasCount: 100 })
    } catch {
      return undefined
    }
  }
}

const list = (context: ScenarioContext): Promise<Exchange> =>
  context.session.once('version list', () => context.spec('/spec/versions'))

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isObject(value) ? Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]) : []
}

const versionsList: Scenario = async (context) => {
  const exchange = await list(context)
  const texts = textsIn(parsed(exchange))
  for (const version of specifiedVersions) {
    const named = texts.some((text) => text === version || text.includes(version))
    context.expect(named, `the version list does not name ${version}`, exchange)
  }
}

const namesDefault = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(namesDefault)
  if (!isObject(value)) return false
  return Object.entries(value).some(([key, inner]) => {
    if (!/default/i.test(key)) return namesDefault(inner)
    return inner === true
      ? textsIn(value).some((text) => text.includes('2025-03-13'))
      : textsIn(inner).includes('2025-03-13')
  })
}

const namesDefaultByDate = (value: unknown): boolean => {
  const holders = isObject(value) ? [value, ...Object.values(value).filter(isObject)] : []
  return holders.some((holder) => {
    const entry = holder['2025-03-13']
    return (
      isObject(entry) && Object.entries(entry).some(([key, flag]) => /default/i.test(key) && flag === true)
    )
  })
}

const defaultVersion: Scenario = async (context) => {
  const exchange = await list(context)
  const body = parsed(exchange)
  const message = 'the version list does not name 2025-03-13 as the default'
  context.expect(namesDefault(body) || namesDefaultByDate(body), message, exchange)
}

const noKey: Scenario = async (context) => {
  const newest = context.session.newest.version
  for (const path of ['/spec/versions', `/spec/${newest}`, '/spec']) {
    const exchange = await context.spec(path)
    context.expect(
      isSuccess(exchange),
      `GET ${path} without a key is due an answer, ${outcomeOf(exchange)} came`,
      exchange,
    )
  }
}

const pathsIn = (document: unknown): Set<string> => {
  const paths = isObject(document) ? document['paths'] : undefined
  return new Set(
    Object.keys(isObject(paths) ? paths : {}).map((path) =>
      path.replace(/^\/api(?=\/)/, '').replaceAll(/\{[^}]*\}/g, '{}'),
    ),
  )
}

const expectDocument = (context: ScenarioContext, path: string, exchange: Exchange): boolean => {
  const document = parsed(exchange)
  const isDocument = isSuccess(exchange) && isObject(document) && typeof document['openapi'] === 'string'
  context.expect(isDocument, `GET ${path} is due an OpenAPI document, ${outcomeOf(exchange)} came`, exchange)
  return isDocument
}

const dated: Scenario = async (context) => {
  const path = `/spec/${context.version}`
  expectDocument(context, path, await context.spec(path))
}

const infoVersion = (document: unknown): unknown => {
  const info = isObject(document) ? document['info'] : undefined
  return isObject(info) ? info['version'] : undefined
}

const latest: Scenario = async (context) => {
  const exchange = await context.spec('/spec')
  if (!expectDocument(context, '/spec', exchange)) return
  const newest = [...context.session.plan.supported].toSorted().at(-1) ?? ''
  const marked = infoVersion(parsed(exchange))
  const older = context.session.plan.supported.find((version) => version !== newest && version === marked)
  context.expect(
    older === undefined,
    `GET /spec is due the latest version, the document of ${older} came`,
    exchange,
  )
  const here = pathsIn(parsed(exchange))
  for (const path of pathsIn(parsed(await context.spec(`/spec/${newest}`)))) {
    context.expect(here.has(path), `GET /spec lacks ${path}, which ${newest} has`, exchange)
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
  'spec-documents/named-operations': named,
}
