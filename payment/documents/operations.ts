import { nameOf } from '../../conformance/model/case.js'
import { namedOperations, operationGroups } from '../tables/operations.js'
import {
  contradicts,
  type Difference,
  type Differences,
  type DocumentView,
  type Judge,
  lacks,
} from './view.js'
import { listOf, memberAt, objectOf, textsOf } from '../../document/index.js'
import type { Operation, SecurityScheme } from '../../runtime/surface.js'
import { apiOperations, describedOperations } from './headers.js'

const pointer = '#/components/securitySchemes'

const isKey = (scheme?: SecurityScheme): boolean =>
  scheme?.type === 'apiKey' && scheme.in === 'header' && scheme.name?.toLowerCase() === 'x-api-key'

const needsKey = ({ surface: { securitySchemes } }: DocumentView, { security }: Operation): boolean =>
  security.length > 0 &&
  security.every((ways) => Object.keys(ways).some((name) => isKey(securitySchemes[name])))

const keys = function* (view: DocumentView, described: readonly Operation[]): Differences {
  for (const operation of new Set([...described, ...apiOperations(view)])) {
    const { deprecated, pointer: at } = operation
    const message = `${nameOf(operation)} needs the key; the document has it open`
    if (needsKey(view, operation)) continue
    if (described.includes(operation)) yield contradicts(message, at)
    else if (!deprecated) yield lacks(message, at)
  }
  // The operations that serve the documents need no key.
  for (const [route, { path, security, pointer: at }] of view.operations.routes) {
    const isClosed = security.length > 0 && security.every((ways) => Object.keys(ways).length > 0)
    if (/^get \/spec(\/|$)/.test(route) && isClosed)
      yield contradicts(`GET ${path} needs no key; the document wants one`, at)
  }
}

/** Judges the security scheme and what requires it. A document without any may have the key in prose. */
export const securityJudge: Judge = (view) => {
  const schemes = Object.values(view.surface.securitySchemes)
  const described = describedOperations(view)
  if (!schemes.some((one) => isKey(one))) {
    const message = 'the document declares no API key in the header X-API-Key'
    return [schemes.length === 0 ? lacks(message, pointer) : contradicts(message, pointer)]
  }
  if (described.every(({ security }) => security.length === 0))
    return [lacks('API requests carry X-API-Key; the document has every operation open', '#/paths')]
  return keys(view, described)
}

// Words of a name may be joined in several ways.
const plain = (name: string): string => name.replaceAll(/[\s_-]/g, '').toLowerCase()

const usedIn = (paths: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.values(paths).flatMap((item) =>
    Object.values(objectOf(item)).flatMap((operation) => textsOf(memberAt(operation, 'tags'))),
  )

const listedIn = (document: unknown): readonly string[] =>
  textsOf(listOf(memberAt(document, 'tags')).map((tag) => memberAt(tag, 'name')))

/** The operations that the specification describes, and those with the path segment of a group. */
const grouped = (view: DocumentView): ReadonlySet<Operation> => {
  const segments = new Set<string | undefined>(Object.values(operationGroups))
  const others = apiOperations(view).filter(({ path }) => path.split('/').some((one) => segments.has(one)))
  return new Set([...describedOperations(view), ...others])
}

const misplaced = (view: DocumentView): readonly Difference[] => {
  const groups = new Set(Object.keys(operationGroups).map(plain))
  return [...grouped(view)]
    .filter(({ tags }) => tags.length > 0 && !tags.some((tag) => groups.has(plain(tag))))
    .map((one) =>
      lacks(
        `${nameOf(one)} is in one of the eleven groups; the document has ${one.tags.join(', ')}`,
        one.pointer,
      ),
    )
}

/** A group is required where the document has its operations, or else where it lists its groups. */
export const groupJudge: Judge = (view) => {
  const { document } = view.api
  const paths = objectOf(memberAt(document, 'paths'))
  if (Object.keys(paths).length === 0) return undefined
  const listed = listedIn(document)
  const known = new Set([...usedIn(paths), ...listed].map(plain))
  if (known.size === 0) return [lacks('operations have groups; the document has no tags', '#/paths')]
  const segments = new Set(Object.keys(paths).flatMap((path) => path.split('/')))
  const missing = Object.entries(operationGroups)
    .filter(([, segment]) => (segment === undefined ? listed.length > 0 : segments.has(segment)))
    .filter(([name]) => !known.has(plain(name)))
    .map(([name]) => lacks(`there is the operation group ${name}; the document has no such tag`, '#/tags'))
  // Each missing group would show again in the operations that are in it.
  return missing.length > 0 ? missing : misplaced(view)
}

/** Judges whether a document has the operations that the specification describes. */
export const namedOperationJudge: Judge = ({ operations, version }) =>
  namedOperations.flatMap(([method, template]) => {
    const operation = operations.find(method, template)
    const route = `${method.toUpperCase()} ${template.replaceAll('{}', '{…}')}`
    if (!operation) return [contradicts(`the document of ${version} lacks ${route}`, '#/paths')]
    const message = `${route} is not deprecated by the specification; the document marks it`
    return operation.deprecated ? [lacks(message, operation.pointer)] : []
  })
