import { finished } from 'node:stream/promises'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type FastifyError, type FastifyInstance, type FastifyRequest, fastify } from '#bundled/fastify'
import { Refusal } from './primitives/refusal.js'
import { isLoopback, literalOf, type AllowedHost, hostNamed, isAllowedHost } from './webhooks/url.js'
import type { Operation } from '../runtime/surface.js'
import { addConsole } from './console/index.js'
import { addControls } from './controls/index.js'
import { type ServedResponse, refusalOf } from './pipeline/response.js'
import { addApi, failureBelowApi, type PipelineContext } from './pipeline/pipeline.js'
import { logRequests } from './pipeline/hooks.js'
import { bodyLimit, mountOf, refusalsOf, send } from './pipeline/request.js'
import type { SandboxLogger } from './primitives/environment.js'
import { addDocuments, failureOutsideApi } from './specification/documents.js'

/** Timeout for receiving the headers and the body of a request, in milliseconds. */
const longestArrival = 60_000

/** Limit on the headers of a request, in bytes: a key alone may exceed Node's default of 16 KB. */
export const largestHeaders = 128 * 1024

const reasons: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'the request headers are too large',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long',
}

const endWith = (socket: Duplex, reason: string): void => {
  const body = JSON.stringify(reason)
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** Responds to bytes that are not HTTP with 400 and a JSON string, and closes the connection. */
const refuseConnection = ({ code }: { readonly code?: string }, socket: Socket): void => {
  if (code === 'ECONNRESET' || !socket.writable) return
  endWith(socket, reasons[code ?? ''] ?? 'the request is not HTTP')
}

/** Responds to CONNECT and unknown expectations, which Node would reject without a body. */
const answerDroppedRequests = (server: Server): void => {
  server.on('connect', (_request, socket) => endWith(socket, 'this service opens no tunnels'))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** Reads the rest of a body that is too large: a caller that is still sending never sees the response. */
const drainOversized = async (request: IncomingMessage, error: Error): Promise<void> => {
  if (!('code' in error) || error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return
  request.resume()
  await finished(request, { writable: false }).catch(() => {})
}

const notThisMachine =
  'the host of this request is not this machine: use 127.0.0.1 or localhost, or start the sandbox with --allow-host to allow another'

/** The address that a connection was made to; an IPv4 address on an IPv6 socket has no prefix. */
const ownAddress = ({ socket }: IncomingMessage): string | undefined =>
  socket.localAddress?.replace(/^::ffff:(?=\d+\.)/, '')

// Almost every request has one of these, and reading a URL takes a tenth of the time of a request.
const usual = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/

const isAccepted = (host: string, request: IncomingMessage, allowed: readonly AllowedHost[]): boolean => {
  if (usual.test(host)) return true
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return false
  const url = new URL(`http://${host}`)
  if (isAllowedHost(url, allowed)) return true
  const literal = literalOf(url)
  if (literal === undefined) return /^(.+\.)?localhost$/.test(url.hostname)
  return isLoopback(literal) || literal === ownAddress(request)
}

/**
 * Makes the check of the `Host` header. Any name beside those of this machine may be a DNS rebinding attack:
 * a page of that name could read and change everything. An address cannot be rebound, so that of the
 * connection is accepted. @param names other allowed names, optionally with a port
 */
const createHostCheck = (names: readonly string[]): ((request: IncomingMessage) => Refusal | undefined) => {
  const allowed = names.map(hostNamed)
  return (request) => {
    const { host } = request.headers
    if (host === undefined)
      // HTTP/1.0 needs no `Host`, and browsers do not use it.
      return request.httpVersion === '1.0' ? undefined : new Refusal(400, "header 'Host' is required")
    return isAccepted(host, request, allowed) ? undefined : new Refusal(403, notThisMachine)
  }
}

const longestPathParameter = 1024

const rootText = `This is the rampart sandbox: an embedded service for a date-versioned stablecoin payment API.

Operations are served below /api and need an X-API-Key; the documents are at /spec/versions, /spec/<date> and /spec.
Controls of the sandbox's own are listed at /controls. For webhooks there is /console in a browser.
`

const neverCompiles = (): never => {
  throw new TypeError('no route of the sandbox has a schema of its own')
}

/** Disables Fastify's compilers, which take most of the startup time: documents have validators. */
const noCompilers = { buildValidator: () => neverCompiles, buildSerializer: () => neverCompiles }

/** Logs every response, except for pages of the console, which reload themselves. */
const logResponses = (app: FastifyInstance, log: SandboxLogger): void => {
  app.addHook('onResponse', async ({ method, routeOptions: { url = 'unknown path' } }, { statusCode }) => {
    if (method === 'GET' && url.startsWith('/console')) return
    log.info(`${method} ${url} ${statusCode}`)
  })
}

const isBelow = (mount: string, { url }: FastifyRequest): boolean =>
  `${url.split('?')[0]}/`.startsWith(`${mount}/`)

/**
 * Builds the HTTP side of a sandbox: every operation is a route, and everything else is refused in the style of this
 * API. It does not listen; closing it ends open connections.
 * @param allowedHosts hosts that requests may name besides those of this machine
 */
export function buildApp(
  parts: PipelineContext,
  operations: readonly Operation[],
  allowedHosts: readonly string[] = [],
): FastifyInstance {
  const checkHost = createHostCheck(allowedHosts)
  const unserved = refusalsOf(operations)
  const documents = operations.filter((operation) => mountOf(operation) === '')
  const api = operations.filter((operation) => !documents.includes(operation))
  const mounts = [...new Set(api.map(mountOf))]
  const failed = (request: FastifyRequest, error: FastifyError | Refusal): ServedResponse => {
    const reason = refusalOf(error, () => unserved(request.url))
    const isApi = mounts.some((mount) => isBelow(mount, request))
    return isApi ? failureBelowApi(parts, request, reason) : failureOutsideApi(parts, request, reason)
  }

  const app = fastify({
    bodyLimit,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: longestArrival,
    http: { requireHostHeader: false, maxHeaderSize: largestHeaders },
    clientErrorHandler: refuseConnection,
    schemaController: { compilersFactory: noCompilers },
    frameworkErrors: (error, request, reply) => void send(reply, failed(request, error)),
    routerOptions: { maxParamLength: longestPathParameter, querystringParser: () => ({}) },
  })
  answerDroppedRequests(app.server)
  app.addHook('onRequest', (request, _reply, done) => done(checkHost(request.raw)))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setNotFoundHandler((request) => {
    throw unserved(request.url)
  })
  app.setErrorHandler<FastifyError | Refusal>(async (error, request, reply) => {
    await drainOversized(request.raw, error)
    return send(reply, failed(request, error))
  })
  if (parts.log !== undefined) logResponses(app, parts.log)
  app.get('/', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(rootText))
  addConsole(app, parts, logRequests(app, parts))
  addControls(app, parts)
  addDocuments(app, documents, parts)
  addApi(app, api, parts)
  return app
}
