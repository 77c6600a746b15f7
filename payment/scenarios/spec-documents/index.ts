import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable } from '../../../conformance/model/outcome.js'
import { namedDefault } from './default-version.js'
import { memberAt, isObject } from '../../../document/index.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { everyVersion, locations } from './locations.js'
import { expectDocument, markOf, parsed, read, readList, wantsKey } from './reading.js'
import { defaultVersion, versions } from '../../../versions/index.js'

const versionsList: Scenario = async (context) => {
  const exchange = await readList(context)
  for (const version of versions) {
    const isNamed = isSuccess(exchange) && exchange.response.body.includes(version)
    context.expect(isNamed, `the version list does not name ${version}`, exchange)
  }
}

const namesDefault: Scenario = async (context) => {
  const exchange = await readList(context)
  const named = namedDefault(parsed(exchange))
  const isRight = named === 'right' || context.session.plan.defaultVersion === defaultVersion
  if (!isRight && named === 'unclear') {
    throw new NotApplicable('which version the list names as the default is not clear from its shape')
  }
  context.expect(isRight, `the version list does not name ${defaultVersion} as the default`, exchange)
}

const noKey: Scenario = async (context) => {
  const { supported } = context.session.plan
  for (const path of ['/spec/versions', ...supported.map((version) => `/spec/${version}`), '/spec']) {
    const exchange = await context.spec(path)
    const message = `GET ${path} needs no key, ${outcomeOf(exchange)} came`
    context.expect(!wantsKey(exchange), message, exchange)
  }
}

const unlisted: Scenario = async (context) => {
  const { response } = await context.spec('/spec/2099-12-31')
  context.note(`served: the document of a date that is not supported is answered ${response.status}`)
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const

const membersOf = (value: unknown): readonly string[] => Object.keys(isObject(value) ? value : {})

/** Operations of a document, as `GET /customers/{}`. */
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
 * Contents of one document that another lacks: operations, and members of schemas that both have by name, for one and the same
 * surface may be described in other components.
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

/** Endpoints, specification documents. */
export const specDocumentScenarios: Readonly<Record<string, Scenario>> = {
  'spec-documents/versions-list': versionsList,
  'spec-documents/default': namesDefault,
  'spec-documents/no-key': noKey,
  'spec-documents/dated': dated,
  'spec-documents/latest': latest,
  'spec-documents/each-listed': everyVersion,
  'spec-documents/locations': locations,
  'spec-documents/unlisted': unlisted,
}
