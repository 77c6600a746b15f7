import { eventTypes, isEventType } from '../api/event-types.js'
import type { QueryPairs } from '../pipeline/request.js'
import type { EndpointView } from '../webhook-endpoints/webhook-service.js'
import { type AttemptQuery, isCursor } from '../webhooks/attempts.js'
import { type Content, type Markup, markup, visibleLine } from './markup.js'
import { addressOf, fieldOf } from './request.js'

interface Field {
  /** Absent for parameters of the list, which are not filters and stay when filters are cleared. */
  readonly title?: string
  readonly fits?: (text: string) => boolean
  /** Its input is behind "More" in the form. */
  readonly isRare?: true
}

type FilterName = 'text' | 'type' | 'webhook' | 'outcome' | 'customer' | 'event' | 'before'

const outcomes: Readonly<Record<string, string>> = { acknowledged: 'Acknowledged', failed: 'Failed' }

/** The parameters in the address of the log, in the order of the form. */
const fields: Readonly<Record<FilterName, Field>> = {
  text: { title: 'Search' },
  type: { title: 'Kind', fits: isEventType },
  webhook: { title: 'Webhook' },
  outcome: { title: 'Outcome', fits: (text) => Object.hasOwn(outcomes, text) },
  customer: { title: 'Customer ID', isRare: true },
  event: { title: 'Event ID', isRare: true },
  /** The cursor at the end of the previous page. */
  before: { fits: isCursor },
}

/** The filter of the log, as in the address; unset members are empty. */
export type LogFilter = Readonly<Record<FilterName, string>>

const entries = Object.entries(fields) as readonly [FilterName, Field][]
const longestValue = 200

/** The filter of an address, and the names of its invalid parameters. */
export function filterOf(query: QueryPairs) {
  const read = entries.map(([name, { fits }]) => {
    const value = fieldOf(query, name).trim()
    const isTaken = value === '' || (value.length <= longestValue && (fits?.(value) ?? true))
    return { name, value: isTaken ? value : '', isTaken }
  })
  return {
    filter: Object.fromEntries(read.map(({ name, value }) => [name, value])) as LogFilter,
    unknown: read.flatMap(({ name, isTaken }) => (isTaken ? [] : [name])),
  }
}

/** Whether an address has empty parameters, as forms send them without script. */
export function hasEmpty(query: QueryPairs): boolean {
  return entries.some(([name]) => query.get(name)?.includes('') ?? false)
}

/** Whether a filter is set, apart from paging. */
export function isFiltered(filter: LogFilter): boolean {
  return entries.some(([name, { title }]) => title !== undefined && filter[name] !== '')
}

/** The address of the log with a changed filter. */
export function addressOfLog(
  filter: Partial<LogFilter>,
  more: Readonly<Partial<Record<FilterName | 'attempt', string>>> = {},
): string {
  return addressOf('/console', { ...filter, ...more })
}

/** Converts a filter of the log to a query of the service. */
export function queryOfLog(filter: LogFilter): AttemptQuery {
  const { webhook: webhookId, customer: customerId, event: eventId, ...others } = filter
  const wanted = { webhookId, customerId, eventId, ...others }
  // An invalid outcome was removed when the address was read.
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''))
}

/** The input of the search form above the log. */
export interface FiltersView {
  readonly filter: LogFilter
  readonly endpoints: readonly EndpointView[]
}

/** Limit on the webhooks offered as filters, because thousands would dominate the page. */
const mostOffered = 200
const longestOption = 60

/** The search: a plain form whose state is entirely in the address. */
export function filterForm({ filter, endpoints }: FiltersView): Markup {
  const input = (name: FilterName, attributes: Content): Markup =>
    markup`<label>${fields[name].title}<input name="${name}" value="${filter[name]}" autocomplete="off"${attributes}></label>`
  const select = (name: FilterName, all: string, options: readonly (readonly [string, string])[]): Markup =>
    markup`<label>${fields[name].title}<select name="${name}"><option value="">${all}</option>
${options.map(([value, text]) => markup`<option value="${value}"${value === filter[name] && markup` selected`}>${text}</option>`)}</select></label>`
  const types = eventTypes.map((type) => [type, type] as const)
  const webhooks = endpoints
    .filter(({ id }, index) => index < mostOffered || id === filter.webhook)
    .map(({ id, label }) => [id, visibleLine(label, longestOption)] as const)
  const rare = entries.filter(([, { isRare }]) => isRare)
  const isOpen = rare.some(([name]) => filter[name] !== '')
  return markup`<form class="filters" action="/console" role="search" aria-label="Attempts">
${input('text', markup` type="search" placeholder="An ID, or text of the body"`)}
${select('type', 'All kinds', types)}
${select('webhook', 'All webhooks', webhooks)}
${select('outcome', 'All outcomes', Object.entries(outcomes))}
<details${isOpen && markup` open`}><summary>More</summary><div>${rare.map(([name]) => input(name, markup` spellcheck="false"`))}</div></details>
<button>Search</button>
</form>`
}

const longestChip = 48

const valueOf = (name: FilterName, { filter, endpoints }: FiltersView): string => {
  const value = filter[name]
  if (name === 'webhook') return endpoints.find(({ id }) => id === value)?.label ?? value
  return name === 'outcome' ? (outcomes[value] ?? value) : value
}

/** The active filters, each with a link that removes it. */
export function filterChips(view: FiltersView): Content {
  const { filter } = view
  if (!isFiltered(filter)) return undefined
  const chip = ([name, { title }]: readonly [FilterName, Field]): Content =>
    title === undefined || filter[name] === ''
      ? undefined
      : markup`<li><a class="button small" href="${addressOfLog(filter, { [name]: '', before: '' })}" id="${`without-${name}`}"><span class="unseen">Remove the filter </span>${title}: <bdi>${visibleLine(valueOf(name, view), longestChip)}</bdi> <span aria-hidden="true">×</span></a></li>`
  return markup`<ul class="choices" aria-label="Active filters">${entries.map(chip)}<li><a class="quiet" id="without-all" href="/console">Clear all</a></li></ul>`
}
