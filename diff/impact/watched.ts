import type ts from 'typescript'
import { isObject, resolvePointer } from '../../document/index.js'
import type { Use } from '../model/change.js'
import type { ReportedChange } from '../model/report.js'
import { TypeMembers } from './type-members.js'
import type { Watched } from './mentions.js'
import { declaredOperations } from './operations.js'
import { typePath } from './type-path.js'

const add = <Key>(map: Map<Key, Set<string>>, key: Key, change: string): void => {
  map.set(key, (map.get(key) ?? new Set()).add(change))
}

/** Whether a change is of the operation itself, a parameter or a response, and so affects every call. */
const isOfOperation = (path: readonly string[]): boolean =>
  (path[0] === 'paths' && path.length <= 6) || (path[0] === 'components' && path[1] !== 'schemas')

/**
 * Whether a change is of a body as a whole, which has no name that code could mention: `response 400 text/plain
 * /(array)`.
 */
const isOfBody = ({ within }: Use): boolean => {
  const at = within.search(/ \/(\(|\[\]|$)/)
  return at >= 0 && /^(\/(\(.*?\)|\[\]))*\/?$/.test(within.slice(at + 1))
}

/** The URL of a removed server as the beginning of a text; undefined if it is relative. */
const serverUrl = (root: unknown, { id, from }: ReportedChange): RegExp | undefined => {
  const server = id === 'server-removed' && from ? resolvePointer(root, from.pointer) : undefined
  const url = isObject(server) ? server['url'] : undefined
  if (typeof url !== 'string' || !/^https?:\/\/[^/]/.test(url)) return undefined
  const literals = url.replace(/\/$/, '').split(/\{[^{}]*\}/)
  const pattern = literals
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('[^/]*')
  return new RegExp(`^${pattern}(?![^/?#])`)
}

/**
 * The subjects to look for in user code: members of generated types with changes on one side, members whose schema
 * changed as a whole, and changed operations by their ids and functions.
 */
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
  for (const change of changes) {
    const pointer = change[side]?.pointer
    if (pointer === undefined || change.effect === 'documentation') continue
    const url = side === 'from' ? serverUrl(root, change) : undefined
    if (url) servers.push({ url, change: change.fingerprint })
    const path = typePath(root, pointer)
    const declaration = found.at(path)
    if (declaration) add(members, declaration, change.fingerprint)
    const [first, kind, schema] = path
    if (first === 'components' && kind === 'schemas' && schema !== undefined && path.length === 3) {
      for (const referrer of found.referrers(schema)) add(members, referrer, change.fingerprint)
    }
    const isEverywhere = isOfOperation(path)
    for (const use of change.uses) {
      if (!isEverywhere && !isOfBody(use)) continue
      add(operations, use.operation, change.fingerprint)
      if (use.operationId !== undefined) add(operations, use.operationId, change.fingerprint)
    }
  }
  return { members, operations, servers, declared: declaredOperations(compiler, generated) }
}
