import type { Operation, Parameter } from '../../runtime/surface.js'
import type { ExchangeRequest } from '../exchange/exchange.js'
import type { Plan } from '../model/plan.js'
import type { CallOptions } from './call-options.js'
import { baseUrlOf, type CredentialsFor, type SentCredentials } from '../session/access.js'
import { commonHeaders } from '../client/client.js'
import { isJsonType, type Sampler } from '../../document/index.js'
import { fillPath, queryString } from './serialize.js'
import type { VersionUnderTest } from '../session/version-under-test.js'

/** The material of a request besides its operation. */
export interface RequestFacts {
  readonly session: {
    readonly plan: Pick<Plan, 'baseUrl' | 'service'>
    readonly credentials: CredentialsFor
    /** In lower case; undefined for a service without versions. */
    readonly versionHeader: string | undefined
    uuid(): string
  }
  readonly under: VersionUnderTest
  readonly sampler: () => Sampler
}

/** Headers that a call sets by itself, or that are left out on purpose. */
const ownHeaders = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'idempotency-key',
  'user-agent',
  'x-api-key',
  'x-api-version',
  'x-sub-partner-id',
])

const jsonType = (operation: Operation): string =>
  Object.keys(operation.requestBody?.content ?? {}).find(isJsonType) ?? 'application/json'

const credentialsOf = (
  operation: Operation,
  { key }: CallOptions,
  { session, under }: RequestFacts,
): SentCredentials => {
  if (key === undefined) return session.credentials(operation, 'own', under.version)
  const headers = key === 'none' || key === '' ? [] : [['x-api-key', key] as const]
  return { headers, query: [], cookies: [] }
}

/** A URL with further parameters of its query. */
export function withQuery(url: string, pairs: SentCredentials['query']): string {
  if (pairs.length === 0) return url
  const text = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  return `${url}${url.includes('?') ? '&' : '?'}${text}`
}

/** The query parameter that asks for a version, where the service reads one. */
export function versionPairs(
  { service }: Pick<Plan, 'service'>,
  version: string | undefined,
): SentCredentials['query'] {
  const name = service?.versionQuery
  return name === undefined || version === undefined ? [] : [[name, version]]
}

/** The header of cookies; none where there are none. */
export function cookieHeaders(cookies: SentCredentials['cookies']): [string, string][] {
  return cookies.length === 0 ? [] : [['cookie', cookies.map((pair) => pair.join('=')).join('; ')]]
}

const idempotencyHeaders = (
  { method }: Operation,
  { idempotencyKey }: CallOptions,
  { session }: RequestFacts,
): [string, string][] => {
  const sent = idempotencyKey === undefined && method === 'post' ? session.uuid() : idempotencyKey
  return typeof sent === 'string' ? [['idempotency-key', sent]] : []
}

/** Header parameters that the document requires, besides those that every call has or leaves out on purpose. */
const furtherHeaders = ({ parameters }: Operation): readonly Parameter[] =>
  parameters.filter(
    ({ in: location, name, required }) =>
      location === 'header' && required && !ownHeaders.has(name.toLowerCase()),
  )

/** Header parameters that this service alone requires. */
const requiredHeaders = (operation: Operation, facts: RequestFacts): [string, string][] =>
  furtherHeaders(operation).map((parameter) => [parameter.name, facts.sampler().parameter(parameter)])

/** The request of a call: the document decides path, styles and further required headers. */
export function buildRequest(
  operation: Operation,
  options: CallOptions,
  facts: RequestFacts,
): ExchangeRequest {
  const path = fillPath(facts.under.operations.relativePath(operation), options.path ?? [])
  const json = options.body === undefined ? undefined : JSON.stringify(options.body)
  const body = options.rawBody ?? json
  const { versionHeader, plan } = facts.session
  const versions =
    versionHeader === undefined
      ? []
      : (options.version ?? []).map((version): [string, string] => [versionHeader, version])
  const { headers, query, cookies } = credentialsOf(operation, options, facts)
  const root = baseUrlOf(plan, facts.under.version)
  const named = versionPairs(plan, options.version?.[0])
  return {
    method: operation.method.toUpperCase(),
    url: withQuery(`${root}${path}${queryString(operation, options.query ?? {})}`, [...query, ...named]),
    headers: [
      ...commonHeaders,
      ['accept', 'application/json, text/plain;q=0.9'],
      ...headers,
      ...cookieHeaders(cookies),
      ...versions,
      ...(body === undefined ? [] : [['content-type', jsonType(operation)] as const]),
      ...idempotencyHeaders(operation, options, facts),
      ...requiredHeaders(operation, facts),
      ...(options.headers ?? []),
    ],
    ...(body === undefined ? {} : { body }),
  }
}
