import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { Refusal } from '../primitives/refusal.js'
import type { Parts } from '../pipeline/pipeline.js'
import { openDesk } from '../webhook-endpoints/webhook-service.js'
import { ASSETS, assetText } from './html/assets.js'
import { checkHost, Gate, type Visitor } from './input/sessions.js'
import { guideRoutes } from './guide-routes.js'
import { CONSOLE_HEADERS } from './html/headers.js'
import { type LiveStream, liveStream } from './live-stream.js'
import { logRoutes } from './log-routes.js'
import { createOnce } from './input/form-ids.js'
import { documentOf, refusalPage, type Shown } from './pages/layout.js'
import { signInPage } from './pages/sign-in.js'
import { fieldOf, parameterOf } from './input/request.js'
import { type ConsoleParts, type ConsoleRoute, pay, trustedForm } from './console-request.js'
import { webhookRoutes } from './webhook-routes.js'

const HTML = 'text/html; charset=utf-8'
const SIGN_IN = '/console/sign-in'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const sendShown = (reply: FastifyReply, shown: Shown, visitor: Visitor | undefined): FastifyReply => {
  if ('page' in shown)
    return reply
      .code(shown.status ?? 200)
      .type(HTML)
      .send(documentOf(shown.page, visitor))
  const ready = shown.cookie === undefined ? reply : reply.header('set-cookie', shown.cookie)
  return ready.redirect(shown.see, 303)
}

/** Sends what the work shows; what it refuses is a page too. */
const guarded =
  (gate: Gate, work: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>): Handler =>
  async (request, reply) => {
    void reply.headers(CONSOLE_HEADERS)
    let visitor: Visitor | undefined
    try {
      checkHost(request.headers)
      visitor = gate.visitor(request.headers)
      return await work(request, reply)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return sendShown(reply, refusalPage(error.status, error.message), visitor)
    }
  }

/** For those who were let in; others are shown where to sign in. */
const forVisitors = (
  gate: Gate,
  work: (visitor: Visitor, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): Handler =>
  guarded(gate, async (request, reply) => {
    const visitor = gate.visitor(request.headers)
    if (visitor !== undefined) return work(visitor, request, reply)
    if (request.method === 'GET') return reply.redirect(SIGN_IN, 303)
    throw new Refusal(403, 'Sign in first. Nothing was changed.')
  })

const addSessions = (app: FastifyInstance, { gate }: ConsoleParts): void => {
  app.get(
    SIGN_IN,
    guarded(gate, async (_request, reply) =>
      sendShown(reply, { page: signInPage(gate.entry, false) }, undefined),
    ),
  )
  app.post(
    SIGN_IN,
    guarded(gate, async (request, reply) => {
      const cookie = gate.signIn(fieldOf(trustedForm(request, gate, gate.entry), 'key'))
      if (cookie !== undefined) return sendShown(reply, { see: '/console', cookie }, undefined)
      return sendShown(reply, { status: 403, page: signInPage(gate.entry, true) }, undefined)
    }),
  )
  app.post(
    '/console/sign-out',
    forVisitors(gate, async ({ token }, request, reply) => {
      trustedForm(request, gate, token)
      return sendShown(reply, { see: '/console', cookie: gate.signOut(request.headers) }, undefined)
    }),
  )
}

const addAssets = (app: FastifyInstance, { gate }: ConsoleParts): void => {
  for (const [name, type] of Object.entries(ASSETS))
    app.get(
      `/console/assets/${name}`,
      guarded(gate, async (_request, reply) => reply.type(type).send(assetText(name))),
    )
}

/** Bodies of attempts, byte for byte, as files: no browser shows one as a page. */
const addBodies = (app: FastifyInstance, { gate, service }: ConsoleParts): void => {
  app.get(
    '/console/attempts/:id/body',
    forVisitors(gate, async ({ partnerId }, request, reply) => {
      const { id, body } = openDesk(service, partnerId).attempt(parameterOf(request, 'id'))
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${id}.json"`)
        .send(body)
    }),
  )
}

const addLive = (app: FastifyInstance, { gate, service }: ConsoleParts): void => {
  const open = new Set<LiveStream>()
  app.get(
    '/console/live',
    forVisitors(gate, async ({ partnerId }, _request, reply) => {
      const live = liveStream(openDesk(service, partnerId))
      open.add(live)
      live.stream.once('close', () => open.delete(live))
      return reply.type('text/event-stream; charset=utf-8').send(live.stream)
    }),
  )
  app.addHook('preClose', async () => {
    for (const { end } of open) end()
  })
}

const ROUTES: readonly ConsoleRoute[] = [...logRoutes, ...webhookRoutes, ...guideRoutes]

/**
 * The console: pages below `/console` for the webhooks of one partner, which work without a script. They answer to
 * this machine alone, and take forms from their own pages alone.
 */
export const addConsole = (app: FastifyInstance, { service, authenticate }: Parts): void => {
  const gate = new Gate(authenticate)
  const parts = { service, gate, once: createOnce() }
  for (const route of ROUTES)
    app.route({
      method: route.method,
      url: `/console${route.path}`,
      handler: forVisitors(gate, async (visitor, request, reply) =>
        sendShown(reply, await pay(parts, route, visitor, request), visitor),
      ),
    })
  addSessions(app, parts)
  addAssets(app, parts)
  addBodies(app, parts)
  addLive(app, parts)
  app.get(
    '/console/*',
    forVisitors(gate, async () => {
      throw new Refusal(404, 'The console has no such page.')
    }),
  )
}
