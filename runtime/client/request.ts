import { encodeBody, isJson } from './body.js'
import { ClientError } from './failure.js'
import type { CallOptions, ClientOptions } from './options.js'
import { Secrets } from './secrets.js'
import { headerValue, pathValue, queryPairs } from './serialize.js'
import type { ClientOperation, ClientService } from './service.js'

/** A request as the untyped core sees it. */
export interface CallRequest extends CallOptions {
  readonly path?: object | undefined
  readonly query?: object | undefined
  readonly headers?: object | undefined
  readonly cookies?: object | undefined
  readonly body?: unknown
  readonly contentType?: string
}

/** A request that is ready to be sent, again if need be. */
export interface Prepared {
  /** Without credentials. */
  readonly shownUrl: string
  readonly url: string
  readonly headers: Headers
  readonly body: BodyInit | undefined
  readonly contentType: string | undefined
  readonly secrets: Secrets
  /** The version that is asked for. */
  readonly version: string | undefined
}

type Refuse = (message: string) => ClientError

const entries = (values: object | undefined): [string, unknown][] =>
  Object.entries(values ?? {}).filter(([, value]) => value !== undefined)

const pathOf = ({ path, styles }: ClientOperation, values: object | undefined, refuse: Refuse): string => {
  const given = new Map(entries(values))
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_place, name: string) => {
    const text = given.has(name) ? pathValue(name, given.get(name), styles?.[`path:${name}`]) : ''
    if (text === '') throw refuse(`the path parameter "${name}" is missing or empty`)
    return text
  })
  // A URL has no way to spell these as names: they would address another path.
  if (/(^|[\\/])\.\.?([\\/?]|$)/.test(filled)) throw refuse('a path parameter would leave the path')
  return filled
}

const rootOf = (
  { server: own }: ClientOperation,
  { server }: ClientService,
  { baseUrl = server }: ClientOptions,
  refuse: Refuse,
): string => {
  const root = typeof baseUrl === 'function' ? baseUrl(own) : baseUrl
  let url
  try {
    url = new URL((typeof baseUrl === 'function' ? undefined : own) ?? root ?? '', root)
  } catch {
    throw refuse('baseUrl is no absolute URL')
  }
  if (url.username + url.password + url.search + url.hash !== '')
    throw refuse('baseUrl has to end with its path and to hold no credentials')
  if (root !== server && typeof root === 'string' && url.origin !== new URL(root).origin)
    throw refuse(`it is served by ${url.origin}; give baseUrl as a function to say where to send it`)
  return url.href.replace(/\/+$/, '')
}

/** The credentials of the first alternative that there are credentials for. */
const credentialsOf = async (
  alternatives: readonly (readonly string[])[],
  { schemes }: ClientService,
  auth: NonNullable<ClientOptions['auth']>,
) => {
  const names = alternatives.find((all) => all.every((name) => Object.hasOwn(auth, name))) ?? []
  return Promise.all(
    names.flatMap((name) => {
      const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined
      const credential = auth[name]
      if (!scheme || credential === undefined) return []
      return [
        (async () => {
          const secret = typeof credential === 'function' ? await credential() : credential
          const { prefix = '' } = scheme
          const value =
            prefix === 'Basic ' ? btoa(String.fromCharCode(...new TextEncoder().encode(secret))) : secret
          return { scheme, secret, value: prefix + value }
        })(),
      ]
    }),
  )
}

/**
 * Makes the request of a call: parameters written in their styles, the version header, one idempotency key for the
 * call and all of its repetitions, and credentials.
 * @throws ClientError `configuration` when it cannot be sent as asked for; no credential is part of the message.
 */
export async function prepare(
  service: ClientService,
  options: ClientOptions,
  id: string,
  operation: ClientOperation,
  request: CallRequest,
): Promise<Prepared> {
  const refuse: Refuse = (message) => new ClientError('configuration', message, { operation: id })
  const { styles = {}, idempotency, body: mediaTypes = [] } = operation
  const headers = new Headers()
  const secrets = new Secrets()
  const set = (name: string, value: string): void => {
    try {
      headers.set(name, value)
    } catch {
      throw refuse(`the header "${name}" cannot be sent with this value`)
    }
  }
  set('accept', operation.accept ?? 'application/json')
  for (const [name, value] of entries(options.headers)) set(name, String(value))
  const version = operation.unversioned ? undefined : service.version
  if (service.versionHeader && version) set(service.versionHeader, version)
  for (const [name, value] of entries(request.headers))
    set(name, headerValue(value, styles[`header:${name}`]))
  if (idempotency) set(idempotency, request.idempotencyKey ?? crypto.randomUUID())
  else if (request.idempotencyKey !== undefined) throw refuse('it takes no idempotency key')
  let body: BodyInit | undefined
  const contentType = request.contentType ?? mediaTypes.find(isJson) ?? mediaTypes[0]
  if (request.body !== undefined) {
    const [encoded, type] = encodeBody(request.body, contentType ?? 'application/json')
    body = encoded
    if (type) set('content-type', type)
  }
  const query = entries(request.query).flatMap(([name, value]) =>
    queryPairs(name, value, styles[`query:${name}`]),
  )
  const cookies = entries(request.cookies).map(
    ([name, value]) => `${name}=${encodeURIComponent(headerValue(value, styles[`cookie:${name}`]))}`,
  )
  const path = rootOf(operation, service, options, refuse) + pathOf(operation, request.path, refuse)
  const urlOf = (pairs: readonly string[]): string =>
    path + (pairs.length === 0 ? '' : (path.includes('?') ? '&' : '?') + pairs.join('&'))
  const shownUrl = urlOf(query)
  for (const { scheme, secret, value } of await credentialsOf(
    operation.auth ?? service.auth,
    service,
    options.auth ?? {},
  )) {
    secrets.add(secret, scheme.name)
    secrets.add(value, scheme.name)
    if (scheme.in === 'header') set(scheme.name, value)
    else if (scheme.in === 'cookie') cookies.push(`${scheme.name}=${encodeURIComponent(value)}`)
    else query.push(...queryPairs(scheme.name, value))
  }
  if (cookies.length > 0) set('cookie', cookies.join('; '))
  return { shownUrl: secrets.hide(shownUrl), url: urlOf(query), headers, body, contentType, secrets, version }
}
