import { Refusal } from '../primitives/refusal.js'
import type { AttemptView, EventView } from '../webhook-endpoints/views.js'
import type { WebhookService } from '../webhook-endpoints/webhook-service.js'
import { attemptPanel, eventBadge, type LogView, retryButton } from './attempt.js'
import { type Act, type ConsoleContext, type ConsoleRoute, type Show, withNote } from './context.js'
import {
  addressOfAll,
  addressOfLog,
  filterChips,
  filterForm,
  filterOf,
  hasEmpty,
  isFiltered,
  type LogFilter,
  queryOfLog,
} from './filter.js'
import { type Content, type Markup, markup, visibleText } from './markup.js'
import {
  badge,
  type Column,
  duration,
  label,
  links,
  moment,
  nothing,
  notice,
  outcomeBadge,
  pager,
  plural,
  table,
  rowOf,
  verdict,
} from './parts.js'
import { fieldOf } from './request.js'

const attemptsOnPage = 50
const eventsOnPage = 20
/** Limit on the listed attempts of one event; the others are behind a link. */
const attemptsOfEvent = 5

const dateLength = 10

/** The time of a row; the date is omitted on narrow pages if it is today. */
const rowMoment = (at: Date, now: Date): Markup => {
  const isToday = now.toISOString().startsWith(at.toISOString().slice(0, dateLength))
  return markup`<span class="${isToday ? 'today' : ''}">${moment(at)}</span>`
}

/** The link of a row, which the arrow keys move between. Its name tells rows of one kind apart. */
const rowLink = (attempt: AttemptView, { filter, selected }: LogView): Markup => {
  const isOpen = attempt.id === selected?.id
  const about = `, ${attempt.acknowledged ? 'acknowledged' : 'failed'}, ${attempt.at.toISOString().slice(11, 19)}`
  return markup`<a id="${`o-${attempt.id}`}" data-row href="${addressOfLog(filter, { attempt: attempt.id })}"${isOpen && markup` aria-current="true"`}>${attempt.type}<span class="unseen">${about}</span></a>${attempt.trigger === 'manual' ? markup` <span class="tag soft">by hand</span>` : undefined}`
}

const columnsOf = (view: LogView): readonly Column<AttemptView>[] => [
  { name: 'outcome', title: 'Outcome', of: outcomeBadge },
  { name: 'kind', title: 'Kind', of: (attempt) => rowLink(attempt, view) },
  { name: 'to', title: 'Webhook', of: (attempt) => label(attempt.label) },
  {
    name: 'answer',
    title: 'Response',
    of: ({ status, failure }) => status ?? visibleText(failure ?? 'no answer'),
  },
  { name: 'took', title: 'Duration', of: (attempt) => duration(attempt.duration) },
  { name: 'at', title: 'Time (UTC)', of: ({ at }) => rowMoment(at, view.now) },
  { name: 'do', title: 'Action', isUnseen: true, of: (attempt) => retryButton(attempt, view, 'row') },
]

const rowsOf = (attempts: readonly AttemptView[], view: LogView): Content => {
  const columns = columnsOf(view)
  return attempts.map((attempt) =>
    rowOf(columns, attempt, `a-${attempt.id}`, attempt.id === view.selected?.id),
  )
}

/** An event with its delivery attempts, newest first. */
const eventGroup = (event: EventView, view: LogView): Markup => {
  const { id, attempts, customerId } = event
  const failed = attempts.filter(({ acknowledged }) => !acknowledged).length
  const width = columnsOf(view).length
  const only = addressOfLog(view.filter, { event: id, before: '' })
  const all = addressOfLog(view.filter, { event: id, view: '', before: '' })
  return markup`<tbody role="rowgroup" id="${`e-${id}`}">
<tr role="row" class="event"><th role="rowheader" scope="rowgroup" colspan="${width}"><div class="actions"><a data-row id="${`f-${id}`}" href="${only}">${event.type}</a>${eventBadge(event)}<span>${plural(attempts.length, 'attempt')}${failed === 0 ? '' : `, ${failed.toLocaleString('en-US')} failed`}</span>${customerId !== '' && markup`<span>customer <code>${visibleText(customerId)}</code></span>`}${moment(event.createdAt)}</div></th></tr>
${rowsOf(attempts.slice(0, attemptsOfEvent), view)}${attempts.length <= attemptsOfEvent ? undefined : markup`<tr role="row" class="event"><td role="cell" colspan="${width}"><a data-row id="${`m-${id}`}" href="${all}">All ${plural(attempts.length, 'attempt')}</a></td></tr>`}</tbody>
`
}

interface Listed {
  readonly count: number
  readonly noun: string
  readonly name: string
  readonly bodies: Content
  readonly next?: string
}

const listOf = (webhooks: WebhookService, view: LogView): Listed => {
  const query = queryOfLog(view.filter)
  if (view.filter.view === 'events') {
    const { items, ...rest } = webhooks.events(query, eventsOnPage)
    const bodies = items.map((event) => eventGroup(event, view))
    return { ...rest, count: items.length, noun: 'event', name: 'Events with their attempts', bodies }
  }
  const { items, ...rest } = webhooks.attempts(query, attemptsOnPage)
  const bodies = markup`<tbody role="rowgroup" id="attempts">${rowsOf(items, view)}</tbody>`
  return { ...rest, count: items.length, noun: 'attempt', name: 'Attempts to deliver', bodies }
}

/** The content of the list in a sentence, for screen readers. */
const summaryOf = ({ count, noun, next }: Listed, filter: LogFilter): string => {
  if (count === 0) return isFiltered(filter) ? 'Nothing fits' : 'Nothing is listed'
  return next === undefined ? plural(count, noun) : `${plural(count, noun)} on this page, and older ones`
}

const emptyOf = (filter: LogFilter, hasWebhooks: boolean): Markup => {
  if (isFiltered(filter) || filter.before !== '')
    return nothing(
      'Nothing fits',
      'No attempt that is kept fits this search.',
      markup`<a class="button" href="${addressOfAll(filter)}">Show all attempts</a>`,
    )
  return hasWebhooks
    ? nothing(
        'Nothing was delivered yet',
        'Change something by the API, or send a ping to see a delivery here.',
        markup`<a class="button" href="/console/webhooks">Ping a webhook</a>`,
      )
    : noWebhook('No webhook yet')
}

/** What to do where there is no webhook. */
export function noWebhook(title: string): Markup {
  return nothing(
    title,
    'Add the URL of your receiver, and every event is delivered to it from then on.',
    markup`<a class="button primary" href="/console/webhooks/new">Add a webhook</a>`,
  )
}

/** The switch between single attempts, attempts grouped by event, and requests of the API. */
export function viewSwitch(chosen: string, filter: Partial<LogFilter> = {}): Markup {
  return links('View', 'choices', [
    ['Attempts', addressOfLog(filter, { view: '', before: '' }), chosen === '', 'view-attempts'],
    ['Events', addressOfLog(filter, { view: 'events', before: '' }), chosen === 'events', 'view-events'],
    ['Requests', '/console/requests', chosen === 'requests', 'view-requests'],
  ])
}

const live = markup`<p class="scripted" id="live">${badge('plain', 'Connecting…')} <button type="button" class="quiet" id="live-switch">Pause</button></p>`
const keys = markup`<p class="keys scripted soft"><kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>Esc</kbd> close</p>`

const goneNotice = notice(
  'bad',
  markup`<p>This attempt is not there, or not any more: the newest 1,000 of each webhook are kept.</p>`,
)

/** The attempt of an address; absent if it is gone, since the log only keeps the newest. */
const attemptOf = (webhooks: WebhookService, id: string): AttemptView | undefined => {
  try {
    return webhooks.attempt(id)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const noticeOf = (isGone: boolean, unknown: readonly string[]): Markup | undefined => {
  if (isGone) return goneNotice
  if (unknown.length === 0) return undefined
  return notice('bad', markup`<p>This search was not understood, and left out: ${unknown.join(', ')}.</p>`)
}

const titleOf = ({ selected, filter }: LogView): string => {
  if (selected !== undefined)
    return `${selected.type}, ${selected.acknowledged ? 'acknowledged' : 'failed'} - Delivery logs`
  return isFiltered(filter) ? 'Delivery logs, filtered' : 'Delivery logs'
}

/** The log of attempts, newest first, with the selected one beside it. */
const showLog: Show = ({ webhooks, query, now }) => {
  const { filter, unknown } = filterOf(query)
  if (hasEmpty(query)) return addressOfLog(filter)
  const id = fieldOf(query, 'attempt')
  const selected = id === '' ? undefined : attemptOf(webhooks, id)
  const isGone = id !== '' && selected === undefined
  const endpoints = webhooks.endpoints()
  const hasWebhooks = endpoints.length > 0
  const enabled = new Set(endpoints.flatMap(({ id: one, enabled: is }) => (is ? [one] : [])))
  const view = { filter, enabled, now, endpoints, selected }
  const listed = listOf(webhooks, view)
  const isNewest = filter.before === ''
  return {
    title: titleOf(view),
    heading: 'Delivery logs',
    tab: '/console',
    status: isGone ? 404 : 200,
    tools: isNewest ? live : undefined,
    notice: noticeOf(isGone, unknown),
    content: markup`<div id="search">${hasWebhooks ? filterForm(view) : undefined}<div class="bar">${viewSwitch(filter.view, filter)}${hasWebhooks ? markup`${filterChips(view)}${keys}` : undefined}</div></div>
<div class="${selected === undefined ? 'sides' : 'sides chosen'}">
<div class="list" id="log" data-summary="${summaryOf(listed, filter)}"${isNewest && markup` data-live`}>${
      listed.count === 0
        ? emptyOf(filter, hasWebhooks)
        : table(`${listed.name}, newest first`, 'log', columnsOf(view), listed.bodies)
    }${pager([
      ['Newest', !isNewest && addressOfLog(filter, { before: '' })],
      ['Older', listed.next !== undefined && addressOfLog(filter, { before: listed.next })],
    ])}</div>
${selected !== undefined && attemptPanel(selected, view, webhooks.event(selected.eventId))}
</div>`,
  }
}

const isOpen = ({ query }: ConsoleContext): boolean => fieldOf(query, 'open') !== ''

const retry: Act = async (context) => {
  const { webhooks, id, query } = context
  const attempt = await webhooks.retry(id)
  const { filter } = filterOf(query)
  const kind = attempt.acknowledged ? 'good' : 'bad'
  const opened = addressOfLog(filter, { attempt: attempt.id })
  if (isOpen(context)) return withNote(context, opened, kind, verdict('Retry', attempt))
  const message = markup`${verdict('Retry', attempt)}<p><a href="${opened}">See the attempt</a></p>`
  return withNote(context, addressOfLog(filter), kind, message)
}

const backOfRetry = (context: ConsoleContext): string =>
  addressOfLog(filterOf(context.query).filter, isOpen(context) ? { attempt: context.id } : {})

/** The log of deliveries, and retrying a failed one. */
export const logRoutes: readonly ConsoleRoute[] = [
  ['GET', '', showLog],
  ['POST', '/attempts/:id/retry', retry, backOfRetry],
]
