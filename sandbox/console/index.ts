import type { FastifyInstance, FastifyReply, FastifyRequest } from '#bundled/fastify'

import type { PipelineContext } from '../pipeline/pipeline.js'
import type { RequestLog } from '../pipeline/hooks.js'
import { Refusal } from '../primitives/refusal.js'
import { type AttemptView, WebhookService } from '../webhook-endpoints/webhook-service.js'
import { assets, assetText, consoleHeaders } from './assets.js'
import { type ConsoleDependencies, type ConsoleRoute, respondToConsole, trustedForm } from './context.js'
import { guideRoute } from './guide.js'
import { type ConsoleResponse, documentOf, refusalPage, signInPage } from './layout.js'
import { logRoutes } from './logs.js'
import { ConsoleMemory, type Session, Sessions } from './sessions.js'
import { fieldOf, idOf, queryOf } from './request.js'
import { webhookFormRoutes } from './webhook-form.js'
import { webhookRoutes } from './webhooks.js'
import { curlOf } from './attempt.js'

const html = 'text/html; charset=utf-8'
const signIn = '/console/sign-in'

const sendResponse = (
  reply: FastifyReply,
  response: ConsoleResponse,
  session: Session | undefined,
): FastifyReply => {
  if ('page' in response)
    return reply
      .code(response.page.status ?? 200)
      .type(html)
      .send(documentOf(response.page, session))
  const ready = response.cookie === undefined ? reply : reply.header('set-cookie', response.cookie)
  return ready.redirect(response.see, 303)
}

type Add<Params extends readonly unknown[]> = (
  method: 'GET' | 'POST',
  path: string,
  work: (...params: Params) => FastifyReply | Promise<FastifyReply>,
) => void

type Router = ReturnType<typeof routerOf>

/** Routes have the headers of the console, and a page for a refusal. */
const routerOf = (app: FastifyInstance, sessions: Sessions) => {
  /** Adds a route without a session. */
  const open: Add<[FastifyRequest, FastifyReply]> = (method, path, work) => {
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      void reply.headers(consoleHeaders)
      try {
        return await work(request, reply)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const page = refusalPage(error.status, error.message)
        return sendResponse(reply, { page }, sessions.session(request.headers))
      }
    }
    app.route({ method, url: `/console${path}`, handler })
  }
  /** Adds a route that requires a session; other requests are redirected to the sign-in page. */
  const add: Add<[Session, FastifyRequest, FastifyReply]> = (method, path, work) =>
    open(method, path, (request, reply) => {
      const session = sessions.session(request.headers)
      if (session !== undefined) return work(session, request, reply)
      if (method === 'GET') return reply.redirect(signIn, 303)
      throw new Refusal(403, 'Sign in first. Nothing was changed.')
    })
  return { open, add }
}

const addSessions = (router: Router, { sessions, memory }: ConsoleDependencies): void => {
  router.open('GET', '/sign-in', (request, reply) =>
    sendResponse(reply, { page: signInPage(sessions.entry, queryOf(request).has('refused')) }, undefined),
  )
  router.open('POST', '/sign-in', (request, reply) => {
    const cookie = sessions.signIn(fieldOf(trustedForm(request, sessions, sessions.entry), 'key'))
    const response = cookie === undefined ? { see: `${signIn}?refused` } : { see: '/console', cookie }
    return sendResponse(reply, response, undefined)
  })
  router.add('POST', '/sign-out', ({ token }, request, reply) => {
    trustedForm(request, sessions, token)
    memory.forget(token)
    return sendResponse(reply, { see: '/console', cookie: sessions.signOut(request.headers) }, undefined)
  })
}

/** Serves bodies of attempts, byte for byte, and curl commands as downloads, so that no browser renders them. */
const addDownloads = (router: Router, { service }: ConsoleDependencies): void => {
  const add = (name: string, type: string, extension: string, textOf: (attempt: AttemptView) => string) =>
    router.add('GET', `/attempts/:id/${name}`, ({ partnerId }, request, reply) => {
      const attempt = new WebhookService(service, partnerId).attempt(idOf(request))
      return reply
        .type(`${type}; charset=utf-8`)
        .header('content-disposition', `attachment; filename="${attempt.id}.${extension}"`)
        .send(textOf(attempt))
    })
  add('body', 'application/json', 'json', ({ body }) => body)
  add('curl', 'text/plain', 'sh', curlOf)
}

const routes: readonly ConsoleRoute[] = [...logRoutes, ...webhookFormRoutes, ...webhookRoutes, guideRoute]

/** Adds the console, whose pages work without script. It is served under local host names, and accepts its own forms. */
export function addConsole(
  app: FastifyInstance,
  { service, authenticate }: PipelineContext,
  requests: RequestLog,
): void {
  const sessions = new Sessions(authenticate)
  const parts = { service, sessions, memory: new ConsoleMemory(), requests }
  const router = routerOf(app, sessions)
  for (const route of routes)
    router.add(route[0], route[1], async (session, request, reply) =>
      sendResponse(reply, await respondToConsole(parts, route, session, request), session),
    )
  for (const [name, type] of Object.entries(assets))
    router.open('GET', `/assets/${name}`, (_request, reply) => reply.type(type).send(assetText(name)))
  addSessions(router, parts)
  addDownloads(router, parts)
  router.add('GET', '/*', () => {
    throw new Refusal(404, 'The console has no such page.')
  })
}
