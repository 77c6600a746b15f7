import type { AttemptView, Page } from '../webhook-endpoints/webhook-service.js'
import { attemptPanel, type LogView, retryButton } from './attempt.js'
import { type Act, type ConsoleContext, type ConsoleRoute, type Show, withNote } from './context.js'
import {
  addressOfLog,
  filterChips,
  filterForm,
  filterOf,
  hasEmpty,
  isFiltered,
  type LogFilter,
  queryOfLog,
} from './filter.js'
import { type Markup, markup, visibleText } from './markup.js'
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
  bodyOf,
} from './parts.js'
import { fieldOf } from './request.js'
import type { LoggedRequest } from '../pipeline/hooks.js'

const attemptsOnPage = 50

/** The time of a row; the date is omitted on narrow pages if it is today. */
const rowMoment = (at: Date, now: Date): Markup => {
  const isToday = now.toISOString().startsWith(at.toISOString().slice(0, 10))
  return markup`<span class="${isToday ? 'today' : ''}">${moment(at)}</span>`
}

/** The link of a row, which the arrow keys move between. Its name tells rows of one kind apart. */
const rowLink = (attempt: AttemptView, { filter, selected }: LogView): Markup => {
  const isOpen = attempt.id === selected?.id
  const about = `, ${attempt.acknowledged ? 'acknowledged' : 'failed'}, ${attempt.at.toISOString().slice(11, 19)}`
  return markup`<a id="${`o-${attempt.id}`}" data-row href="${addressOfLog(filter, { attempt: attempt.id })}"${isOpen && markup` aria-current="true"`}>${attempt.type}<span class="unseen">${about}</span></a>${attempt.trigger === 'manual' ? markup` <span class="tag soft">by hand</span>` : undefined}`
}

const responseOf = ({ status, failure = 'no response' }: AttemptView) => status ?? visibleText(failure)

const columnsOf = (view: LogView): readonly Column<AttemptView>[] => [
  { name: 'outcome', title: 'Outcome', of: outcomeBadge },
  { name: 'kind', title: 'Kind', of: (attempt) => rowLink(attempt, view) },
  { name: 'to', title: 'Webhook', of: (attempt) => label(attempt.label) },
  { name: 'answer', title: 'Response', of: responseOf },
  { name: 'took', title: 'Duration', of: (attempt) => duration(attempt.duration) },
  { name: 'at', title: 'Time (UTC)', of: ({ at }) => rowMoment(at, view.now) },
  { name: 'do', title: 'Action', isUnseen: true, of: (attempt) => retryButton(attempt, view, 'row') },
]

const listOf = (attempts: readonly AttemptView[], view: LogView): Markup => {
  const columns = columnsOf(view)
  const rows = attempts.map((attempt) => rowOf(columns, attempt, `a-${attempt.id}`))
  const body = markup`<tbody role="rowgroup" id="attempts">${rows}</tbody>`
  return table('Attempts to deliver, newest first', 'log', columns, body)
}

/** The content of the list in a sentence, for screen readers. */
const summaryOf = ({ items: { length }, next }: Page<AttemptView>, filter: LogFilter): string => {
  if (length === 0) return isFiltered(filter) ? 'Nothing fits' : 'Nothing is listed'
  const count = plural(length, 'attempt')
  return next === undefined ? count : `${count} on this page, and older ones`
}

const emptyOf = (filter: LogFilter, hasWebhooks: boolean): Markup => {
  const all = markup`<a class="button" href="/console">Show all attempts</a>`
  if (isFiltered(filter) || filter.before !== '')
    return nothing('Nothing fits', 'No stored attempt matches this search.', all)
  if (!hasWebhooks) return noWebhook('No webhook yet')
  const advice = 'Change something by the API, or send a ping to see a delivery here.'
  const ping = markup`<a class="button" href="/console/webhooks">Ping a webhook</a>`
  return nothing('Nothing was delivered yet', advice, ping)
}

/** The link to the form for a new webhook. */
export const newWebhookLink = markup`<a class="button primary" href="/console/webhooks/new">Add a webhook</a>`

/** The advice if there is no webhook. */
export function noWebhook(title: string): Markup {
  const advice = 'Add the URL of your receiver, and every event is delivered to it from then on.'
  return nothing(title, advice, newWebhookLink)
}

/** The switch between attempts and requests of the API. */
const viewSwitch = (chosen: 'attempts' | 'requests', filter: Partial<LogFilter> = {}): Markup =>
  links('View', 'choices', [
    ['Attempts', addressOfLog(filter, { before: '' }), chosen === 'attempts', 'view-attempts'],
    ['Requests', '/console/requests', chosen === 'requests', 'view-requests'],
  ])

const live = markup`<p class="scripted" id="live">${badge('good', 'Live')} <button type="button" class="quiet" id="live-switch">Pause</button></p>`
const keys = markup`<p class="keys scripted soft"><kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>Esc</kbd> close</p>`

const noticeOf = (isGone: boolean, unknown: readonly string[]): Markup | undefined => {
  if (!isGone && unknown.length === 0) return undefined
  const text = isGone
    ? 'This attempt does not exist or no longer exists: the newest 1,000 of each webhook are kept.'
    : `These search parameters are invalid and ignored: ${unknown.join(', ')}.`
  return notice('bad', markup`<p>${text}</p>`)
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
  const selected = webhooks.knownAttempt(id)
  const isGone = id !== '' && selected === undefined
  const endpoints = webhooks.endpoints()
  const hasWebhooks = endpoints.length > 0
  const enabled = new Set(endpoints.flatMap(({ id: one, enabled: is }) => (is ? [one] : [])))
  const view = { filter, enabled, now, endpoints, selected }
  const listed = webhooks.attempts(queryOfLog(filter), attemptsOnPage)
  const isNewest = filter.before === ''
  return {
    title: titleOf(view),
    heading: 'Delivery logs',
    tab: '/console',
    status: isGone ? 404 : 200,
    tools: isNewest ? live : undefined,
    notice: noticeOf(isGone, unknown),
    content: markup`<div id="search">${hasWebhooks && filterForm(view)}<div class="bar">${viewSwitch('attempts', filter)}${hasWebhooks && [filterChips(view), keys]}</div></div>
<div class="${selected === undefined ? 'sides' : 'sides chosen'}">
<div class="list" id="log" data-summary="${summaryOf(listed, filter)}"${isNewest && markup` data-live`}>${
      listed.items.length === 0 ? emptyOf(filter, hasWebhooks) : listOf(listed.items, view)
    }${pager([
      ['Newest', !isNewest && addressOfLog(filter, { before: '' })],
      ['Older', listed.next !== undefined && addressOfLog(filter, { before: listed.next })],
    ])}</div>
${selected !== undefined && attemptPanel(selected, view)}
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

const requestColumns: readonly Column<LoggedRequest>[] = [
  {
    name: 'outcome',
    title: 'Status',
    of: ({ status }) => badge(status < 400 ? 'good' : 'bad', String(status)),
  },
  {
    name: 'kind',
    title: 'Request',
    of: ({ method, url, operationId, refusal }) =>
      markup`<code>${method} ${visibleText(url)}</code> <span class="soft">${operationId}</span>
${refusal !== undefined && markup`<p><code>${visibleText(refusal)}</code></p>`}`,
  },
  { name: 'answer', title: 'Version', of: ({ version }) => version ?? 'none' },
  { name: 'took', title: 'Duration', of: ({ duration: took }) => duration(took) },
  { name: 'at', title: 'Time (UTC)', of: ({ at }) => moment(at) },
]

const showRequests: Show = ({ query, requests }) => {
  const onlyRefused = fieldOf(query, 'only') === 'refused'
  const shown = requests().filter(({ status }) => !onlyRefused || status >= 400)
  const choices = links('Requests', 'choices', [
    ['All', '/console/requests', !onlyRefused],
    ['Refused', '/console/requests?only=refused', onlyRefused],
  ])
  return {
    title: onlyRefused ? 'API requests, refused' : 'API requests',
    heading: 'API requests',
    tab: '/console',
    content: markup`<p class="soft">The latest requests of this API key, newest first, and those without a known key by their path alone. They are kept in memory.</p>
<div class="bar">${viewSwitch('requests')}${choices}</div>
${
  shown.length === 0
    ? nothing('No request yet', markup`Call the API below <code>/api</code>, and load this page again.`)
    : markup`<div class="list">${table('Requests, newest first', 'requests', requestColumns, bodyOf(requestColumns, shown))}</div>`
}`,
  }
}

/** The log of deliveries, retrying a failed one, and the requests of the API. */
export const logRoutes: readonly ConsoleRoute[] = [
  ['GET', '', showLog],
  ['POST', '/attempts/:id/retry', retry, backOfRetry],
  ['GET', '/requests', showRequests],
]
