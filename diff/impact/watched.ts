import type ts from 'typescript'
import {
  compositionKeywords,
  escapedPattern,
  followed,
  isObject,
  isWebhooksKey,
  keysOf,
  methods,
  operationsIn,
  resolvePath,
  resolvePointer,
} from '../../document/index.js'
import type { ReportedChange, Use } from '../model/report.js'
import { declaredOperations, TypeMembers, type Watched } from './mentions.js'

const typedMethods: ReadonlySet<string> = new Set(methods)
const compositions: ReadonlySet<string> = new Set(compositionKeywords)

/**
 * The path of names in generated types for a pointer: `components`, `schemas`, `X`, `y`. Segments without a
 * counterpart in types (`properties`, `allOf`, `0`) are omitted; `[]` stands for the items of a list.
 */
const typePath = (root: unknown, pointer: string): readonly string[] => {
  const keys = keysOf(pointer)
  const [first = '', second = '', third = ''] = keys
  if (first === 'components' && second === 'schemas')
    return [first, second, third, ...inSchema(root, keys, 3)]
  if (first === 'components') return [first, second, third, ...inHolder(root, keys, 3)]
  if (first !== 'paths' && !isWebhooksKey(first)) return []
  const holder = first === 'paths' ? first : 'webhooks'
  return typedMethods.has(third) ? [holder, second, third, ...inOperation(root, keys)] : [holder, second]
}

/** The path below a schema that begins after `at` keys. */
const inSchema = (root: unknown, keys: readonly string[], at: number): string[] => {
  const [keyword = '', name = ''] = keys.slice(at)
  if (keyword === 'properties') return name === '' ? [] : [name, ...inSchema(root, keys, at + 2)]
  if (keyword === 'items') return ['[]', ...inSchema(root, keys, at + 1)]
  if (keyword === 'prefixItems') return ['[]', ...inSchema(root, keys, at + 2)]
  if (compositions.has(keyword)) return inSchema(root, keys, at + 2)
  if (keyword !== 'required') return []
  const required = resolvePath(root, keys.slice(0, at + 2))
  return typeof required === 'string' ? [required] : []
}

/** The path below a response, a body, a parameter or a header that begins after `at` keys. */
const inHolder = (root: unknown, keys: readonly string[], at: number): string[] => {
  const [field = '', name = '', schema = ''] = keys.slice(at)
  if (field === 'schema') return inSchema(root, keys, at + 1)
  if (field !== 'content' && field !== 'headers') return []
  const below = schema === 'schema' ? inSchema(root, keys, at + 3) : []
  return name === '' ? [field] : [field, name, ...below]
}

const inOperation = (root: unknown, keys: readonly string[]): string[] => {
  const [field = '', key = ''] = keys.slice(3)
  if (field === 'requestBody') return [field, ...inHolder(root, keys, 4)]
  if (field === 'responses') return key === '' ? [field] : [field, key, ...inHolder(root, keys, 5)]
  if (field !== 'parameters' || key === '') return []
  const parameter = followed(root, resolvePath(root, keys.slice(0, 5)))
  if (!isObject(parameter)) return []
  return [field, String(parameter['in']), String(parameter['name']), ...inHolder(root, keys, 5)]
}

const addChange = <Key>(map: Map<Key, Set<string>>, key: Key, change: string): void => {
  map.set(key, (map.get(key) ?? new Set()).add(change))
}

/** Whether a change is of the operation itself, a parameter or a response, and so affects every call. */
const isOfOperation = (path: readonly string[]): boolean =>
  (path[0] === 'paths' && path.length <= 6) || (path[0] === 'components' && path[1] !== 'schemas')

/** Whether a change is of a whole body, which has no name in code: `response 400 text/plain /(array)`. */
const isOfBody = ({ within }: Use): boolean => {
  const at = within.search(/ \/(\(|\[\]|$)/)
  return at >= 0 && /^(\/(\(.*?\)|\[\]))*\/?$/.test(within.slice(at + 1))
}

/** Whether generated types lack an operation: callbacks, and the operations that OpenAPI 3.2 adds. */
const isUntyped = ({ operation }: Use): boolean => {
  const [method = ''] = operation.split(' ')
  return method !== 'webhook' && !typedMethods.has(method)
}

/** Whether a change is only of operations without types, so that it causes no error. Their calls are mentions of it. */
export function isOfCalls({ from, to, uses }: ReportedChange): boolean {
  const isOfSchema = [from, to].some((at) => at?.pointer.startsWith('#/components/schemas/'))
  return !isOfSchema && uses.length > 0 && uses.every(isUntyped)
}

/** The names by which code calls an operation; for a callback, the operation that it belongs to. */
const callsOf = ({ operation, operationId }: Use, ids: ReadonlyMap<string, unknown>): readonly string[] => {
  const name = /^callback (\S+ \S+) /.exec(operation)?.[1]
  const id = name === undefined ? operationId : ids.get(name)
  return [name ?? operation, ...(typeof id === 'string' ? [id] : [])]
}

/** The URL of a removed server as the beginning of a text; undefined if it is relative. */
const serverUrl = (root: unknown, { id, from }: ReportedChange): RegExp | undefined => {
  const server = id === 'server-removed' && from ? resolvePointer(root, from.pointer) : undefined
  const url = isObject(server) ? server['url'] : undefined
  if (typeof url !== 'string' || !/^https?:\/\/[^/]/.test(url)) return undefined
  const literals = url.replace(/\/$/, '').split(/\{[^{}]*\}/)
  const pattern = literals.map(escapedPattern).join('[^/]*')
  return new RegExp(`^${pattern}(?![^/?#])`)
}

/** The subjects to look for in user code: changed members, members of changed schemas, operations. */
export function watchedOf(
  compiler: typeof ts,
  generated: readonly ts.SourceFile[],
  root: unknown,
  changes: readonly ReportedChange[],
  side: 'from' | 'to',
): Watched {
  const found = new TypeMembers(compiler, generated)
  const members = new Map<ts.Node, Set<string>>()
  const operations = new Map<string, Set<string>>()
  const servers: Watched['servers'][number][] = []
  const ids = new Map(
    operationsIn(root, 'paths').map(({ method, name, node }) => [`${method} ${name}`, node['operationId']]),
  )
  for (const change of changes) {
    const pointer = change[side]?.pointer
    if (pointer === undefined || change.effect === 'documentation') continue
    const url = side === 'from' ? serverUrl(root, change) : undefined
    if (url) servers.push({ url, change: change.fingerprint })
    const path = typePath(root, pointer)
    const declaration = found.at(path)
    if (declaration) addChange(members, declaration, change.fingerprint)
    const [first, kind, schema] = path
    if (first === 'components' && kind === 'schemas' && schema !== undefined && path.length === 3) {
      for (const referrer of found.referrers(schema)) addChange(members, referrer, change.fingerprint)
    }
    const isEverywhere = isOfOperation(path) || isOfCalls(change)
    for (const use of change.uses.filter((one) => isEverywhere || isOfBody(one)))
      for (const name of callsOf(use, ids)) addChange(operations, name, change.fingerprint)
  }
  return { members, operations, servers, declared: declaredOperations(compiler, generated) }
}
