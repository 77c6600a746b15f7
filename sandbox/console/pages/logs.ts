import type { AttemptQuery } from '../../webhooks/attempts.js'
import type { AttemptView, EndpointView } from '../../webhook-endpoints/webhook-service.js'
import { addressOf, isFiltered, parametersOf, types } from '../input/filter.js'
import { type Markup, markup, type Content } from '../html/markup.js'
import { attemptPanel, retryForm } from './attempt.js'
import type { Page } from './layout.js'
import { answerOf, duration, label, moment, outcomeBadge } from './components.js'

/** The data of the log page. */
export interface LogView {
  readonly filter: AttemptQuery
  readonly endpoints: readonly EndpointView[]
  readonly items: readonly AttemptView[]
  readonly next?: string
  readonly selected?: AttemptView
  readonly notice?: Markup
  readonly token: string
}

/** Webhooks that are offered to filter by: a list of thousands would be the larger part of the page. */
const mostOffered = 200
const longestOption = 60

const chosen = (is: boolean): Content => (is ? markup` selected` : undefined)

const option = (value: string, text: Content, wanted: string | undefined): Markup =>
  markup`<option value="${value}"${chosen(value === wanted)}>${text}</option>`

const offered = ({ endpoints, filter }: LogView): readonly EndpointView[] => [
  ...endpoints.slice(0, mostOffered),
  ...endpoints.slice(mostOffered).filter(({ id }) => id === filter.webhookId),
]

// An option holds text and no elements: what cannot be seen in a label is left out of it.
const optionText = (text: string): string => {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '\uFFFD')
  return plain.length > longestOption ? `${plain.slice(0, longestOption)}…` : plain
}

const filters = (view: LogView): Markup => {
  const { webhookId, type, outcome } = view.filter
  return markup`<form class="filters" action="/console" aria-label="Filter">
<label>Webhook <select name="webhook"><option value="">All webhooks</option>${offered(view).map((endpoint) => option(endpoint.id, optionText(endpoint.label), webhookId))}</select></label>
<label>Kind <select name="type"><option value="">All kinds</option>${types.map((kind) => option(kind, kind, type))}</select></label>
<label>Outcome <select name="outcome"><option value="">All outcomes</option>${option('acknowledged', 'Acknowledged', outcome)}${option('failed', 'Failed', outcome)}</select></label>
<button>Filter</button>
${isFiltered(view.filter) ? markup`<a href="/console">Clear</a>` : undefined}
</form>`
}

const addressOfAttempt = (attempt: AttemptView, { filter }: LogView): string =>
  addressOf('/console', { ...parametersOf(filter), attempt: attempt.id })

const retryIn = (attempt: AttemptView, view: LogView): Content => {
  const isEnabled = view.endpoints.some(({ id, enabled }) => id === attempt.webhookId && enabled)
  return attempt.acknowledged || !isEnabled ? undefined : retryForm(attempt, view.token, view.filter)
}

const row = (attempt: AttemptView, view: LogView): Markup => {
  const isOpen = attempt.id === view.selected?.id
  return markup`<tr role="row" id="${`a-${attempt.id}`}"${isOpen ? markup` class="open"` : undefined}>
<td role="cell" class="outcome">${outcomeBadge(attempt)}</td>
<td role="cell" class="kind"><a href="${addressOfAttempt(attempt, view)}"${isOpen ? markup` aria-current="true"` : undefined}>${attempt.type}</a>${attempt.trigger === 'manual' ? markup` <span class="soft trigger">by hand</span>` : undefined}</td>
<td role="cell" class="to">${label(attempt.label)}</td>
<td role="cell" class="answer">${answerOf(attempt)}</td>
<td role="cell" class="took">${duration(attempt.duration)}</td>
<td role="cell" class="at">${moment(attempt.at)}</td>
<td role="cell" class="do">${retryIn(attempt, view)}</td>
</tr>
`
}

const nothing = ({ filter, endpoints }: LogView): Markup => {
  if (isFiltered(filter) || filter.before !== undefined)
    return markup`<p>No attempt fits. <a href="/console">Show all attempts</a></p>`
  if (endpoints.length === 0)
    return markup`<p>No webhook is registered yet.</p><p><a class="button" href="/console/webhooks/new">Add a webhook</a></p>`
  return markup`<p>Nothing was delivered yet. Change something by the API, or <a href="/console/webhooks">ping a webhook</a>.</p>`
}

const pages = ({ filter, next }: LogView): Content => {
  if (filter.before === undefined && next === undefined) return undefined
  const newest = { ...parametersOf(filter), before: undefined }
  return markup`<nav class="pages" aria-label="Pages">
${filter.before === undefined ? undefined : markup`<a href="${addressOf('/console', newest)}">Newest attempts</a>`}
${next === undefined ? undefined : markup`<a href="${addressOf('/console', { ...newest, before: next })}">Older attempts</a>`}
</nav>`
}

// The roles are those that the elements have: on a phone they are laid out otherwise, and some browsers forget.
const table = (view: LogView): Markup => markup`<table class="log" role="table">
<caption class="unseen">Attempts to deliver, newest first</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Outcome</th><th scope="col" role="columnheader">Kind</th><th scope="col" role="columnheader">Webhook</th><th scope="col" role="columnheader">Response</th><th scope="col" role="columnheader">Duration</th><th scope="col" role="columnheader">Time (UTC)</th><th scope="col" role="columnheader"><span class="unseen">Action</span></th></tr></thead>
<tbody role="rowgroup" id="attempts" data-merge>${view.items.map((attempt) => row(attempt, view))}</tbody>
</table>`

const titleOf = ({ selected, filter }: LogView): string => {
  if (selected !== undefined)
    return `${selected.type}, ${selected.acknowledged ? 'acknowledged' : 'failed'} - Delivery logs`
  return isFiltered(filter) ? 'Delivery logs, filtered' : 'Delivery logs'
}

/** The log of attempts, newest first, with one of them beside it where one is chosen. */
export function logPage(view: LogView): Page {
  return {
    title: titleOf(view),
    tab: 'logs',
    content: markup`<div class="headline"><h1>Delivery logs</h1>${view.filter.before === undefined ? markup`<p class="live" id="live" hidden><span id="live-state">Live</span> <button type="button" class="quiet" id="live-switch">Pause</button></p>` : undefined}</div>
<p class="soft">Every attempt, newest first, by the clock of the sandbox. The newest 1,000 of each webhook are kept.</p>
${view.notice}
${view.endpoints.length === 0 ? undefined : filters(view)}
<div class="sides${view.selected === undefined ? '' : ' chosen'}">
<div class="list"${view.filter.before === undefined ? markup` id="log" data-live` : undefined}>${view.items.length === 0 ? markup`<div class="empty">${nothing(view)}</div>` : table(view)}${pages(view)}</div>
${view.selected === undefined ? undefined : attemptPanel(view.selected, { ...view, enabled: view.endpoints.some(({ id, enabled }) => id === view.selected?.webhookId && enabled) })}
</div>`,
  }
}
