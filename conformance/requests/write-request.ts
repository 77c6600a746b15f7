import { randomUUID } from 'node:crypto'
import { isAsserting, isObject, once, ownServersOf, serversOf, parametersIn } from '../../document/index.js'
import { isUuid } from '../../runtime/formats.js'
import type { Operation, Parameter, ResponseObject } from '../../runtime/surface.js'
import type { Api, Call, CredentialKind, ParameterLocation, ParameterValues } from '../model/case.js'
import { withoutNames, withoutSlash, decoded, pathPattern, valuesByName } from '../resources/paths.js'
import {
  commonHeaders,
  type Exchange,
  type ExchangeRequest,
  type HeaderList,
  headerValue,
} from '../exchange/exchange.js'
import { Skip } from '../model/outcome.js'
import { writeBody } from './body.js'
import { cookieText, headerText, pathText, queryPairs, undeclaredParameter } from './parameters.js'
import { canSend, canWrite, ignoredHeaders } from './writable.js'
import { bodyKind } from './media-types.js'
import { isJsonType } from '../exchange/reading.js'

const plainPath = ({ pathname }: URL): string => pathname.replace(/\/+$/, '')

/** The base URL's path, or its end, where paths of the document repeat it; empty for most documents. */
const repeatedPrefix = once(({ baseUrl, surface }: Pick<Api, 'baseUrl' | 'surface'>): string => {
  const segments = new URL(baseUrl).pathname.split('/').filter((segment) => segment !== '')
  const all = Object.values(surface.operations)
  const whole = `/${segments.join('/')}`
  const below = (prefix: string): readonly Operation[] =>
    all.filter(({ path }) => path.startsWith(`${prefix}/`))
  const repeats = below(whole).length
  // A document that has it in a server URL and in every path repeats itself.
  if (repeats === all.length) return whole
  // If only a server URL has that path, the paths of operations are relative to it.
  const isWhole = (url: string): boolean =>
    URL.canParse(url, baseUrl) && (plainPath(new URL(url, baseUrl)) || '/') === whole
  if (all.some(({ servers }) => servers.some(isWhole))) return ''
  // Paths beside the API, such as /health, do not repeat it; a path that equals it is a resource.
  if (repeats > 0 && !all.some(({ path }) => withoutSlash(path) === whole)) return whole
  const ends = segments.map((_, index) => `/${segments.slice(index).join('/')}`)
  return ends.find((prefix) => below(prefix).length === all.length) ?? ''
})

/**
 * The root of an operation with servers of its own: the first one on the origin of the base URL, or on that of a server
 * of the document, which the base URL stands for. Undefined where there is none, because a document does not decide
 * where requests go.
 */
const ownRoot = ({ baseUrl, document }: Api, servers: readonly string[]): string | undefined => {
  const base = new URL(baseUrl)
  const urlsOf = (texts: readonly string[]): [text: string, url: URL][] =>
    texts.flatMap((text) => (URL.canParse(text, `${baseUrl}/`) ? [[text, new URL(text, `${baseUrl}/`)]] : []))
  const usual = urlsOf(serversOf(document)).map(([, url]) => url)
  const path = plainPath(base)
  const end = usual.map(plainPath).find((one) => path.endsWith(one))
  // A gateway may serve all of the document below a path of its own.
  const prefix = end === undefined ? '' : path.slice(0, path.length - end.length)
  for (const [text, url] of urlsOf(servers)) {
    const isBase = url.origin === base.origin
    if (!isBase && !usual.some(({ origin }) => origin === url.origin)) continue
    const isWhole = isBase && !text.startsWith('/')
    return `${base.origin}${isWhole ? '' : prefix}${plainPath(url)}`
  }
  return undefined
}

/** Whether a document names its servers only at operations, and the same ones at each. */
const isUniform = once(({ document, surface }: Api): boolean => {
  const all = Object.values(surface.operations).map(({ servers }) => servers.join(' '))
  return document['servers'] === undefined && new Set(all).size === 1
})

const rootsOf = once((api: Api) =>
  once((operation: Operation) => {
    const servers = ownServersOf(api.document, operation.pointer)
    return servers === undefined || isUniform(api) ? api.baseUrl : ownRoot(api, servers)
  }),
)

/** The reason why an operation without a root is not called. */
export const elsewhere = 'its servers are on an origin other than the base URL'

/** The URL below which the path of an operation is; undefined where its own servers are on another origin. */
export function rootOf(api: Api, operation: Operation): string | undefined {
  return rootsOf(api)(operation)
}

const withoutPrefix = (api: Api, operation: Operation): string => {
  const { path } = operation
  const prefix = rootOf(api, operation) === api.baseUrl ? repeatedPrefix(api) : ''
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
}

/** The path template below the root, without the part of the root that paths of a document may repeat. */
export function relativePath(api: Api, operation: Operation): string {
  // Clients never send a fragment; some documents use it to distinguish operations of one path.
  const sent = withoutPrefix(api, operation).replace(/#.*$/s, '')
  return sent.startsWith('/') ? sent : `/${sent}`
}

/** Method and relative template of an operation, such as `get /customers/{}`; equal in every document. */
export function routeOf(api: Api, operation: Operation): string {
  return `${operation.method} ${withoutNames(withoutSlash(withoutPrefix(api, operation)))}`
}

const bodyOf = ({ request }: Exchange): Call['body'] | undefined => {
  if (request.body === undefined) return undefined
  const mediaType = headerValue(request.headers, 'content-type') ?? 'application/octet-stream'
  try {
    return { mediaType, value: isJsonType(mediaType) ? JSON.parse(request.body) : request.body }
  } catch {
    return { mediaType, value: request.body, raw: request.body }
  }
}

const headersOf = ({ parameters }: Operation, { request }: Exchange): ParameterValues =>
  Object.fromEntries(
    parameters.flatMap(({ in: location, name }) => {
      const value = location === 'header' ? headerValue(request.headers, name.toLowerCase()) : undefined
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

const callOf = (operation: Operation, exchange: Exchange): Call => {
  const { pathname, searchParams } = new URL(exchange.request.url)
  const values = pathPattern(operation.path).exec(pathname)?.slice(1).map(decoded)
  const empty = parametersIn(operation.path).map(() => '')
  const body = bodyOf(exchange)
  return {
    operation,
    path: valuesByName(operation.path, values ?? empty),
    query: Object.fromEntries(searchParams),
    header: headersOf(operation, exchange),
    cookie: {},
    ...(body && { body }),
  }
}

const callsIn = once((exchange: Exchange) => once((operation: Operation) => callOf(operation, exchange)))

/** Reconstructs a call from a request, once. Parameter values are texts, and cookies are left out. */
export function readCall(operation: Operation, exchange: Exchange): Call {
  return callsIn(exchange)(operation)
}

const isKey = (name: string): boolean => /^(x-)?idempotency-?key$/i.test(name)

/** Whether a header may have any text. */
const takesAnyText = ({ parameters }: Operation, header: string): boolean => {
  const schema = parameters.find(({ in: location, name }) => location === 'header' && name === header)?.schema
  const bounds = (keyword: string): boolean => isAsserting(keyword) || keyword === 'format'
  return isObject(schema) && schema.type === 'string' && Object.keys(schema).filter(bounds).join() === 'type'
}

/** A key that is not a UUID is deliberate where the document bounds its text. */
const isDeliberate = ({ operation }: Call, name: string, value: unknown): boolean =>
  !isUuid(String(value)) && !takesAnyText(operation, name)

/** Whether the service may replay a response of an earlier run, because the call's idempotency key is not fresh. */
export function hasOldKey(call: Call): boolean {
  return Object.entries(call.header).some(([name, value]) => isKey(name) && isDeliberate(call, name, value))
}

/** A call with a fresh idempotency key. To the old one the service replays its response, perhaps on any path. */
export function withFreshKey(call: Call): Call {
  const keys = Object.entries(call.header).filter(
    ([name, value]) => isKey(name) && !isDeliberate(call, name, value),
  )
  if (keys.length === 0) return call
  const fresh = Object.fromEntries(keys.map(([name]) => [name, randomUUID()]))
  return { ...call, header: { ...call.header, ...fresh } }
}

/** The most media types in an Accept header. */
const most = 8

/** Media types of responses that can be asked for, JSON first. */
const typesOf = (responses: readonly ResponseObject[]): string[] => {
  const declared = new Set(responses.flatMap(({ content }) => Object.keys(content)))
  const sendable = [...declared].filter((type) => /^[!-~]+\/[!-~]+( *; *[!-~]+)*$/.test(type))
  const types = sendable.toSorted((a, b) => Number(bodyKind(b) === 'json') - Number(bodyKind(a) === 'json'))
  return types.filter((type) => type !== '*/*').slice(0, most)
}

/** The media types of successful responses, in the order of the Accept header. */
export function acceptable({ responses }: Operation): string[] {
  return typesOf(Object.entries(responses).flatMap(([key, one]) => (key.startsWith('2') ? [one] : [])))
}

/** The declared media types, or the wanted one, then any other type, so that errors in other types are sent too. */
const acceptOf = ({ operation: { responses }, accept }: Call): string => {
  const named = accept === undefined ? typesOf(Object.values(responses)) : [accept]
  return named.length === 0 ? '*/*' : `${named.join(', ')}, */*;q=0.1`
}

/** The credentials of one security requirement, serialized for one operation. */
export interface AppliedCredentials {
  readonly headers: HeaderList
  readonly query: HeaderList
  readonly cookies: HeaderList
}

export interface CredentialSource {
  apply(operation: Operation, kind: CredentialKind): AppliedCredentials
}

/** The credentials of a run; `fresh` renews expired ones before a request. */
export interface CallerCredentials extends CredentialSource {
  fresh?(): Promise<void> | undefined
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const parameterOf = ({ parameters }: Operation, location: ParameterLocation, name: string): Parameter =>
  parameters.find(
    (one) => one.in === location && (one.name === name || (location === 'header' && isSame(one.name, name))),
  ) ?? undeclaredParameter(name, location)

/** The values to send in one location, with their parameters; credentials take precedence. */
const sentIn = (
  { operation, credentials = 'own', ...call }: Call,
  location: ParameterLocation,
  fields: HeaderList,
  { surface }: Api,
): [Parameter, unknown][] => {
  const taken = fields.map(([name]) => name)
  const keys = Object.values(surface.securitySchemes)
    .filter((scheme) => scheme.type === 'apiKey' && scheme.in === location)
    .map(({ name = '' }) => name)
  const owned = credentials === 'own' ? taken : [...taken, ...keys]
  return Object.entries(call[location])
    .filter(([name, value]) => value !== undefined && !owned.some((one) => isSame(one, name)))
    .map(([name, value]): [Parameter, unknown] => [parameterOf(operation, location, name), value])
}

/** The path of a call relative to the root of its operation: its template filled with values. */
export function filledPath(call: Pick<Call, 'operation' | 'path'>, api: Api): string {
  const { operation, path } = call
  return relativePath(api, operation).replaceAll(/\{([^{}]+)\}/g, (_braces, name: string) => {
    const value = Object.hasOwn(path, name) ? path[name] : undefined
    return value === undefined ? '' : pathText(parameterOf(operation, 'path', name), value)
  })
}

const urlOf = (call: Call, api: Api, credentials: AppliedCredentials): string => {
  const { target, operation } = call
  const root = rootOf(api, operation)
  if (root === undefined) throw new Skip(elsewhere)
  const sent = target === undefined ? sentIn(call, 'query', credentials.query, api) : []
  const own = sent.flatMap(([parameter, value]) => queryPairs(parameter, value))
  const keys = credentials.query.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  const path = target === undefined ? filledPath(call, api) : target.replace(/^(?![/?])/, '/')
  const pairs = [...own, ...keys]
  const query = pairs.length === 0 ? '' : `${path.includes('?') ? '&' : '?'}${pairs.join('&')}`
  return `${root.replace(/\/+$/, '')}${path}${query}`
}

const headerParameters = (call: Call, api: Api, { headers }: AppliedCredentials): [string, string][] =>
  sentIn(call, 'header', headers, api)
    .filter(([parameter, value]) => canSend(parameter) && canWrite(parameter, value))
    .filter(([{ name }]) =>
      isSame(name, 'authorization') ? call.credentials !== 'none' : !ignoredHeaders.has(name.toLowerCase()),
    )
    .map(([parameter, value]) => [parameter.name, headerText(parameter, value)])

const cookieHeader = (call: Call, api: Api, { cookies }: AppliedCredentials): [string, string][] => {
  const own = sentIn(call, 'cookie', cookies, api)
    .filter(([parameter]) => canSend(parameter))
    .map(([parameter, value]) => `${parameter.name}=${cookieText(parameter, value)}`)
  const pairs = [...own, ...cookies.map(([name, value]) => `${name}=${value}`)]
  return pairs.length === 0 ? [] : [['cookie', pairs.join('; ')]]
}

/**
 * Serializes a call to HTTP: parameters in their styles, the body in its media type, the credentials. Headers that a
 * client cannot send are dropped, and lone surrogates are replaced; cases contain neither.
 */
export function writeRequest(call: Call, api: Api, credentials: CredentialSource): ExchangeRequest {
  const { operation, method = operation.method, credentials: kind = 'own' } = call
  const applied = credentials.apply(operation, kind)
  const body = call.body && writeBody(call.body, operation, api)
  const contentType = body?.contentType
  return {
    method: method.toUpperCase(),
    url: urlOf(call, api, applied),
    headers: [
      ...commonHeaders,
      ['accept', acceptOf(call)],
      ...(contentType === undefined ? [] : [['content-type', contentType] as const]),
      ...headerParameters(call, api, applied),
      ...cookieHeader(call, api, applied),
      ...applied.headers,
    ],
    ...(body && { body: body.text }),
  }
}
