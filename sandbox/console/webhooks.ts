import type { EndpointState, EndpointView } from '../webhook-endpoints/webhook-service.js'
import { type ConsoleRoute, type Show, type Act, type ConsoleContext, withNote } from './context.js'
import { newWebhookLink, noWebhook } from './logs.js'
import { type Content, type Markup, markup, visibleText } from './markup.js'
import {
  actionButton,
  badge,
  type Column,
  label,
  moment,
  pager,
  plural,
  table,
  bodyOf,
  block,
  facts,
  tokenField,
  verdict,
} from './parts.js'
import { addressOf, fieldOf } from './request.js'
import { type EventType, eventTypes, isEventType } from '../api/event-types.js'
import { badRequest } from '../primitives/refusal.js'

export const list = '/console/webhooks'

/** The address of a webhook's page. */
export function addressOfWebhook({ id }: { readonly id: string }): string {
  return `${list}/${id}`
}

const states: Readonly<Record<EndpointState, Markup>> = {
  disabled: badge('plain', 'Disabled'),
  idle: badge('good', 'Enabled'),
  delivering: badge('good', 'Delivering'),
  waiting: badge('odd', 'Waiting to try again'),
  paused: badge('bad', 'Paused'),
}

/** The pending deliveries and failures of a webhook, if there are any. */
const standing = ({ pending, failures, nextAt, enabled }: EndpointView): Content => {
  if (pending === 0 && failures === 0) return undefined
  const due = nextAt === undefined || !enabled ? undefined : markup`, next attempt at ${moment(nextAt)}`
  const failed = failures === 0 ? undefined : `, ${plural(failures, 'failure')} in a row`
  return markup`${plural(pending, 'event')} waiting${failed}${due}`
}

const lastFailure = ({ lastFailureAt: at, lastFailureReason: reason = '' }: EndpointView): Content =>
  at && markup`${visibleText(reason)}, ${moment(at)}`

/** Buttons that ping a webhook that is enabled, and that disable or enable it; `from` shows the result. */
const endpointButtons = (endpoint: EndpointView, from: 'list' | 'page'): Content => {
  const { id, enabled } = endpoint
  const [name, busy] = enabled ? ['Disable', 'Disabling…'] : ['Enable', 'Enabling…']
  const button = (action: string) => ({
    id: `${action}-${id}`,
    address: addressOf(`${addressOfWebhook(endpoint)}/${action}`, { from }),
    about: label(endpoint.label),
    kind: 'small' as const,
  })
  return [
    enabled ? actionButton({ ...button('ping'), name: 'Ping', busy: 'Pinging…' }) : undefined,
    actionButton({ ...button('state'), name, busy, field: ['enabled', enabled ? 'false' : 'true'] }),
    markup`<a class="button small" id="${`log-${id}`}" href="${addressOf('/console', { webhook: id })}">Deliveries<span class="unseen"> to ${label(endpoint.label)}</span></a>`,
  ]
}

const mostShown = 50
const longestUrl = 200
const mostTopics = 3

/** The topics of a webhook: names if they fit a line, otherwise a count that expands. */
const topicsOf = ({ id, topics }: EndpointView): Markup =>
  topics.length <= mostTopics
    ? markup`<p class="soft">${topics.join(', ')}</p>`
    : markup`<details id="${`topics-${id}`}"><summary>${plural(topics.length, 'kind')} of event</summary><p class="soft">${topics.join(', ')}</p></details>`

const nameOf = (endpoint: EndpointView): Markup => {
  const waiting = standing(endpoint)
  const why = endpoint.failures === 0 ? undefined : lastFailure(endpoint)
  return markup`<a href="${addressOfWebhook(endpoint)}" id="${`open-${endpoint.id}`}">${label(endpoint.label)}</a>
<p class="address soft"><bdi>${visibleText(endpoint.url, longestUrl)}</bdi></p>
${waiting !== undefined && markup`<p class="soft">${waiting}${why !== undefined && markup`. Last: ${why}`}</p>`}${topicsOf(endpoint)}`
}

const columns: readonly Column<EndpointView>[] = [
  { name: 'kind', title: 'Webhook', of: nameOf },
  { name: 'outcome', title: 'State', of: ({ state }) => states[state] },
  {
    name: 'do',
    title: 'Actions',
    isUnseen: true,
    of: (endpoint) => markup`<div class="actions">${endpointButtons(endpoint, 'list')}</div>`,
  },
]

/** The webhooks of a partner, newest first. */
const showList: Show = ({ webhooks, query }) => {
  const asked = fieldOf(query, 'page')
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1
  const endpoints = webhooks.endpoints()
  const rows = endpoints.slice((page - 1) * mostShown, page * mostShown)
  const body = bodyOf(columns, rows, ({ id }) => `w-${id}`)
  const listed = table('Webhooks, newest first', 'webhooks', columns, body)
  return {
    title: 'Managed webhooks',
    tab: list,
    tools: rows.length > 0 && newWebhookLink,
    content: markup`<div class="list" id="webhooks" data-live>${rows.length === 0 ? noWebhook(page === 1 ? 'No webhook yet' : 'No webhook here') : listed}</div>
${pager([
  ['Newer webhooks', page > 1 && addressOf(list, { page: page - 1 })],
  ['Older webhooks', endpoints.length > page * mostShown && addressOf(list, { page: page + 1 })],
])}`,
  }
}

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
      ['State', states[endpoint.state]],
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
  ['GET', '/webhooks', showList],
  ['GET', '/webhooks/:id', showWebhook],
  ['POST', '/webhooks/:id/state', setState, () => list],
  ['POST', '/webhooks/:id/ping', (context) => trigger(context, 'ping'), () => list],
  ['POST', '/webhooks/:id/events', triggerChosen, addressOfWebhook],
  ['POST', '/webhooks/:id/delete', remove, () => list],
]
