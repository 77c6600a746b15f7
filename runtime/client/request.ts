import { isJson } from '../json.js'
import { ClientError, Secrets } from './failure.js'
import type {
  ClientOptions,
  Credential,
  CallRequest,
  ClientOperation,
  ClientScheme,
  ClientService,
} from './types.js'
import { given, joined, queryPairs } from './serialize.js'
import type { Encoded, WebHeaders } from './web.js'

/** A request that is ready to be sent, and resent. */
export interface Prepared {
  /** Without credentials. */
  readonly shownUrl: string
  readonly url: string
  readonly headers: WebHeaders
  readonly body: Encoded | undefined
  readonly contentType: string | undefined
  readonly secrets: Secrets
  /** The requested version. */
  readonly requested: string | undefined
}

type Refuse = (message: string) => ClientError

const pathOf = (
  { path, styles = {}, styled }: ClientOperation,
  values: object | undefined,
  refuse: Refuse,
): string => {
  const known = new Map(given(values))
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_braces, name: string) => {
    const style = styles[`path:${name}`] ?? ''
    const value = known.get(name) ?? ''
    const text = styled ? styled.path(name, value, style) : joined(value, style)
    if (!known.has(name) || text === '') throw refuse(`path parameter "${name}" is missing`)
    return text
  })
  // URLs cannot escape dot segments: they would address another path.
  if (/(^|\/)\.\.?([/?]|$)/.test(filled)) throw refuse('path parameter is a dot segment')
  return filled
}

const rootOf = (
  { server: ownServer = '' }: ClientOperation,
  { server }: ClientService,
  { baseUrl = server }: ClientOptions,
  refuse: Refuse,
): string => {
  const isChosen = typeof baseUrl === 'function'
  const root = isChosen ? baseUrl(ownServer || server) : baseUrl
  if (!root || !/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(root))
    throw refuse('baseUrl is not a plain http(s) URL')
  const { href, origin } = new URL(isChosen || !ownServer ? root : ownServer, root)
  if (root !== server && origin !== new URL(root).origin)
    throw refuse(`baseUrl must be a function to reach ${origin}`)
  return href.replace(/\/+$/, '')
}

// Uses the first alternative for which all credentials are available.
const credentialsOf = (
  alternatives: readonly (readonly string[])[],
  { schemes }: ClientService,
  auth: NonNullable<ClientOptions['auth']>,
): [ClientScheme, Credential][] =>
  (alternatives.find((names) => names.every((name) => Object.hasOwn(auth, name))) ?? []).flatMap((name) => {
    const [scheme, credential] = [schemes[name], auth[name]]
    return scheme && credential ? [[scheme, credential]] : []
  })

/**
 * Builds the request of a call: parameters serialized in their styles, the version header, one idempotency key for
 * the call and its retries, and credentials.
 * @throws ClientError `configuration` when it cannot be built as requested; credentials are never part of the
 * message.
 */
export async function prepare(
  service: ClientService,
  options: ClientOptions,
  operation: ClientOperation,
  request: CallRequest,
): Promise<Prepared> {
  const refuse: Refuse = (message) => new ClientError('configuration', message, { operation: operation.id })
  const { styles = {}, styled, encodeForm, idempotency, body: mediaTypes = [] } = operation
  const { versionHeader } = service
  const headers = new Headers()
  const secrets = new Secrets()
  const set = (name: string, value: string): void => {
    try {
      headers.set(name, value)
    } catch {
      throw refuse(`header "${name}" cannot be sent`)
    }
  }
  const plain = (at: string, value: unknown): string => {
    const style = styles[at] ?? ''
    return styled ? styled.plain(value, style) : joined(value, style, ',', String)
  }
  set('accept', operation.accept ?? 'application/json')
  for (const [name, value] of given(options.headers)) set(name, String(value))
  const { requested = service.version } = service
  const version = versionHeader && !operation.unversioned ? requested : undefined
  if (versionHeader && version) set(versionHeader, version)
  for (const [name, value] of given(request.headers)) set(name, plain(`header:${name}`, value))
  if (idempotency) set(idempotency, request.idempotencyKey ?? crypto.randomUUID())
  else if (request.idempotencyKey !== undefined) throw refuse('accepts no idempotency key')
  let body: Prepared['body']
  const contentType = request.contentType ?? mediaTypes.find(isJson) ?? mediaTypes[0]
  if (request.body !== undefined) {
    const [encoded, type] =
      encodeForm && contentType && !isJson(contentType)
        ? encodeForm(request.body, contentType, styles)
        : [JSON.stringify(request.body), contentType ?? 'application/json']
    body = encoded
    if (type) set('content-type', type)
  }
  const query = given(request.query).flatMap(([name, value]) => {
    const style = styles[`query:${name}`] ?? '*'
    return styled ? styled.query(name, value, style) : queryPairs(name, value, style)
  })
  const cookies = given(request.cookies).map(
    ([name, value]) => `${name}=${encodeURIComponent(plain(`cookie:${name}`, value))}`,
  )
  const path = rootOf(operation, service, options, refuse) + pathOf(operation, request.path, refuse)
  const urlOf = (pairs: readonly string[]): string =>
    path + (pairs.length === 0 ? '' : (path.includes('?') ? '&' : '?') + pairs.join('&'))
  const shownUrl = urlOf(query)
  for (const [scheme, credential] of credentialsOf(
    operation.auth ?? service.auth,
    service,
    options.auth ?? {},
  )) {
    const secret = typeof credential === 'function' ? await credential() : credential
    const { prefix = '', encode } = scheme
    const value = prefix + (encode?.(secret) ?? secret)
    secrets.add(secret)
    secrets.add(value)
    if (scheme.in === 'header') set(scheme.name, value)
    else if (scheme.in === 'cookie') cookies.push(`${scheme.name}=${encodeURIComponent(value)}`)
    else query.push(...queryPairs(scheme.name, value, ''))
  }
  if (cookies.length > 0) set('cookie', cookies.join('; '))
  return {
    shownUrl: secrets.hide(shownUrl),
    url: urlOf(query),
    headers,
    body,
    contentType,
    secrets,
    requested: version,
  }
}
