import type { Operation } from '../../runtime/surface.js'
import { isObject } from '../../document/index.js'
import { baseUrlOf } from '../session/access.js'
import { commonHeaders } from '../client/client.js'
import type { ScenarioContext } from './context.js'
import { cookieHeaders, versionPairs, withQuery } from './request.js'
import type { ExchangeRequest, HeaderList } from '../exchange/exchange.js'
import { isJsonType } from '../exchange/media-type.js'
import type { UncheckedRequest } from './operations.js'
import { pathOf, queryPairs } from './write-parameters.js'

type Content = Readonly<{ mediaType: string; text: string }>

const formOf = (body: unknown): string => {
  const members = Object.entries(isObject(body) ? body : {}).filter(([, value]) => value !== undefined)
  const pairs = members.flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one): [string, string] => [
      name,
      typeof one === 'string' ? one : JSON.stringify(one),
    ]),
  )
  return new URLSearchParams(pairs).toString()
}

const contentOf = (operation: Operation, { body, mediaType }: UncheckedRequest): Content | undefined => {
  if (body === undefined) return undefined
  const declared = Object.keys(operation.requestBody?.content ?? {})
  const type = mediaType ?? declared.find(isJsonType) ?? declared[0] ?? 'application/json'
  if (type.startsWith('application/x-www-form-urlencoded')) return { mediaType: type, text: formOf(body) }
  const isText = typeof body === 'string' && !isJsonType(type)
  return { mediaType: type, text: isText ? body : (JSON.stringify(body) ?? '') }
}

/** Headers that were given, before those of the same name that would be sent otherwise. */
const withOwn = (usual: HeaderList, own: UncheckedRequest['headers'] = {}): HeaderList => {
  const given = Object.entries(own).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  const taken = new Set(given.map(([name]) => name))
  return [...usual.filter(([name]) => !taken.has(name.toLowerCase())), ...given]
}

/**
 * The request of a call that a rule of the user's own makes.
 * @param version asked for by header, where the service reads one; undefined asks for none
 * @throws Error, a mistake of the rule, where a path lacks a value.
 */
export function writeCall(
  { session, under }: Pick<ScenarioContext, 'session' | 'under'>,
  operation: Operation,
  request: UncheckedRequest,
  version: string | undefined,
): ExchangeRequest {
  const path = pathOf(under.operations.relativePath(operation), operation.operationId, request.path ?? {})
  const { headers, query, cookies } = session.credentials(
    operation,
    request.credentials ?? 'own',
    under.version,
  )
  const content = contentOf(operation, request)
  const { versionHeader } = session
  const isAsked = versionHeader !== undefined && version !== undefined
  const usual: HeaderList = [
    ...commonHeaders,
    ['accept', 'application/json, */*;q=0.5'],
    ...headers,
    ...cookieHeaders(cookies),
    ...(isAsked ? [[versionHeader, version] as const] : []),
    ...(content ? [['content-type', content.mediaType] as const] : []),
  ]
  return {
    method: operation.method.toUpperCase(),
    url: withQuery(`${baseUrlOf(session.plan, under.version)}${path}`, [
      ...queryPairs(operation, request.query ?? {}),
      ...query,
      ...versionPairs(session.plan, version),
    ]),
    headers: withOwn(usual, request.headers),
    ...(content && { body: content.text }),
  }
}
