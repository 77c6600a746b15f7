import type { FastifyRequest } from 'fastify'

import type { QueryPairs } from '../pipeline/query.js'
import type { Service } from '../service/service.js'
import { openDesk, type WebhookDesk } from '../webhook-endpoints/webhook-service.js'
import { logged } from '../events/event-log.js'
import { checkOrigin, type Gate, type Visitor } from './input/sessions.js'
import type { Once } from './input/form-ids.js'
import type { Shown } from './pages/layout.js'
import { fieldOf, formOf, parameterOf, queryOf } from './input/request.js'

/** One request of somebody who was let in. */
export interface Visit {
  readonly visitor: Visitor
  readonly desk: WebhookDesk
  readonly query: QueryPairs
  /** Empty where nothing was posted. */
  readonly form: QueryPairs
  readonly id: string
  readonly allowsLoopback: boolean
  /** The newest version that is served. */
  readonly version: string
  readonly once: Once
}

/** A page of the console, or something that its forms do. Throws `Refusal`, or rejects with it. */
export interface ConsoleRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly show: (visit: Visit) => Shown | Promise<Shown>
}

/** What the routes of the console stand on. */
export interface ConsoleParts {
  readonly service: Service
  readonly gate: Gate
  readonly once: Once
}

/** The form of a request, which has to come from a page of this process. Throws `Refusal`. */
export const trustedForm = (request: FastifyRequest, gate: Gate, token: string): QueryPairs => {
  checkOrigin(request.headers)
  const form = formOf(request)
  gate.checkToken(fieldOf(form, 'token'), token)
  return form
}

/** Answers a request of a visitor. Throws `Refusal`, or rejects with it. */
export const pay = (
  { service, gate, once }: ConsoleParts,
  { method, show }: ConsoleRoute,
  visitor: Visitor,
  request: FastifyRequest,
): Shown | Promise<Shown> => {
  const visit = {
    visitor,
    desk: openDesk(service, visitor.partnerId),
    query: queryOf(request),
    form: method === 'POST' ? trustedForm(request, gate, visitor.token) : new Map(),
    id: parameterOf(request, 'id'),
    allowsLoopback: service.delivery.allowsLoopback,
    version: service.versions.supported.at(-1) ?? service.versions.default,
    once,
  }
  return logged(service, () => show(visit))
}
