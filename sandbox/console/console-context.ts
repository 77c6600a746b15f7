import type { FastifyRequest } from 'fastify'

import type { QueryPairs } from '../pipeline/query.js'
import type { Service } from '../service/service.js'
import { openWebhookService, type WebhookService } from '../webhook-endpoints/webhook-service.js'
import { logged } from '../events/event-log.js'
import { checkOrigin, type Sessions, type Session } from './input/sessions.js'
import type { FormIds } from './input/form-ids.js'
import type { ConsoleResponse } from './pages/layout.js'
import { fieldOf, formOf, parameterOf, queryOf } from './input/request.js'

/** One request of somebody who was let in. */
export interface ConsoleContext {
  readonly session: Session
  readonly webhooks: WebhookService
  readonly query: QueryPairs
  /** Empty where nothing was posted. */
  readonly form: QueryPairs
  readonly id: string
  readonly allowsLoopback: boolean
  /** The newest version that is served. */
  readonly version: string
  readonly once: FormIds
}

/** A page of the console, or something that its forms do. Throws `Refusal`, or rejects with it. */
export interface ConsoleRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly show: (context: ConsoleContext) => ConsoleResponse | Promise<ConsoleResponse>
}

/** The dependencies of the console's routes. */
export interface ConsoleDependencies {
  readonly service: Service
  readonly sessions: Sessions
  readonly once: FormIds
}

/** The form of a request, which has to come from a page of this process. Throws `Refusal`. */
export function trustedForm(request: FastifyRequest, sessions: Sessions, token: string): QueryPairs {
  checkOrigin(request.headers)
  const form = formOf(request)
  sessions.checkToken(fieldOf(form, 'token'), token)
  return form
}

/** Answers a request of a session. Throws `Refusal`, or rejects with it. */
export function respondToConsole(
  { service, sessions, once }: ConsoleDependencies,
  { method, show }: ConsoleRoute,
  session: Session,
  request: FastifyRequest,
): ConsoleResponse | Promise<ConsoleResponse> {
  const context = {
    session,
    webhooks: openWebhookService(service, session.partnerId),
    query: queryOf(request),
    form: method === 'POST' ? trustedForm(request, sessions, session.token) : new Map(),
    id: parameterOf(request, 'id'),
    allowsLoopback: service.delivery.allowsLoopback,
    version: service.versions.supported.at(-1) ?? service.versions.default,
    once,
  }
  return logged(service, () => show(context))
}
