import { type FastifyError, type FastifyInstance, type FastifyRequest, fastify } from '#bundled/fastify'

import type { Operation } from '../runtime/surface.js'
import { addConsole } from './console/index.js'
import { addControls } from './controls/index.js'
import { type ServedResponse, refusalOf } from './pipeline/response.js'
import {
  answerDroppedRequests,
  createHostCheck,
  drainOversized,
  largestHeaders,
  longestArrival,
  refuseConnection,
} from './pipeline/connection.js'
import { addApi, failureBelowApi, type PipelineContext } from './pipeline/pipeline.js'
import { logRequests } from './pipeline/request-log.js'
import { bodyLimit, mountOf, refusalsOf, send } from './pipeline/routes.js'
import type { SandboxLogger } from './primitives/logger.js'
import type { Refusal } from './primitives/refusal.js'
import { addDocuments, failureOutsideApi } from './specification/documents.js'

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

const addTexts = (app: FastifyInstance): void => {
  app.get('/', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(rootText))
}

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
    routerOptions: {
      maxParamLength: longestPathParameter,
      querystringParser: () => ({}),
    },
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
  addTexts(app)
  addConsole(app, parts, logRequests(app, parts))
  addControls(app, parts)
  addDocuments(app, documents, parts)
  addApi(app, api, parts)
  return app
}
