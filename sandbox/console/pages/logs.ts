import type { AttemptView, EventView } from '../../webhook-endpoints/webhook-service.js'
import { addressOfLog, isFiltered } from '../input/filter.js'
import { type Markup, markup, type Content } from '../html/markup.js'
import { attemptPanel } from './attempt.js'
import { plural } from './components.js'
import { eventGroup } from './event-group.js'
import { attemptRow, columns, type RowView } from './attempt-row.js'
import { filterChips, filterForm, type FiltersView, viewSwitch } from './filters.js'
import type { Page } from './layout.js'

/** The input of the log page. */
export interface LogView extends FiltersView, RowView {
  /** Single attempts, or attempts grouped by event. */
  readonly items: readonly AttemptView[] | { readonly events: readonly EventView[] }
  readonly next?: string
  readonly selected?: AttemptView
  /** The event of the selected attempt. */
  readonly event?: EventView
  readonly notice?: Markup
}

const nothing = ({ filter, endpoints }: LogView): Markup => {
  if (isFiltered(filter) || filter.before !== '')
    return markup`<h2>Nothing fits</h2><p>No attempt that is kept fits this search.</p><p><a class="button" href="${addressOfLog({ ...filter, text: '', type: '', webhook: '', outcome: '', status: '', customer: '', event: '', from: '', to: '', before: '' })}">Show all attempts</a></p>`
  if (endpoints.length === 0)
    return markup`<h2>No webhook yet</h2><p>Add the URL of your receiver, and every event is delivered to it from then on.</p><p><a class="button primary" href="/console/webhooks/new">Add a webhook</a></p>`
  return markup`<h2>Nothing was delivered yet</h2><p>Change something by the API, or send a ping to see a delivery here.</p><p><a class="button" href="/console/webhooks">Ping a webhook</a></p>`
}

const pages = ({ filter, next }: LogView): Content => {
  if (filter.before === '' && next === undefined) return undefined
  return markup`<nav class="pages" aria-label="Pages">
${filter.before === '' ? undefined : markup`<a class="button" href="${addressOfLog(filter, { before: '' })}">Newest</a>`}
${next === undefined ? undefined : markup`<a class="button" href="${addressOfLog(filter, { before: next })}">Older</a>`}
</nav>`
}

const heads = (): Content =>
  columns.map(([name, title]) => markup`<th scope="col" role="columnheader" class="${name}">${title}</th>`)

const isGrouped = (items: LogView['items']): items is { readonly events: readonly EventView[] } =>
  'events' in items

const rows = (view: LogView): Content =>
  isGrouped(view.items)
    ? view.items.events.map((event) => eventGroup(event, view))
    : markup`<tbody role="rowgroup" id="attempts" data-merge>${view.items.map((attempt) => attemptRow(attempt, view))}</tbody>`

// Repeats the implicit roles, because the phone layout changes `display`, with which some browsers drop them.
const table = (
  view: LogView,
): Markup => markup`<table class="log" role="table" aria-label="${isGrouped(view.items) ? 'Events with their attempts, newest first' : 'Attempts to deliver, newest first'}">
<thead role="rowgroup"><tr role="row">${heads()}</tr></thead>
${rows(view)}
</table>`

const countOf = ({ items }: LogView): number => (isGrouped(items) ? items.events.length : items.length)

/** The content of the list in a sentence, for screen readers. */
const summary = (view: LogView): string => {
  const count = countOf(view)
  if (count === 0) return isFiltered(view.filter) ? 'Nothing fits' : 'Nothing is listed'
  const counted = plural(count, isGrouped(view.items) ? 'event' : 'attempt')
  return view.next === undefined ? counted : `${counted} on this page, and older ones`
}

const titleOf = ({ selected, filter }: LogView): string => {
  if (selected !== undefined)
    return `${selected.type}, ${selected.acknowledged ? 'acknowledged' : 'failed'} - Delivery logs`
  return isFiltered(filter) ? 'Delivery logs, filtered' : 'Delivery logs'
}

const live = markup`<p class="live" id="live" hidden><span id="live-state">Live</span> <button type="button" class="quiet" id="live-switch">Pause</button></p>`

const keys = markup`<p class="keys" hidden><kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>Esc</kbd> close</p>`

/** The log of attempts, newest first, with the selected one beside it. */
export function logPage(view: LogView): Page {
  const isNewest = view.filter.before === ''
  return {
    title: titleOf(view),
    tab: 'logs',
    content: markup`<div class="headline"><h1>Delivery logs</h1>${isNewest ? live : undefined}</div>
<div id="notices">${view.notice}</div>
<div id="search">${view.endpoints.length === 0 ? undefined : filterForm(view)}<div class="bar">${viewSwitch(view.filter.view, view.filter)}${view.endpoints.length === 0 ? undefined : markup`${filterChips(view)}${keys}`}</div></div>
<div class="${`sides${view.selected === undefined ? '' : ' chosen'}`}" id="sides">
<div class="list" id="log" data-summary="${summary(view)}"${isNewest ? markup` data-live` : undefined}>${countOf(view) === 0 ? markup`<div class="empty">${nothing(view)}</div>` : table(view)}${pages(view)}</div>
<div id="side">${view.selected === undefined ? undefined : attemptPanel(view.selected, view, view.event)}</div>
</div>`,
  }
}
