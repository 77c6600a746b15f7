import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { Refusal } from '../primitives/refusal.js'
import type { PipelineContext } from '../pipeline/pipeline.js'
import { openWebhookService } from '../webhook-endpoints/webhook-service.js'
import { assets, assetText } from './html/assets.js'
import { checkHost, Sessions, type Session } from './input/sessions.js'
import { guideRoutes } from './guide-routes.js'
import { consoleHeaders } from './html/headers.js'
import { type LiveStream, liveStream } from './live-stream.js'
import { logRoutes } from './log-routes.js'
import { createFormIds } from './input/form-ids.js'
import { documentOf, refusalPage, type ConsoleResponse } from './pages/layout.js'
import { signInPage } from './pages/sign-in.js'
import { fieldOf, parameterOf } from './input/request.js'
import {
  type ConsoleDependencies,
  type ConsoleRoute,
  respondToConsole,
  trustedForm,
} from './console-context.js'
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

/** Sends what the work shows; what it refuses is a page too. */
const guarded =
  (
    sessions: Sessions,
    work: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ): Handler =>
  async (request, reply) => {
    void reply.headers(consoleHeaders)
    let session: Session | undefined
    try {
      checkHost(request.headers)
      session = sessions.session(request.headers)
      return await work(request, reply)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return sendResponse(reply, refusalPage(error.status, error.message), session)
    }
  }

/** For those who were let in; others are response where to sign in. */
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

const addSessions = (app: FastifyInstance, { sessions }: ConsoleDependencies): void => {
  app.get(
    signIn,
    guarded(sessions, async (_request, reply) =>
      sendResponse(reply, { page: signInPage(sessions.entry, false) }, undefined),
    ),
  )
  app.post(
    signIn,
    guarded(sessions, async (request, reply) => {
      const cookie = sessions.signIn(fieldOf(trustedForm(request, sessions, sessions.entry), 'key'))
      if (cookie !== undefined) return sendResponse(reply, { see: '/console', cookie }, undefined)
      return sendResponse(reply, { status: 403, page: signInPage(sessions.entry, true) }, undefined)
    }),
  )
  app.post(
    '/console/sign-out',
    forSessions(sessions, async ({ token }, request, reply) => {
      trustedForm(request, sessions, token)
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

/** Bodies of attempts, byte for byte, as files: no browser shows one as a page. */
const addBodies = (app: FastifyInstance, { sessions, service }: ConsoleDependencies): void => {
  app.get(
    '/console/attempts/:id/body',
    forSessions(sessions, async ({ partnerId }, request, reply) => {
      const { id, body } = openWebhookService(service, partnerId).attempt(parameterOf(request, 'id'))
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${id}.json"`)
        .send(body)
    }),
  )
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

const routes: readonly ConsoleRoute[] = [...logRoutes, ...webhookRoutes, ...guideRoutes]

/**
 * The console: pages below `/console` for the webhooks of one partner, which work without a script. They answer to
 * this machine alone, and take forms from their own pages alone.
 */
export function addConsole(app: FastifyInstance, { service, authenticate }: PipelineContext): void {
  const sessions = new Sessions(authenticate)
  const parts = { service, sessions, once: createFormIds() }
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
  addBodies(app, parts)
  addLive(app, parts)
  app.get(
    '/console/*',
    forSessions(sessions, async () => {
      throw new Refusal(404, 'The console has no such page.')
    }),
  )
}
