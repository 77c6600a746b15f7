import { OperationIndex } from '../../../conformance/engine/operation-index.js'
import type { VersionUnderTest } from '../../../conformance/engine/version-under-test.js'
import { documentJudges } from '../../../conformance/scenarios/documents/index.js'
import type { DocumentView } from '../../../conformance/scenarios/documents/view.js'
import { once } from '../../../conformance/scenarios/documents/view.js'
import { catalogue } from '../../../conformance/index.js'
import { appliesTo } from '../../../conformance/catalogue/index.js'
import type {
  MediaTypeObject,
  Method,
  Operation,
  Parameter,
  ResponseObject,
  Surface,
} from '../../../runtime/surface.js'

/** A parsed document; tests change it in place. */
// oxlint-disable-next-line typescript/no-explicit-any -- documents are walked by paths that a test knows
export type Json = any

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

const resolved = (document: Json, node: Json): Json =>
  typeof node?.$ref === 'string' && !node.$ref.startsWith('#/components/schemas/')
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((at: Json, key: string) => at?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
    : node

const contentOf = (pointer: string, content: Json = {}): Record<string, MediaTypeObject> =>
  Object.fromEntries(Object.entries<Json>(content).map(([type, { schema }]) => [type, { pointer, ...(schema && { schema }) }]))

const parameterOf = (pointer: string, node: Json): Parameter => {
  const style = node.style ?? (node.in === 'query' || node.in === 'cookie' ? 'form' : 'simple')
  return {
    name: node.name,
    in: node.in,
    pointer,
    required: node.required === true || node.in === 'path',
    deprecated: node.deprecated === true,
    style,
    explode: node.explode ?? style === 'form',
    allowReserved: false,
    ...('schema' in node && { schema: node.schema }),
  }
}

const operationOf = (document: Json, path: string, method: Method, item: Json): Operation => {
  const node = item[method]
  const pointer = `#/${path}/${method}`
  const body = resolved(document, node.requestBody)
  const responses = Object.entries<Json>(node.responses ?? {}).map(([status, one]): [string, ResponseObject] => {
    const response = resolved(document, one)
    return [status, { pointer, description: '', headers: {}, content: contentOf(pointer, response.content) }]
  })
  const parameters: Json[] = [...(item.parameters ?? []), ...(node.parameters ?? [])]
  return {
    operationId: node.operationId ?? `${method} ${path}`,
    method,
    path,
    servers: ['/api'],
    pointer,
    tags: [],
    deprecated: node.deprecated === true,
    security: node.security ?? document.security ?? [],
    parameters: parameters.map((one) => parameterOf(pointer, resolved(document, one))),
    ...(body && { requestBody: { pointer, required: body.required === true, content: contentOf(pointer, body.content) } }),
    responses: Object.fromEntries(responses),
  }
}

const operationsOf = (document: Json, section: 'paths' | 'webhooks'): Record<string, Operation> =>
  Object.fromEntries(
    Object.entries<Json>(document[section] ?? {}).flatMap(([path, item]) =>
      methods.filter((method) => method in item).map((method) => {
        const operation = operationOf(document, path, method, item)
        return [operation.operationId, operation]
      }),
    ),
  )

/** What the generator makes of a document, as far as judges of documents look at it. */
export const surfaceOf = (document: Json, version: string): Surface => ({
  version,
  title: '',
  sha256: '',
  operations: operationsOf(document, 'paths'),
  webhooks: operationsOf(document, 'webhooks'),
  securitySchemes: document.components?.securitySchemes ?? {},
  schemas: document.components?.schemas ?? {},
  validator: () => Promise.reject(new Error('no validators')),
  schemaValidators: {},
})

const underTest = (document: Json, version: string): VersionUnderTest => {
  const surface = surfaceOf(document, version)
  return { version, surface, operations: new OperationIndex(surface, 'http://localhost/api') }
}

/** The documents of a service as judges see them. */
export const viewsOf = (documents: ReadonlyMap<string, Json>): readonly DocumentView[] => {
  const versions = new Map([...documents].map(([version, document]) => [version, underTest(document, version)]))
  return [...versions.values()].map((one) => ({ ...one, versions }))
}

const rules = new Map(catalogue.map((rule) => [rule.id, rule]))

/** What the rules about documents tell of one of them: `severity rule: message`. */
export const told = (view: DocumentView): readonly string[] =>
  Object.entries(documentJudges).flatMap(([id, judge]) => {
    const rule = rules.get(id)
    if (!rule || !appliesTo(rule.versions, view.version)) return []
    return once(judge(view) ?? []).map(({ message }) => `${rule.severity} ${id}: ${message}`)
  })
