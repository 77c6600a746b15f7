import type { EndpointState, EndpointView } from '../webhook-endpoints/webhook-service.js'
import type { ConsoleRoute, Show } from './context.js'
import { noWebhook } from './logs.js'
import { type Content, type Markup, markup, visibleText } from './markup.js'
import { actionButton, badge, type Column, label, moment, pager, plural, table, bodyOf } from './parts.js'
import { addressOf, fieldOf } from './request.js'

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

/** The state of a webhook in a word or two. */
export function stateBadge({ state }: EndpointView): Markup {
  return states[state]
}

/** The pending deliveries and failures of a webhook, if there are any. */
export function standing({ pending, failures, nextAt, enabled }: EndpointView): Content {
  if (pending === 0 && failures === 0) return undefined
  const due = nextAt === undefined || !enabled ? undefined : markup`, next attempt at ${moment(nextAt)}`
  const failed = failures === 0 ? undefined : `, ${plural(failures, 'failure')} in a row`
  return markup`${plural(pending, 'event')} waiting${failed}${due}`
}

/** Time and reason of the last failure. */
export function lastFailure({ lastFailureAt, lastFailureReason }: EndpointView): Content {
  if (lastFailureAt === undefined) return undefined
  return markup`${visibleText(lastFailureReason ?? '')}, ${moment(lastFailureAt)}`
}

/** Buttons that ping a webhook that is enabled, and that disable or enable it; `from` shows the result. */
export function endpointButtons(endpoint: EndpointView, from: 'list' | 'page'): Content {
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
  { name: 'outcome', title: 'State', of: stateBadge },
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
  const listed = table(
    'Webhooks, newest first',
    'webhooks',
    columns,
    bodyOf(columns, rows, ({ id }) => `w-${id}`),
  )
  return {
    title: 'Managed webhooks',
    tab: list,
    tools:
      rows.length === 0
        ? undefined
        : markup`<a class="button primary" href="/console/webhooks/new">Add a webhook</a>`,
    content: markup`<div class="list" id="webhooks" data-live>${rows.length === 0 ? noWebhook(page === 1 ? 'No webhook yet' : 'No webhook here') : listed}</div>
${pager([
  ['Newer webhooks', page > 1 && addressOf(list, { page: page - 1 })],
  ['Older webhooks', endpoints.length > page * mostShown && addressOf(list, { page: page + 1 })],
])}`,
  }
}

export const webhookListRoutes: readonly ConsoleRoute[] = [['GET', '/webhooks', showList]]
