import { type EventType, eventTypes, isEventType } from '../api/event-types.js'
import { badRequest } from '../primitives/refusal.js'
import type { EndpointView } from '../webhook-endpoints/webhook-service.js'
import { type Act, type ConsoleContext, type ConsoleRoute, type Show, withNote } from './context.js'
import { type Content, type Markup, markup, visibleText } from './markup.js'
import { actionButton, block, facts, label, moment, tokenField, verdict } from './parts.js'
import { addressOf, fieldOf } from './request.js'
import { addressOfWebhook, endpointButtons, lastFailure, list, standing, stateBadge } from './webhooks.js'

const toList = (): string => list

/** The page that an action was started from: the list, or that of the webhook. */
const backOf = (context: ConsoleContext): string =>
  fieldOf(context.query, 'from') === 'page' ? addressOfWebhook(context) : list

/** Sends an example of one event; a disabled webhook gets none. */
const triggerBlock = (endpoint: EndpointView, token: string): Content => {
  if (!endpoint.enabled) return undefined
  const action = addressOf(`${addressOfWebhook(endpoint)}/events`, { from: 'page' })
  const field = markup`Type<select name="type">${eventTypes.map((type) => markup`<option>${type}</option>`)}</select>`
  return block(
    'trigger',
    'Trigger an event',
    markup`<p class="soft">The newest event of the type is sent again to this webhook, or an example if there is none yet, whatever it subscribed to.</p>
<form class="line" method="post" action="${action}">${tokenField(token)}<label>${field}</label><button id="send" data-busy="Sending…">Send</button></form>`,
  )
}

const deletion = (endpoint: EndpointView): Markup => {
  const button = actionButton({
    id: 'delete',
    address: `${addressOfWebhook(endpoint)}/delete`,
    name: 'Delete for good',
    busy: 'Deleting…',
    about: label(endpoint.label),
    kind: 'danger',
  })
  return markup`<p class="soft">It receives nothing any more. Its pending events are dropped, its attempts are deleted, and its secret is lost. To stop deliveries for a while, disable it.</p>
<details><summary>Delete this webhook</summary><p class="actions">${button}</p></details>`
}

/** The page of one webhook: its state, and all actions on it. */
const showWebhook: Show = (context) => {
  const { webhooks, id, session } = context
  const { token } = session
  const endpoint = webhooks.endpoint(id)
  const address = addressOfWebhook(endpoint)
  const settings = facts([
    ['Events', endpoint.topics.join(', ')],
    ['Added (UTC)', moment(endpoint.createdAt)],
    ['Changed (UTC)', moment(endpoint.updatedAt)],
    ['ID', markup`<code>${endpoint.id}</code>`],
  ])
  return {
    title: 'Webhook',
    heading: label(endpoint.label),
    tab: list,
    above: markup`<p class="crumb"><a href="${list}">Managed webhooks</a></p>`,
    tools: markup`<div class="actions">${endpointButtons(endpoint, 'page')}<a class="button small" href="${`${address}/edit`}">Edit</a></div>`,
    content: markup`<p class="address soft"><bdi>${visibleText(endpoint.url)}</bdi></p>
<div id="standing" data-live>${facts([
      ['State', stateBadge(endpoint)],
      ['Waiting', standing(endpoint)],
      ['Last failure', lastFailure(endpoint)],
    ])}</div>
<div class="blocks">${block('settings', 'Settings', settings)}${triggerBlock(endpoint, token)}${block('deletion', 'Delete', deletion(endpoint))}</div>`,
  }
}

const setState: Act = (context) => {
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

const triggerChosen: Act = (context) => {
  const type = fieldOf(context.form, 'type')
  if (!isEventType(type)) throw badRequest('choose a type of event')
  return trigger(context, type)
}

const remove: Act = (context) => {
  const { webhooks, id } = context
  const { label: name } = webhooks.endpoint(id)
  webhooks.remove(id)
  return withNote(context, list, 'plain', markup`<p>${label(name)} was deleted.</p>`)
}

export const webhookRoutes: readonly ConsoleRoute[] = [
  ['GET', '/webhooks/:id', showWebhook],
  ['POST', '/webhooks/:id/state', setState, toList],
  ['POST', '/webhooks/:id/ping', (context) => trigger(context, 'ping'), toList],
  ['POST', '/webhooks/:id/events', triggerChosen, addressOfWebhook],
  ['POST', '/webhooks/:id/delete', remove, toList],
]
