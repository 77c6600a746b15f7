import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  type RouteOptions,
} from '#bundled/fastify'

import { addConsole } from './console/index.js'
import { controls } from './controls/index.js'
import { respondToControl } from './controls/respond.js'
import { addEventStream, streamControl } from './controls/stream.js'
import { toAnswer } from './pipeline/answer.js'
import {
  answerWhatNodeDrops,
  drainBody,
  largestHeaders,
  longestArrival,
  refuseConnection,
} from './pipeline/connection.js'
import { createHostCheck } from './pipeline/host.js'
import { Refusal } from './primitives/refusal.js'
import type { SandboxLogger } from './primitives/logger.js'
import { createPipeline, type IncomingRequest, type PipelineContext } from './pipeline/pipeline.js'
import {
  addRoutes,
  incomingOf,
  mountOf,
  refusalsOf,
  type Responder,
  type Responders,
  send,
} from './pipeline/routes.js'
import { logRequests } from './pipeline/request-log.js'
import { createSpecificationResponder } from './specification/respond.js'
import type { Operation } from '../runtime/surface.js'

const mebibyte = 1024 * 1024
const bodyLimit = mebibyte

/**
 * Bodies with files have a limit of their own; other bodies are small, because their content is stored in records.
 */
const bodyLimits: Readonly<Record<string, number>> = { createCustomerIdentificationV2: 16 * mebibyte }
const longestPathParameter = 1024

const rootText = `This is the rampart sandbox: an embedded service for a date-versioned stablecoin payment API.

Operations are served below /api and need an X-API-Key; the documents are at /spec/versions, /spec/<date> and /spec.
Controls of the sandbox's own are listed at /controls. For webhooks there is /console in a browser.
`

const neverCompiles = (): never => {
  throw new TypeError('no route of the sandbox has a schema of its own')
}

/**
 * Disables Fastify's compilers, which would take most of the startup time; requests are validated by the documents'
 * validators.
 */
const noCompilers = { buildValidator: () => neverCompiles, buildSerializer: () => neverCompiles }

/** Converts an error that Fastify raises before any handler to a refusal of this API. */
const refusalOf = ({ code, statusCode = 500 }: FastifyError): Refusal => {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal(400, 'the request body is larger than what is taken here')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal(400, 'the request body must be sent as application/json; charset=utf-8')
  if (code === 'FST_ERR_BAD_URL') return new Refusal(400, 'the path holds a broken percent-encoding')
  return statusCode < 500
    ? new Refusal(400, 'the request cannot be read')
    : new Refusal(500, 'internal error')
}

/** The part of the service that a request belongs to, even if nothing is served at its path. */
const responderFor = (
  mounts: ReadonlySet<string>,
  responders: Responders,
  { url }: FastifyRequest,
): Responder => {
  const [path = ''] = url.split('?')
  const mount = [...mounts].find((prefix) => prefix !== '' && `${path}/`.startsWith(`${prefix}/`))
  return responders(mount ?? '')
}

/** Adds the sandbox's own controls, below a prefix that no document uses. */
const addControls = (app: FastifyInstance, parts: PipelineContext): void => {
  for (const control of controls) {
    const respond = respondToControl(parts, control)
    app.route({
      method: control.method,
      url: `/controls${control.path}`,
      handler: async (request, reply) =>
        send(reply, await respond(incomingOf(request, new Refusal(404, 'no operation of a document')))),
    })
  }
  addEventStream(app, parts)
  const list = [...controls, streamControl].map(({ method, path, does }) => ({
    method,
    path: `/controls${path}`,
    does,
  }))
  app.get('/controls', async (_request, reply) => send(reply, toAnswer({ status: 200, body: list })))
}

const addTexts = (app: FastifyInstance): void => {
  app.get('/', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(rootText))
}

const limitBody = (route: RouteOptions): void => {
  route.bodyLimit = bodyLimits[route.config?.operation?.operationId ?? ''] ?? bodyLimit
}

const logAnswers = (app: FastifyInstance, log: SandboxLogger): void => {
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    log.info(`${method} ${routeOptions.url ?? 'unknown path'} ${statusCode}`)
  })
}

/**
 * Builds the HTTP side of a sandbox: every operation is a route, and everything else is refused in the style of this
 * API. It does not listen; closing it ends open connections.
 * @param allowedHosts hosts that requests may name besides those of this machine
 */
export async function buildApp(
  parts: PipelineContext,
  operations: readonly Operation[],
  allowedHosts: readonly string[] = [],
): Promise<FastifyInstance> {
  const checkHost = createHostCheck(allowedHosts)
  const api = createPipeline(parts)
  const specification = createSpecificationResponder(parts)
  const responders: Responders = (mount) => (mount === '' ? specification : api)
  const mounts = new Set(operations.map(mountOf))
  const refuse = async (
    request: FastifyRequest,
    reply: FastifyReply,
    target: IncomingRequest['target'],
  ): Promise<FastifyReply> =>
    send(reply, await responderFor(mounts, responders, request)(incomingOf(request, target)))

  const app = fastify({
    bodyLimit: bodyLimit,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: longestArrival,
    http: { requireHostHeader: false, maxHeaderSize: largestHeaders },
    clientErrorHandler: refuseConnection,
    schemaController: { compilersFactory: noCompilers },
    frameworkErrors: (error, request, reply) => void refuse(request, reply, refusalOf(error)),
    routerOptions: {
      maxParamLength: longestPathParameter,
      querystringParser: () => ({}),
    },
  })
  answerWhatNodeDrops(app.server)
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = checkHost(request.raw)
    if (refusal === undefined) done()
    else void refuse(request, reply, refusal)
  })
  app.addHook('onRoute', limitBody)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const unserved = refusalsOf(operations)
  app.setNotFoundHandler((request, reply) => refuse(request, reply, unserved(request.url)))
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') await drainBody(request.raw)
    // Fastify checks the content type of a QUERY request before it checks for a route.
    const refusal =
      error.code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE' ? unserved(request.url) : refusalOf(error)
    if (refusal.status >= 500) parts.log?.error(error.stack ?? error.message)
    const { operation } = request.routeOptions.config
    return refuse(request, reply, operation === undefined ? refusal : { ...operation, refusal })
  })
  if (parts.log !== undefined) logAnswers(app, parts.log)
  addTexts(app)
  addConsole(app, parts, logRequests(app, parts))
  addControls(app, parts)
  addRoutes(app, operations, responders)
  return app
}
