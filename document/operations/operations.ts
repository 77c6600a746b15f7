import { didYouMean } from '../../diagnostics/index.js'
import type { Encoding, Method } from '../../runtime/surface.js'
import { isObject, listOf, memberAt, objectOf, resolvePath, segmentsOf } from '../json/json.js'
import { methods, methodsOfAnyVersion } from '../keywords/keywords.js'
import { wildcard } from '../patterns/source.js'
import { locate, type Located, locateMembers } from '../references/references.js'

/** The members of a document that hold path items. */
export type OperationSection = 'paths' | 'webhooks'

/** An operation of a document, with the path item that holds it. */
export interface DocumentOperation extends Located {
  readonly method: Method
  /** The path template, or the name of the webhook, as the document spells it. */
  readonly name: string
  readonly item: Located
}

/** Whether responses with a status have no content (RFC 9110). */
export function hasNoContent(status: string | number): boolean {
  return ['204', '205', '304'].includes(String(status))
}

// OpenAPI forbids `additionalOperations` for methods that have a field of their own.
const isAdditional = (method: string): method is Uppercase<string> =>
  method === method.toUpperCase() && !methodsOfAnyVersion.some((known) => known.toUpperCase() === method)

/** The operations that OpenAPI 3.2 adds to a path item, each with its path below the item. */
const newerIn = ({ node }: Located): [method: Method, path: readonly string[], node: unknown][] => {
  const additional = Object.entries(objectOf(node['additionalOperations']))
  const own = additional.flatMap(([method, one]): [Method, string[], unknown][] =>
    isAdditional(method) ? [[method, ['additionalOperations', method], one]] : [],
  )
  return [['query', ['query'], node['query']], ...own]
}

/** The operations of a section in document order; `hasNewer` includes those of OpenAPI 3.2. */
export function operationsIn(root: unknown, section: OperationSection, hasNewer = false) {
  if (!isObject(root)) return []
  const isNewer = hasNewer && String(root['openapi']).startsWith('3.2')
  return locateMembers(root, { node: root, path: [] }, section).flatMap(([name, item]) => {
    const older = methods.map((method) => [method, [method], item.node[method]] as const)
    return [...older, ...(isNewer ? newerIn(item) : [])].flatMap(
      ([method, path, node]): DocumentOperation[] =>
        isObject(node) ? [{ method, name, item, node, path: [...item.path, ...path] }] : [],
    )
  })
}

/** The parameters of an operation: those of its path item, overridden by its own with the same name and `in`. */
export function parametersOf(root: unknown, { node, path, item }: DocumentOperation): Located[] {
  const merged = new Map<string, Located>()
  for (const holder of [item, { node, path }]) {
    const list = holder.node['parameters']
    for (const index of Array.isArray(list) ? list.keys() : []) {
      const parameter = locate(root, [...holder.path, 'parameters', String(index)])
      if (parameter) merged.set(JSON.stringify([parameter.node['in'], parameter.node['name']]), parameter)
    }
  }
  return [...merged.values()]
}

/** The URL of a server with the defaults of its variables; undefined where one has none. */
const serverUrl = (server: unknown): string | undefined => {
  const url = memberAt(server, 'url')
  if (typeof url !== 'string') return undefined
  const filled = url.replaceAll(/\{([^{}]+)\}/g, (text, name: string) => {
    const value = memberAt(server, 'variables', name, 'default')
    return typeof value === 'string' ? value : text
  })
  return /[{}]/.test(filled) ? undefined : filled
}

/** URLs of a document's servers, without those that cannot be filled; the root of the host if it lists none. */
export function serversOf(document: unknown): readonly string[] {
  const servers = listOf(memberAt(document, 'servers'))
  return servers.length === 0 ? ['/'] : servers.flatMap((server) => serverUrl(server) ?? [])
}

/** URLs of the servers that an operation, or its path item, has instead of the document's; undefined without any. */
export function ownServersOf(document: unknown, pointer: string): readonly string[] | undefined {
  const keys = segmentsOf(pointer)
  // An additional operation is two levels below its path item.
  const holder = [0, 1, 2]
    .map((levels) => resolvePath(document, keys.slice(0, keys.length - levels)))
    .find((one) => listOf(memberAt(one, 'servers')).length > 0)
  return holder === undefined ? undefined : serversOf(holder)
}

/** An operation by what a user can name it by. */
export interface NamedOperation {
  readonly operationId?: string | undefined
  readonly tags?: readonly string[]
  /** The path template, or the name of the webhook. */
  readonly path: string
  readonly method: string
}

/** The texts by which an operation is selected: its operation id, its tags, its path, and method and path. */
export function namesOfOperation({ operationId, tags = [], path, method }: NamedOperation): string[] {
  return [...(operationId === undefined ? [] : [operationId]), ...tags, path, `${method} ${path}`]
}

/** Whether an operation matches one of the patterns, in any case; `*` stands for any text. */
export function operationMatcher(patterns: readonly string[]): (operation: NamedOperation) => boolean {
  const expressions = patterns.map((pattern) => wildcard(pattern, 'i'))
  return (operation) => namesOfOperation(operation).some((name) => expressions.some((one) => one.test(name)))
}

/** The sentence about a pattern that no operation matches, which is probably a typo; undefined where each matches one. */
export function unmatchedPattern(
  option: 'include' | 'exclude',
  patterns: readonly string[] = [],
  operations: readonly NamedOperation[],
): string | undefined {
  const unmatched = patterns.find((pattern) => !operations.some(operationMatcher([pattern])))
  if (unmatched === undefined) return undefined
  const near = didYouMean(unmatched, operations.flatMap(namesOfOperation))
  return `--${option}: no operation has "${unmatched}" as its tag, path or operation id${near}`
}

/**
 * The style of a form's member by its Encoding Object, as `queryStyled` reads it: `*` for exploded ones, `+` where
 * reserved characters are not encoded. Undefined where it states none.
 */
export function formStyleOf({ style, explode, allowReserved = false }: Encoding): string | undefined {
  if (style === undefined && explode === undefined && !allowReserved) return undefined
  const isExploded = explode ?? (style ?? 'form') === 'form'
  return (style ?? 'form') + (isExploded ? '*' : '') + (allowReserved ? '+' : '')
}
