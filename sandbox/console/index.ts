import type { FastifyInstance, FastifyReply, FastifyRequest } from '#bundled/fastify'

import { Refusal } from '../primitives/refusal.js'
import type { PipelineContext } from '../pipeline/pipeline.js'
import type { RequestLog } from '../pipeline/request-log.js'
import { type AttemptView, openWebhookService } from '../webhook-endpoints/webhook-service.js'
import { assets, assetText } from './html/assets.js'
import { curlOf } from './html/curl.js'
import { Sessions, type Session } from './input/sessions.js'
import { guideRoutes } from './guide-routes.js'
import { consoleHeaders } from './html/headers.js'
import { type LiveStream, liveStream } from './live-stream.js'
import { logRoutes } from './log-routes.js'
import { createConsoleMemory, forgetSession } from './console-memory.js'
import { documentOf, refusalPage, type ConsoleResponse } from './pages/layout.js'
import { signInPage } from './pages/sign-in.js'
import { fieldOf, parameterOf, queryOf } from './input/request.js'
import {
  type ConsoleDependencies,
  type ConsoleRoute,
  respondToConsole,
  trustedForm,
} from './console-context.js'
import { requestRoutes } from './request-routes.js'
import { recoveryRoutes } from './recovery-routes.js'
import { webhookFormRoutes } from './webhook-form-routes.js'
import { webhookRoutes } from './webhook-routes.js'

const html = 'text/html; charset=utf-8'
const signIn = '/console/sign-in'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const sendResponse = (
  reply: FastifyReply,
  response: ConsoleResponse,
  session: Session | undefined,
): FastifyReply => {
  if ('page' in response)
    return reply
      .code(response.status ?? 200)
      .type(html)
      .send(documentOf(response.page, session))
  const ready = response.cookie === undefined ? reply : reply.header('set-cookie', response.cookie)
  return ready.redirect(response.see, 303)
}

/** Sends the page; a refusal becomes a page too. */
const guarded =
  (
    sessions: Sessions,
    work: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ): Handler =>
  async (request, reply) => {
    void reply.headers(consoleHeaders)
    let session: Session | undefined
    try {
      session = sessions.session(request.headers)
      return await work(request, reply)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return sendResponse(reply, refusalPage(error.status, error.message), session)
    }
  }

/** Requires a session; other requests are redirected to the sign-in page. */
const forSessions = (
  sessions: Sessions,
  work: (session: Session, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): Handler =>
  guarded(sessions, async (request, reply) => {
    const session = sessions.session(request.headers)
    if (session !== undefined) return work(session, request, reply)
    if (request.method === 'GET') return reply.redirect(signIn, 303)
    throw new Refusal(403, 'Sign in first. Nothing was changed.')
  })

const addSessions = (app: FastifyInstance, { sessions, memory }: ConsoleDependencies): void => {
  app.get(
    signIn,
    guarded(sessions, async (request, reply) => {
      const wasRefused = queryOf(request).has('refused')
      return sendResponse(reply, { page: signInPage(sessions.entry, wasRefused) }, undefined)
    }),
  )
  app.post(
    signIn,
    guarded(sessions, async (request, reply) => {
      const cookie = sessions.signIn(fieldOf(trustedForm(request, sessions, sessions.entry), 'key'))
      const see = cookie === undefined ? `${signIn}?refused` : '/console'
      return sendResponse(reply, { see, ...(cookie === undefined ? {} : { cookie }) }, undefined)
    }),
  )
  app.post(
    '/console/sign-out',
    forSessions(sessions, async ({ token }, request, reply) => {
      trustedForm(request, sessions, token)
      forgetSession(memory, token)
      return sendResponse(reply, { see: '/console', cookie: sessions.signOut(request.headers) }, undefined)
    }),
  )
}

const addAssets = (app: FastifyInstance, { sessions }: ConsoleDependencies): void => {
  for (const [name, type] of Object.entries(assets))
    app.get(
      `/console/assets/${name}`,
      guarded(sessions, async (_request, reply) => reply.type(type).send(assetText(name))),
    )
}

/** Serves bodies of attempts, byte for byte, and curl commands as downloads, so that no browser renders them. */
const addDownloads = (app: FastifyInstance, { sessions, service }: ConsoleDependencies): void => {
  const add = (name: string, type: string, extension: string, textOf: (attempt: AttemptView) => string) =>
    app.get(
      `/console/attempts/:id/${name}`,
      forSessions(sessions, async ({ partnerId }, request, reply) => {
        const attempt = openWebhookService(service, partnerId).attempt(parameterOf(request, 'id'))
        return reply
          .type(`${type}; charset=utf-8`)
          .header('content-disposition', `attachment; filename="${attempt.id}.${extension}"`)
          .send(textOf(attempt))
      }),
    )
  add('body', 'application/json', 'json', ({ body }) => body)
  add('curl', 'text/plain', 'sh', curlOf)
}

const addLive = (app: FastifyInstance, { sessions, service }: ConsoleDependencies): void => {
  const open = new Set<LiveStream>()
  app.get(
    '/console/live',
    forSessions(sessions, async ({ partnerId }, _request, reply) => {
      const live = liveStream(openWebhookService(service, partnerId))
      open.add(live)
      live.stream.once('close', () => open.delete(live))
      return reply.type('text/event-stream; charset=utf-8').send(live.stream)
    }),
  )
  app.addHook('preClose', async () => {
    for (const { end } of open) end()
  })
}

const routes: readonly ConsoleRoute[] = [
  ...logRoutes,
  ...requestRoutes,
  ...webhookFormRoutes,
  ...recoveryRoutes,
  ...webhookRoutes,
  ...guideRoutes,
]

/**
 * The console: pages below `/console` for the webhooks of one partner, which work without script. They are only
 * served under local host names, and accept forms only from their own pages.
 */
export function addConsole(
  app: FastifyInstance,
  { service, authenticate }: PipelineContext,
  requests: RequestLog,
): void {
  const sessions = new Sessions(authenticate)
  const parts = { service, sessions, memory: createConsoleMemory(), requests }
  for (const route of routes)
    app.route({
      method: route.method,
      url: `/console${route.path}`,
      handler: forSessions(sessions, async (session, request, reply) =>
        sendResponse(reply, await respondToConsole(parts, route, session, request), session),
      ),
    })
  addSessions(app, parts)
  addAssets(app, parts)
  addDownloads(app, parts)
  addLive(app, parts)
  app.get(
    '/console/*',
    forSessions(sessions, async () => {
      throw new Refusal(404, 'The console has no such page.')
    }),
  )
}
