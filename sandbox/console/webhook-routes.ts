import { Refusal } from '../primitives/refusal.js'
import type { EndpointView } from '../webhook-endpoints/webhook-service.js'
import { addressOf } from './input/filter.js'
import {
  choices,
  type Draft,
  draftOf,
  hasProblems,
  type Problems,
  problemsOf,
} from './input/endpoint-form.js'
import { attemptIn, attemptGone } from './stored-attempt.js'
import { type Markup, markup } from './html/markup.js'
import { endpointFormPage } from './pages/endpoint-form.js'
import { notice, type Page, type ConsoleResponse } from './pages/layout.js'
import { label, verdict } from './pages/components.js'
import { secretPage, webhooksPage } from './pages/webhooks.js'
import { fieldOf } from './input/request.js'
import type { ConsoleRoute, ConsoleContext } from './console-context.js'

const doneMessages: Readonly<Record<string, string>> = {
  changed: 'was changed.',
  enabled: 'is enabled.',
  disabled: 'is disabled, and receives nothing.',
}

const noticeOf = ({ webhooks, query }: ConsoleContext): Markup | undefined => {
  const pinged = fieldOf(query, 'pinged')
  if (pinged !== '') {
    const attempt = attemptIn(webhooks, pinged)
    if (attempt === undefined) return attemptGone
    const address = addressOf('/console', { attempt: attempt.id })
    return notice(
      attempt.acknowledged ? 'good' : 'bad',
      markup`${verdict('Ping', attempt)}<p>${label(attempt.label)} · <a href="${address}">See the attempt</a></p>`,
    )
  }
  const [done, id] = [fieldOf(query, 'done'), fieldOf(query, 'webhook')]
  if (!Object.hasOwn(doneMessages, done) || id === '') return undefined
  return notice('plain', markup`<p>${label(webhooks.endpoint(id).label)} ${doneMessages[done]}</p>`)
}

const list = (context: ConsoleContext): ConsoleResponse => {
  const page = fieldOf(context.query, 'page')
  const told = noticeOf(context)
  return {
    page: webhooksPage({
      endpoints: context.webhooks.endpoints(),
      page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
      token: context.session.token,
      ...(told === undefined ? {} : { notice: told }),
    }),
  }
}

const newForm = (
  { session, once, allowsLoopback }: ConsoleContext,
  draft: Draft,
  problems: Problems = {},
): Page =>
  endpointFormPage({
    title: 'Add a webhook',
    action: '/console/webhooks',
    save: 'Add webhook',
    draft,
    problems,
    token: session.token,
    once: once.create(),
    allowsLoopback,
  })

/** Turns what the model refuses although the form found nothing into a problem of the field that it is about. */
const attempted = <T>(work: () => T): T | Problems => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return { url: `${error.message}.` }
    throw error
  }
}

const register = (context: ConsoleContext): ConsoleResponse => {
  const { webhooks, form, once, allowsLoopback } = context
  const draft = draftOf(form)
  const problems = problemsOf(draft, allowsLoopback)
  if (hasProblems(problems)) return { status: 400, page: newForm(context, draft, problems) }
  if (!once.isFirst(fieldOf(form, 'once')))
    throw new Refusal(409, 'This webhook was added already. Its secret is not shown again.')
  const made = attempted(() => webhooks.register(draft))
  if (!('secret' in made)) return { status: 400, page: newForm(context, draft, made) }
  return { status: 201, page: secretPage(made.endpoint, made.secret) }
}

const editForm = (
  { session, allowsLoopback }: ConsoleContext,
  id: string,
  draft: Draft,
  problems: Problems = {},
): Page =>
  endpointFormPage({
    title: 'Edit webhook',
    action: `/console/webhooks/${id}`,
    save: 'Save',
    draft,
    problems,
    token: session.token,
    allowsLoopback,
  })

/** An address that was there before stays, also where it could not be registered any more. */
const problemsOfChange = (before: EndpointView, draft: Draft, allowsLoopback: boolean): Problems => {
  const { url, ...others } = problemsOf(draft, allowsLoopback)
  return url === undefined || draft.url === before.url ? others : { ...others, url }
}

const change = (context: ConsoleContext): ConsoleResponse => {
  const { webhooks, form, id, allowsLoopback } = context
  const before = webhooks.endpoint(id)
  const draft = draftOf(form)
  const problems = problemsOfChange(before, draft, allowsLoopback)
  if (hasProblems(problems)) return { status: 400, page: editForm(context, id, draft, problems) }
  const { url, ...others } = draft
  const result = attempted(() => webhooks.change(id, url === before.url ? others : draft))
  if (!('id' in result)) return { status: 400, page: editForm(context, id, draft, result) }
  return { see: addressOf('/console/webhooks', { done: 'changed', webhook: id }) }
}

const setState = ({ webhooks, form, id }: ConsoleContext): ConsoleResponse => {
  const enabled = fieldOf(form, 'enabled')
  if (enabled !== 'true' && enabled !== 'false') throw new Refusal(400, 'A webhook is enabled or disabled.')
  webhooks.change(id, { enabled: enabled === 'true' })
  const done = enabled === 'true' ? 'enabled' : 'disabled'
  return { see: addressOf('/console/webhooks', { done, webhook: id }) }
}

const ping = async ({ webhooks, id }: ConsoleContext): Promise<ConsoleResponse> => {
  try {
    const attempt = await webhooks.ping(id)
    return { see: addressOf('/console/webhooks', { pinged: attempt.id }) }
  } catch (error) {
    if (error instanceof Refusal && error.status === 409)
      throw new Refusal(409, `It was not pinged: ${error.message}.`)
    throw error
  }
}

/** Adding, changing, switching and pinging webhooks. The secret is in the answer to adding one, and nowhere else. */
export const webhookRoutes: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/webhooks', show: list },
  { method: 'POST', path: '/webhooks', show: register },
  {
    method: 'GET',
    path: '/webhooks/new',
    show: (context) => ({ page: newForm(context, { label: '', url: '', topics: choices }) }),
  },
  {
    method: 'GET',
    path: '/webhooks/:id',
    show: (context) => ({ page: editForm(context, context.id, context.webhooks.endpoint(context.id)) }),
  },
  { method: 'POST', path: '/webhooks/:id', show: change },
  { method: 'POST', path: '/webhooks/:id/state', show: setState },
  { method: 'POST', path: '/webhooks/:id/ping', show: ping },
]
