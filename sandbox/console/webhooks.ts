import { badRequest } from '../primitives/refusal.js'
import type { EndpointState, EndpointView } from '../webhook-endpoints/views.js'
import type { AttemptSummary } from '../webhooks/attempts.js'
import { type Act, type ConsoleContext, type ConsoleRoute, type Show, withNote } from './context.js'
import { momentOf } from './filter.js'
import { noWebhook } from './logs.js'
import { type Content, type Markup, markup, visibleText } from './markup.js'
import {
  actionButton,
  badge,
  block,
  type Column,
  duration,
  fieldForm,
  label,
  moment,
  pager,
  plural,
  table,
  bodyOf,
} from './parts.js'
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

const all = 100

/** A share in percent, rounded to 100 or 0 only if it is exactly that. */
const percent = (count: number, total: number): string => {
  const rounded = Math.round((count / total) * all)
  if (rounded === all && count < total) return '>99 %'
  return rounded === 0 && count > 0 ? '<1 %' : `${rounded} %`
}

const none = '-'

/** Counts and latency of the stored attempts. */
export const statistics: readonly (readonly [title: string, of: (summary: AttemptSummary) => Content])[] = [
  ['Attempts', ({ delivered, failed }) => (delivered + failed).toLocaleString('en-US')],
  [
    'Acknowledged',
    ({ delivered, failed }) => (delivered + failed === 0 ? none : percent(delivered, delivered + failed)),
  ],
  [
    'Failed',
    ({ failed }) =>
      failed === 0 ? 0 : markup`<span class="problem">${failed.toLocaleString('en-US')}</span>`,
  ],
  ['Median', ({ p50 }) => (p50 === undefined ? none : duration(p50))],
  ['95th percentile', ({ p95 }) => (p95 === undefined ? none : duration(p95))],
]

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

const day = 86_400_000
const minutes = '2026-09-01T12:00'.length

/** The form that retries everything that failed since a moment, by default a day ago. */
export function retryBlock({ session, now }: ConsoleContext, action: string, of: string): Markup {
  const since = new Date(now.getTime() - day).toISOString().slice(0, minutes)
  const field = markup`Failed since (UTC)<input name="since" type="datetime-local" value="${since}" required>`
  const button = markup`<button data-busy="Retrying…">Retry all</button>`
  return block(
    'retry-failed',
    'Retry what failed',
    markup`<p class="soft">Everything that failed since then, and is not acknowledged yet, is tried again at once and in its order: ${of}.</p>
${fieldForm(session.token, action, field, button)}`,
  )
}

export const retryFailed: Act = (context) => {
  const { webhooks, form, id } = context
  const since = momentOf(fieldOf(form, 'since'))
  if (since === undefined) throw badRequest('give the time since when, as 2026-09-01T12:00')
  const { events } = webhooks.retryFailed(since, id === '' ? undefined : id)
  const address = id === '' ? list : addressOfWebhook(context)
  if (events === 0) {
    const nothing = markup`<p>Nothing is left to retry of what failed since ${moment(since)} (UTC).</p>`
    return withNote(context, address, 'plain', nothing)
  }
  const message = markup`<p><strong>${plural(events, 'event is', 'events are')} tried again</strong> that failed since ${moment(since)} (UTC).</p>`
  return withNote(context, address, 'good', message)
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

type Row = readonly [EndpointView, AttemptSummary]

const columns: readonly Column<Row>[] = [
  { name: 'kind', title: 'Webhook', of: ([endpoint]) => nameOf(endpoint) },
  { name: 'outcome', title: 'State', of: ([endpoint]) => stateBadge(endpoint) },
  ...statistics.map(([title, of]): Column<Row> => {
    return { name: 'count', title, isLabelled: true, of: ([, summary]) => of(summary) }
  }),
  {
    name: 'do',
    title: 'Actions',
    isUnseen: true,
    of: ([endpoint]) => markup`<div class="actions">${endpointButtons(endpoint, 'list')}</div>`,
  },
]

/** The webhooks of a partner, newest first, each with statistics of its deliveries. */
const showList: Show = (context) => {
  const { webhooks, query } = context
  const asked = fieldOf(query, 'page')
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1
  const endpoints = webhooks.endpoints()
  const rows = endpoints
    .slice((page - 1) * mostShown, page * mostShown)
    .map((endpoint): Row => [endpoint, webhooks.summary(endpoint.id)])
  const listed = table(
    'Webhooks, newest first',
    'webhooks',
    columns,
    bodyOf(columns, rows, ([{ id }]) => `w-${id}`),
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
])}
${endpoints.length === 0 ? undefined : retryBlock(context, '/console/retry', 'all webhooks that are enabled')}`,
  }
}

export const webhookListRoutes: readonly ConsoleRoute[] = [
  ['GET', '/webhooks', showList],
  ['POST', '/retry', retryFailed, () => list],
]
