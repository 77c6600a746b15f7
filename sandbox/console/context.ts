import type { FastifyRequest } from '#bundled/fastify'

import { logged } from '../events/events.js'
import type { QueryPairs } from '../pipeline/request.js'
import type { RequestLog } from '../pipeline/hooks.js'
import { Refusal } from '../primitives/refusal.js'
import type { Service } from '../service/service.js'
import { WebhookService } from '../webhook-endpoints/webhook-service.js'
import type { ConsoleResponse, Page } from './layout.js'
import { type Content, type Markup, markup } from './markup.js'
import { notice } from './parts.js'
import { addressOf, fieldOf, formOf, idOf, isViewed, queryOf } from './request.js'
import { type ConsoleMemory, checkOrigin, type Session, type Sessions } from './sessions.js'

export type ConsoleContext = Readonly<ReturnType<typeof contextOf>>

/** A page of the console, or the address of another one. Throws `Refusal`. */
export type Show = (context: ConsoleContext) => Page | string

/** Carries out a form, and returns the address of the result. Throws `Refusal`, or rejects with it. */
export type Act = (context: ConsoleContext) => string | Promise<string>

/** A page, or an action with the page that shows a refusal of it. */
export type ConsoleRoute =
  | readonly ['GET', path: string, show: Show]
  | readonly ['POST', path: string, act: Act, back: (context: ConsoleContext) => string]

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
  return addressOf(address, { note: memory.notes.keep(session.token, notice(kind, content)) })
}

/** The notice that the address of a page refers to, unless it was shown already. */
const noteOf = ({ memory, session, query, isViewed }: ConsoleContext): Markup | undefined => {
  const name = fieldOf(query, 'note')
  return isViewed ? memory.notes.take(session.token, name) : memory.notes.read(session.token, name)
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Runs an action, and redirects to the page with the result. */
const runAction = async (
  context: ConsoleContext,
  act: Act,
  back: (context: ConsoleContext) => string,
): Promise<ConsoleResponse> => {
  try {
    return { see: await act(context) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const message = markup`<p><strong>Not done.</strong> ${capitalized(error.message)}.</p>`
    return { see: withNote(context, back(context), 'bad', message) }
  }
}

const showPage = (context: ConsoleContext, show: Show): ConsoleResponse => {
  const page = show(context)
  if (typeof page === 'string') return { see: page }
  return { page: { ...page, notice: page.notice ?? noteOf(context) } }
}

const noForm: QueryPairs = new Map()

/** One request of a session. */
const contextOf = (
  { service, sessions, memory, requests }: ConsoleDependencies,
  session: Session,
  request: FastifyRequest,
) => ({
  session,
  memory,
  webhooks: new WebhookService(service, session.partnerId),
  /** The latest requests of the API, newest first. */
  requests: () => requests.of(session.partnerId),
  query: queryOf(request),
  form: request.method === 'POST' ? trustedForm(request, sessions, session.token) : noForm,
  id: idOf(request),
  hosts: service.delivery,
  version: service.versions.supported.at(-1) ?? service.versions.default,
  now: service.clock(),
  /** Whether a user sees the response: a prefetch must not use up what is shown only once. */
  isViewed: isViewed(request),
})

/** Responds to a request of a session. Throws `Refusal`, or rejects with it. */
export function respondToConsole(
  parts: ConsoleDependencies,
  [, , run, back]: ConsoleRoute,
  session: Session,
  request: FastifyRequest,
): ConsoleResponse | Promise<ConsoleResponse> {
  const context = contextOf(parts, session, request)
  return logged(parts.service, () =>
    back === undefined ? showPage(context, run as Show) : runAction(context, run as Act, back),
  )
}
