import type { AttemptView, WebhookService } from '../webhook-endpoints/webhook-service.js'
import { addressOfLog, filterOf, hasEmpty, type LogFilter } from './input/filter.js'
import { type LogView, logPage } from './pages/logs.js'
import { notice, type ConsoleResponse } from './pages/layout.js'
import { verdict } from './pages/components.js'
import { markup } from './html/markup.js'
import { fieldOf } from './input/request.js'
import { attemptIn, attemptGone } from './stored-attempt.js'
import { queryOfLog } from './log-query.js'
import { noteOf, withNote, type ConsoleRoute, type ConsoleContext } from './console-context.js'

const page = 50
const eventPage = 20

const chosen = ({ webhooks, query }: ConsoleContext): AttemptView | 'gone' | undefined => {
  const id = fieldOf(query, 'attempt')
  return id === '' ? undefined : (attemptIn(webhooks, id) ?? 'gone')
}

const itemsOf = (webhooks: WebhookService, filter: LogFilter): Pick<LogView, 'items' | 'next'> => {
  const query = queryOfLog(filter)
  if (filter.view === '') return webhooks.attempts(query, page)
  const { items, ...rest } = webhooks.events(query, eventPage)
  return { items: { events: items }, ...rest }
}

const viewOf = (context: ConsoleContext): LogView => {
  const { webhooks, query, now } = context
  const { filter, unknown } = filterOf(query)
  const endpoints = webhooks.endpoints()
  const leftOut =
    unknown.length === 0
      ? undefined
      : notice('bad', markup`<p>This search was not understood, and left out: ${unknown.join(', ')}.</p>`)
  const message = noteOf(context) ?? leftOut
  return {
    filter,
    endpoints,
    enabled: new Set(endpoints.flatMap(({ id, enabled }) => (enabled ? [id] : []))),
    now,
    ...itemsOf(webhooks, filter),
    ...(message === undefined ? {} : { notice: message }),
  }
}

const log = (context: ConsoleContext): ConsoleResponse => {
  const { query } = context
  if (hasEmpty(query)) return { see: addressOfLog(filterOf(query).filter) }
  const selected = chosen(context)
  const view = viewOf(context)
  if (selected === 'gone') return { status: 404, page: logPage({ ...view, notice: attemptGone }) }
  if (selected === undefined) return { page: logPage(view) }
  return { page: logPage({ ...view, selected, event: context.webhooks.event(selected.eventId) }) }
}

const retry = async (context: ConsoleContext): Promise<string> => {
  const { webhooks, id, query } = context
  const attempt = await webhooks.retry(id)
  const { filter } = filterOf(query)
  const kind = attempt.acknowledged ? 'good' : 'bad'
  const opened = addressOfLog(filter, { attempt: attempt.id })
  if (fieldOf(query, 'open') !== '') return withNote(context, opened, kind, verdict('Retry', attempt))
  const message = markup`${verdict('Retry', attempt)}<p><a href="${opened}">See the attempt</a></p>`
  return withNote(context, addressOfLog(filter), kind, message)
}

/** The log of deliveries, and retrying a failed one. */
export const logRoutes: readonly ConsoleRoute[] = [
  { method: 'GET', path: '', show: log },
  {
    method: 'POST',
    path: '/attempts/:id/retry',
    act: retry,
    back: ({ id, query }) =>
      addressOfLog(filterOf(query).filter, fieldOf(query, 'open') === '' ? {} : { attempt: id }),
  },
]
