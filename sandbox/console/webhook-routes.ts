import { type EventType, isEventType } from '../api/event-types.js'
import { badRequest } from '../primitives/refusal.js'
import { addressOf } from './input/address.js'
import { fieldOf } from './input/request.js'
import { markup } from './html/markup.js'
import type { ConsoleResponse } from './pages/layout.js'
import { label, verdict } from './pages/components.js'
import { secretPage } from './pages/secret.js'
import { webhookPage } from './pages/webhook.js'
import { webhooksPage } from './pages/webhooks.js'
import { type ConsoleContext, type ConsoleRoute, noteOf, withNote } from './console-context.js'

const list = '/console/webhooks'
const ofOne = ({ id }: ConsoleContext): string => `${list}/${id}`

const optionalNote = (context: ConsoleContext) => {
  const message = noteOf(context)
  return message === undefined ? {} : { notice: message }
}

/** The page that an action was started from: the list, or that of the webhook. */
const backOf = (context: ConsoleContext): string =>
  fieldOf(context.query, 'from') === 'page' ? ofOne(context) : list

const showList = (context: ConsoleContext): ConsoleResponse => {
  const page = fieldOf(context.query, 'page')
  return {
    page: webhooksPage({
      endpoints: context.webhooks.endpoints(),
      statsOf: ({ id }) => context.webhooks.summary(id),
      token: context.session.token,
      now: context.now,
      page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
      ...optionalNote(context),
    }),
  }
}

const showOne = (context: ConsoleContext): ConsoleResponse => ({
  page: webhookPage({
    endpoint: context.webhooks.endpoint(context.id),
    stats: context.webhooks.summary(context.id),
    token: context.session.token,
    now: context.now,
    ...optionalNote(context),
  }),
})

/** Shows a new secret on the first view, and afterwards that it was shown. */
const showSecret = (context: ConsoleContext): ConsoleResponse => {
  const { memory, session, webhooks, id, isViewed } = context
  const endpoint = webhooks.endpoint(id)
  const secret = isViewed ? memory.secrets.take(session.token, id) : undefined
  return { page: secretPage(endpoint, secret, noteOf(context)) }
}

const setState = (context: ConsoleContext): string => {
  const { webhooks, form, id } = context
  const wanted = fieldOf(form, 'enabled')
  if (wanted !== 'true' && wanted !== 'false') throw badRequest('a webhook is enabled or disabled')
  const { label: name, enabled } = webhooks.change(id, { enabled: wanted === 'true' })
  const message = enabled ? 'is enabled.' : 'is disabled, and receives nothing.'
  return withNote(context, backOf(context), 'plain', markup`<p>${label(name)} ${message}</p>`)
}

const trigger = async (context: ConsoleContext, type: EventType): Promise<string> => {
  const attempt = await context.webhooks.trigger(context.id, type)
  const address = addressOf('/console', { attempt: attempt.id })
  const message = markup`${verdict(type === 'ping' ? 'Ping' : type, attempt)}<p>${label(attempt.label)}: <a href="${address}">See the attempt</a></p>`
  return withNote(context, backOf(context), attempt.acknowledged ? 'good' : 'bad', message)
}

const triggerChosen = (context: ConsoleContext): Promise<string> => {
  const type = fieldOf(context.form, 'type')
  if (!isEventType(type)) throw badRequest('choose a type of event')
  return trigger(context, type)
}

const remove = (context: ConsoleContext): string => {
  const { webhooks, id } = context
  const { label: name } = webhooks.endpoint(id)
  webhooks.remove(id)
  return withNote(context, list, 'plain', markup`<p>${label(name)} was deleted.</p>`)
}

/** The webhooks, and the actions on one of them. */
export const webhookRoutes: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/webhooks', show: showList },
  { method: 'GET', path: '/webhooks/:id', show: showOne },
  { method: 'GET', path: '/webhooks/:id/secret', show: showSecret },
  { method: 'POST', path: '/webhooks/:id/state', act: setState, back: () => list },
  {
    method: 'POST',
    path: '/webhooks/:id/ping',
    act: (context) => trigger(context, 'ping'),
    back: () => list,
  },
  { method: 'POST', path: '/webhooks/:id/events', act: triggerChosen, back: ofOne },
  { method: 'POST', path: '/webhooks/:id/delete', act: remove, back: () => list },
]
