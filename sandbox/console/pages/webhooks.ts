import type { EndpointState, EndpointView } from '../../webhook-endpoints/webhook-service.js'
import { addressOf } from '../input/filter.js'
import { type Markup, markup, type Content, visibleText } from '../html/markup.js'
import { notice, type Page, tokenField } from './layout.js'
import { badge, copyButton, facts, label, moment, plural } from './components.js'

const mostShown = 50

/** The data of the page of webhooks. */
export interface WebhooksView {
  readonly endpoints: readonly EndpointView[]
  /** From 1. */
  readonly page: number
  readonly token: string
  readonly notice?: Markup
}

const states: Readonly<Record<EndpointState, Markup>> = {
  disabled: badge('plain', 'Disabled'),
  idle: badge('good', 'Enabled'),
  delivering: badge('good', 'Delivering'),
  waiting: badge('odd', 'Waiting to try again'),
  paused: badge('bad', 'Paused'),
}

const action = (
  endpoint: EndpointView,
  token: string,
  { path, name, busy, fields }: { path: string; name: string; busy: string; fields?: Content },
): Markup =>
  markup`<form method="post" action="${`/console/webhooks/${endpoint.id}/${path}`}" data-in-place>${tokenField(token)}${fields}<button id="${`${path}-${endpoint.id}`}" data-busy="${busy}">${name}<span class="unseen"> ${label(endpoint.label)}</span></button></form>`

const switchOf = (endpoint: EndpointView, token: string): Markup =>
  action(endpoint, token, {
    path: 'state',
    name: endpoint.enabled ? 'Disable' : 'Enable',
    busy: endpoint.enabled ? 'Disabling…' : 'Enabling…',
    fields: markup`<input type="hidden" name="enabled" value="${endpoint.enabled ? 'false' : 'true'}">`,
  })

const topics = ({ topics: subscribed }: EndpointView): Markup =>
  markup`<details class="topics"><summary>${plural(subscribed.length, 'kind')} of event</summary><ul class="chips">${subscribed.map((topic) => markup`<li>${topic}</li>`)}</ul></details>`

const standing = ({ pending, failures, nextAt, enabled }: EndpointView): Content => {
  const due = nextAt === undefined || !enabled ? undefined : markup`, next attempt at ${moment(nextAt)}`
  const failed = failures === 0 ? undefined : `, ${plural(failures, 'failure')} in a row`
  return pending === 0 && failures === 0 ? undefined : markup`${plural(pending, 'event')}${failed}${due}`
}

const card = (
  endpoint: EndpointView,
  token: string,
): Markup => markup`<li class="card" id="${`w-${endpoint.id}`}">
<div class="about"><div class="headline"><h2>${label(endpoint.label)}</h2>${states[endpoint.state]}</div>
<p class="address"><bdi>${visibleText(endpoint.url)}</bdi></p>
${facts([
  ['Waiting', standing(endpoint)],
  [
    'Last failure',
    endpoint.lastFailureAt === undefined
      ? undefined
      : markup`${visibleText(endpoint.lastFailureReason ?? '')}, ${moment(endpoint.lastFailureAt)}`,
  ],
])}
${topics(endpoint)}</div>
<div class="actions">${endpoint.enabled ? action(endpoint, token, { path: 'ping', name: 'Ping', busy: 'Pinging…' }) : undefined}${switchOf(endpoint, token)}
<a href="${`/console/webhooks/${endpoint.id}`}">Edit<span class="unseen"> ${label(endpoint.label)}</span></a>
<a href="${addressOf('/console', { webhook: endpoint.id })}">Deliveries<span class="unseen"> to ${label(endpoint.label)}</span></a></div>
</li>
`

const pages = ({ endpoints, page }: WebhooksView): Content => {
  const hasMore = endpoints.length > page * mostShown
  if (page === 1 && !hasMore) return undefined
  return markup`<nav class="pages" aria-label="Pages">
${page > 1 ? markup`<a href="${addressOf('/console/webhooks', { page: page - 1 })}">Newer webhooks</a>` : undefined}
${hasMore ? markup`<a href="${addressOf('/console/webhooks', { page: page + 1 })}">Older webhooks</a>` : undefined}
</nav>`
}

/** The webhooks of a partner, newest first, with what can be done to each. */
export function webhooksPage(view: WebhooksView): Page {
  const { endpoints, page, token } = view
  const visible = endpoints.slice((page - 1) * mostShown, page * mostShown)
  const list =
    visible.length === 0
      ? markup`<div class="empty"><p>No webhook is registered ${page === 1 ? 'yet' : 'here'}.</p></div>`
      : markup`<ul class="cards" data-merge>${visible.map((endpoint) => card(endpoint, token))}</ul>`
  return {
    title: 'Managed webhooks',
    tab: 'webhooks',
    content: markup`<div class="headline"><h1>Managed webhooks</h1><a class="button primary" href="/console/webhooks/new">Add a webhook</a></div>
<p class="soft">Where events are delivered. A disabled webhook receives nothing.</p>
${view.notice}
<div id="webhooks" data-live>${list}</div>
${pages(view)}`,
  }
}

/** The one page that ever shows the secret of a webhook. */
export function secretPage(endpoint: EndpointView, secret: string): Page {
  return {
    title: 'Webhook added: copy its secret',
    tab: 'webhooks',
    content: markup`<h1>Webhook added</h1>
${notice('good', markup`<p>${label(endpoint.label)} receives events from now on.</p>`)}
<section class="panel secret" aria-labelledby="secret-title">
<h2 id="secret-title">Its secret</h2>
<p><strong>It is shown this once.</strong> Keep it where your receiver reads it. If it is lost, add a new webhook.</p>
<div class="secret-line"><code id="secret" data-secret>${secret}</code>${copyButton('secret', 'Copy secret')}</div>
</section>
<p class="actions"><a class="button primary" href="/console/webhooks">I have kept it</a> <a href="/console/guide">How to verify deliveries</a></p>`,
  }
}
