import type { EndpointView } from '../../webhook-endpoints/webhook-service.js'
import { eventTypes } from '../../api/event-types.js'
import { addressOf } from '../input/address.js'
import { addressOfLog, type FilterName, isFiltered, type LogFilter } from '../input/filter.js'
import { type Markup, markup, type Content } from '../html/markup.js'
import { visibleLine } from '../html/visible-text.js'

/** The input of the search form above the log. */
export interface FiltersView {
  readonly filter: LogFilter
  readonly endpoints: readonly EndpointView[]
}

/** Limit on the webhooks offered as filters, because thousands would dominate the page. */
const mostOffered = 200
const longestOption = 60

const option = (value: string, text: Content, wanted: string): Markup =>
  markup`<option value="${value}"${value === wanted ? markup` selected` : undefined}>${text}</option>`

const offered = ({ endpoints, filter }: FiltersView): readonly EndpointView[] => [
  ...endpoints.slice(0, mostOffered),
  ...endpoints.slice(mostOffered).filter(({ id }) => id === filter.webhook),
]

const select = (name: FilterName, title: string, all: string, options: Content): Markup =>
  markup`<label>${title}<select name="${name}"><option value="">${all}</option>${options}</select></label>`

const input = (name: FilterName, title: string, { filter }: FiltersView, more: Content): Markup =>
  markup`<label>${title}<input name="${name}" value="${filter[name]}" autocomplete="off"${more}></label>`

const rare: readonly FilterName[] = ['customer', 'event', 'status', 'from', 'to']

const outcomeNames: Readonly<Record<string, string>> = { acknowledged: 'Acknowledged', failed: 'Failed' }

/** The search: a plain form whose state is entirely in the address. */
export function filterForm(view: FiltersView): Markup {
  const { filter } = view
  const isOpen = rare.some((name) => filter[name] !== '')
  return markup`<form class="filters" action="/console" role="search" aria-label="Attempts">${filter.view === '' ? undefined : markup`<input type="hidden" name="view" value="${filter.view}">`}
${input('text', 'Search', view, markup` type="search" placeholder="An ID, or text of the body"`)}
${select(
  'type',
  'Kind',
  'All kinds',
  eventTypes.map((kind) => option(kind, kind, filter.type)),
)}
${select(
  'webhook',
  'Webhook',
  'All webhooks',
  offered(view).map(({ id, label }) => option(id, visibleLine(label, longestOption), filter.webhook)),
)}
${select(
  'outcome',
  'Outcome',
  'All outcomes',
  Object.entries(outcomeNames).map(([value, text]) => option(value, text, filter.outcome)),
)}
<details class="more"${isOpen ? markup` open` : undefined}><summary>More</summary><div>
${input('customer', 'Customer ID', view, markup` spellcheck="false"`)}
${input('event', 'Event ID', view, markup` spellcheck="false"`)}
${input('status', 'Status', view, markup` placeholder="503, 5xx, none" spellcheck="false" class="short"`)}
${input('from', 'From (UTC)', view, markup` type="datetime-local" step="1"`)}
${input('to', 'Until (UTC)', view, markup` type="datetime-local" step="1"`)}
</div></details>
<button>Search</button>
</form>`
}

const chipNames: Readonly<Partial<Record<FilterName, string>>> = {
  text: 'Text',
  type: 'Kind',
  webhook: 'Webhook',
  outcome: 'Outcome',
  status: 'Status',
  customer: 'Customer',
  event: 'Event',
  from: 'From',
  to: 'Until',
}

const longestChip = 48

const valueOf = (name: FilterName, { filter, endpoints }: FiltersView): string => {
  const value = filter[name]
  if (name === 'webhook') return endpoints.find(({ id }) => id === value)?.label ?? value
  if (name === 'outcome') return outcomeNames[value] ?? value
  return name === 'from' || name === 'to' ? `${value.replace('T', ' ')} UTC` : value
}

const chip = (name: FilterName, title: string, view: FiltersView): Content =>
  view.filter[name] === ''
    ? undefined
    : markup`<li><a href="${addressOfLog(view.filter, { [name]: '', before: '' })}" id="${`without-${name}`}"><span class="unseen">Remove the filter </span>${title}: <bdi>${visibleLine(valueOf(name, view), longestChip)}</bdi> <span class="cross" aria-hidden="true"></span></a></li>`

/** The active filters, each with a link that removes it. */
export function filterChips(view: FiltersView): Content {
  if (!isFiltered(view.filter)) return undefined
  const all = addressOfLog(view.filter, {
    ...Object.fromEntries(Object.keys(chipNames).map((name) => [name, ''])),
    before: '',
  })
  return markup`<ul class="chips active" aria-label="Active filters">${Object.entries(chipNames).map(([name, title]) => chip(name as FilterName, title, view))}<li><a class="quiet" id="without-all" href="${all}">Clear all</a></li></ul>`
}

const views = [
  ['', 'Attempts'],
  ['events', 'Events'],
  ['requests', 'Requests'],
] as const

/** The switch between single attempts, attempts grouped by event, and requests of the API. */
export function viewSwitch(chosen: string, filter?: LogFilter): Markup {
  const addressOfView = (view: string): string => {
    if (view === 'requests') return '/console/requests'
    return filter === undefined ? addressOf('/console', { view }) : addressOfLog(filter, { view, before: '' })
  }
  const link = (view: string, name: string): Markup =>
    markup`<li><a id="${`view-${name.toLowerCase()}`}" href="${addressOfView(view)}"${chosen === view ? markup` aria-current="true"` : undefined}>${name}</a></li>`
  return markup`<nav aria-label="View"><ul class="switch">${views.map(([view, name]) => link(view, name))}</ul></nav>`
}
