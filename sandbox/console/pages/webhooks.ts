import type { EndpointView } from '../../webhook-endpoints/webhook-service.js'
import type { AttemptSummary } from '../../webhooks/attempt-log.js'
import { addressOf } from '../input/address.js'
import { type Markup, markup, type Content } from '../html/markup.js'
import { visibleText } from '../html/visible-text.js'
import type { Page } from './layout.js'
import { label, plural } from './components.js'
import { statTiles } from './webhook-stats.js'
import { retryBlock } from './retry-failed.js'
import {
  addressOfDeliveries,
  addressOfWebhook,
  lastFailure,
  pingButton,
  standing,
  stateBadge,
  stateButton,
} from './webhook-parts.js'

const mostShown = 50
const longestUrl = 200

/** The input of the page of webhooks. */
export interface WebhooksView {
  readonly endpoints: readonly EndpointView[]
  readonly statsOf: (endpoint: EndpointView) => AttemptSummary
  /** Counts from 1. */
  readonly page: number
  readonly notice?: Markup
  readonly token: string
  readonly now: Date
}

const trouble = (endpoint: EndpointView): Content => {
  const waiting = standing(endpoint)
  if (waiting === undefined) return undefined
  const why = lastFailure(endpoint)
  return markup`<p class="trouble">${waiting}${why === undefined || endpoint.failures === 0 ? undefined : markup`. Last: ${why}`}</p>`
}

const mostTopics = 3

/** The topics of a webhook: names if they fit a line, otherwise a count that expands. */
const topics = ({ id, topics: subscribed }: EndpointView): Markup =>
  subscribed.length <= mostTopics
    ? markup`<p class="trouble">${subscribed.join(', ')}</p>`
    : markup`<details class="topics" id="${`topics-${id}`}"><summary>${plural(subscribed.length, 'kind')} of event</summary><ul class="chips">${subscribed.map((topic) => markup`<li>${topic}</li>`)}</ul></details>`

const card = (
  endpoint: EndpointView,
  stats: AttemptSummary,
): Markup => markup`<li class="card" id="${`w-${endpoint.id}`}">
<div class="about"><div class="headline"><h2><a href="${addressOfWebhook(endpoint)}" id="${`open-${endpoint.id}`}">${label(endpoint.label)}</a></h2>${stateBadge(endpoint)}</div>
<p class="address"><bdi>${visibleText(endpoint.url, longestUrl)}</bdi></p>
${trouble(endpoint)}${topics(endpoint)}</div>
${statTiles(stats)}
<div class="actions">${pingButton(endpoint, 'list')}${stateButton(endpoint, 'list')}
<a class="button small" id="${`log-${endpoint.id}`}" href="${addressOfDeliveries(endpoint)}">Deliveries<span class="unseen"> to ${label(endpoint.label)}</span></a></div>
</li>
`

const pages = ({ endpoints, page }: WebhooksView): Content => {
  const hasMore = endpoints.length > page * mostShown
  if (page === 1 && !hasMore) return undefined
  return markup`<nav class="pages" aria-label="Pages">
${page > 1 ? markup`<a class="button" href="${addressOf('/console/webhooks', { page: page - 1 })}">Newer webhooks</a>` : undefined}
${hasMore ? markup`<a class="button" href="${addressOf('/console/webhooks', { page: page + 1 })}">Older webhooks</a>` : undefined}
</nav>`
}

/** The webhooks of a partner, newest first, each with statistics of its deliveries. */
export function webhooksPage(view: WebhooksView): Page {
  const { endpoints, page, statsOf } = view
  const visible = endpoints.slice((page - 1) * mostShown, page * mostShown)
  const list =
    visible.length === 0
      ? markup`<div class="empty"><h2>No webhook ${page === 1 ? 'yet' : 'here'}</h2><p>Add the URL of your receiver, and every event is delivered to it from then on.</p><p><a class="button primary" href="/console/webhooks/new">Add a webhook</a></p></div>`
      : markup`<ul class="cards" data-merge>${visible.map((endpoint) => card(endpoint, statsOf(endpoint)))}</ul>`
  return {
    title: 'Managed webhooks',
    tab: 'webhooks',
    content: markup`<div class="headline"><h1>Managed webhooks</h1>${visible.length === 0 ? undefined : markup`<a class="button primary" href="/console/webhooks/new">Add a webhook</a>`}</div>
<div id="notices">${view.notice}</div>
<div id="webhooks" data-live>${list}</div>
${pages(view)}
${endpoints.length === 0 ? undefined : markup`<div class="blocks">${retryBlock({ ...view, action: '/console/retry', of: 'all webhooks that are enabled' })}</div>`}`,
  }
}
