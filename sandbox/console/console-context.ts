import type { FastifyRequest } from '#bundled/fastify'

import type { QueryPairs } from '../pipeline/query.js'
import type { LoggedRequest, RequestLog } from '../pipeline/request-log.js'
import { Refusal } from '../primitives/refusal.js'
import type { Service } from '../service/service.js'
import { openWebhookService, type WebhookService } from '../webhook-endpoints/webhook-service.js'
import type { ReachableHosts } from '../webhooks/url.js'
import { logged } from '../events/event-log.js'
import type { ConsoleMemory } from './console-memory.js'
import { addressOf } from './input/address.js'
import { fieldOf, formOf, isViewed, parameterOf, queryOf } from './input/request.js'
import { checkOrigin, type Sessions, type Session } from './input/sessions.js'
import { type Content, type Markup, markup } from './html/markup.js'
import { type ConsoleResponse, notice } from './pages/layout.js'

/** One request of a session. */
export interface ConsoleContext {
  readonly session: Session
  readonly webhooks: WebhookService
  /** The latest requests of the API, newest first. */
  readonly requests: () => readonly LoggedRequest[]
  readonly query: QueryPairs
  /** Empty if no form was sent. */
  readonly form: QueryPairs
  readonly id: string
  readonly hosts: ReachableHosts
  /** The newest version that is served. */
  readonly version: string
  readonly memory: ConsoleMemory
  /** The time of the sandbox. */
  readonly now: Date
  /** Whether a user sees the response: a prefetch must not use up what is shown only once. */
  readonly isViewed: boolean
}

/** A page of the console. Throws `Refusal`, or rejects with it. */
export interface ConsolePage {
  readonly method: 'GET'
  readonly path: string
  readonly show: (context: ConsoleContext) => ConsoleResponse | Promise<ConsoleResponse>
}

export type Acted = string | { readonly again: string }

/** A form action, which redirects to the page with the result. Throws `Refusal`, or rejects with it. */
export interface ConsoleAction {
  readonly method: 'POST'
  readonly path: string
  /** Resolves to an address, or to that of the form (`again`) if the input is invalid. */
  readonly act: (context: ConsoleContext) => Acted | Promise<Acted>
  /** The page that shows a refusal. */
  readonly back: (context: ConsoleContext) => string
}

export type ConsoleRoute = ConsolePage | ConsoleAction

/** The dependencies of the console's routes. */
export interface ConsoleDependencies {
  readonly service: Service
  readonly sessions: Sessions
  readonly memory: ConsoleMemory
  readonly requests: RequestLog
}

/** The form of a request, which must come from a page of this process. Throws `Refusal`. */
export function trustedForm(request: FastifyRequest, sessions: Sessions, token: string): QueryPairs {
  checkOrigin(request.headers)
  const form = formOf(request)
  sessions.checkToken(fieldOf(form, 'token'), token)
  return form
}

/** The address of a page with a notice that is shown once. */
export function withNote(
  { memory, session }: ConsoleContext,
  address: string,
  kind: 'good' | 'bad' | 'plain',
  content: Content,
): string {
  const note = memory.notes.keep(session.token, notice(kind, content))
  return addressOf(address, { note })
}

/** The notice that the address of a page refers to, unless it was shown already. */
export function noteOf({ memory, session, query, isViewed }: ConsoleContext): Markup | undefined {
  const name = fieldOf(query, 'note')
  return isViewed ? memory.notes.take(session.token, name) : memory.notes.read(session.token, name)
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Runs an action once per form mark, and redirects to the page with the result. */
const acted = async (context: ConsoleContext, { act, back }: ConsoleAction): Promise<ConsoleResponse> => {
  const { memory, session, form } = context
  const mark = fieldOf(form, 'once')
  const known = mark === '' ? undefined : memory.sent.read(session.token, mark)
  if (known !== undefined) return { see: known }
  try {
    const see = await act(context)
    if (typeof see !== 'string') return { see: see.again }
    if (mark !== '') memory.sent.keep(session.token, see, mark)
    return { see }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const message = markup`<p><strong>Not done.</strong> ${capitalized(error.message)}.</p>`
    return { see: withNote(context, back(context), 'bad', message) }
  }
}

/** Responds to a request of a session. Throws `Refusal`, or rejects with it. */
export function respondToConsole(
  { service, sessions, memory, requests }: ConsoleDependencies,
  route: ConsoleRoute,
  session: Session,
  request: FastifyRequest,
): ConsoleResponse | Promise<ConsoleResponse> {
  const context = {
    session,
    webhooks: openWebhookService(service, session.partnerId),
    requests: () => requests.of(session.partnerId),
    query: queryOf(request),
    form: route.method === 'POST' ? trustedForm(request, sessions, session.token) : new Map(),
    id: parameterOf(request, 'id'),
    hosts: service.delivery,
    version: service.versions.supported.at(-1) ?? service.versions.default,
    memory,
    now: service.clock(),
    isViewed: isViewed(request),
  }
  return logged(service, () => (route.method === 'POST' ? acted(context, route) : route.show(context)))
}
