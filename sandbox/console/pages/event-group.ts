import type { EventView } from '../../webhook-endpoints/webhook-service.js'
import { addressOfLog } from '../input/filter.js'
import { type Markup, markup, type Content } from '../html/markup.js'
import { visibleText } from '../html/visible-text.js'
import { attemptRow, columns, type RowView } from './attempt-row.js'
import { badge, label, moment, plural } from './components.js'

/** Limit on the listed attempts of one event; the others are behind a link. */
const mostAttempts = 5

/** The delivery state of an event across its webhooks. */
export function eventBadge({ deliveries }: Pick<EventView, 'deliveries'>): Content {
  if (deliveries.length === 0) return undefined
  const pending = deliveries.filter(({ state }) => state !== 'acknowledged')
  if (pending.length === 0) return badge('good', 'Acknowledged')
  return deliveries.length === 1
    ? badge('odd', 'Not acknowledged yet')
    : badge('odd', `Acknowledged by ${deliveries.length - pending.length} of ${deliveries.length}`)
}

/** The webhooks of an event, each with its delivery state. */
export function eventDeliveries({ deliveries }: Pick<EventView, 'deliveries'>): Content {
  if (deliveries.length === 0) return undefined
  return markup`<ul class="plain">${deliveries.map(({ label: name, state }) => markup`<li>${state === 'acknowledged' ? badge('good', 'Acknowledged') : badge('odd', 'Not yet')} ${label(name)}</li>`)}</ul>`
}

const counts = ({ attempts }: EventView): string => {
  const failed = attempts.filter(({ acknowledged }) => !acknowledged).length
  return `${plural(attempts.length, 'attempt')}${failed === 0 ? '' : `, ${failed.toLocaleString('en-US')} failed`}`
}

const more = ({ id, attempts }: EventView, { filter }: RowView): Content => {
  if (attempts.length <= mostAttempts) return undefined
  const all = addressOfLog(filter, { event: id, view: '', before: '' })
  return markup`<tr role="row" class="event"><td role="cell" colspan="${columns.length}"><a data-row id="${`m-${id}`}" href="${all}">All ${plural(attempts.length, 'attempt')}</a></td></tr>`
}

/** An event with its delivery attempts, newest first. */
export function eventGroup(event: EventView, view: RowView): Markup {
  const only = addressOfLog(view.filter, { event: event.id, before: '' })
  return markup`<tbody role="rowgroup" id="${`e-${event.id}`}">
<tr role="row" class="event"><th role="rowheader" scope="rowgroup" colspan="${columns.length}"><div class="line"><a data-row id="${`f-${event.id}`}" href="${only}">${event.type}</a>${eventBadge(event)}<span>${counts(event)}</span>${event.customerId === '' ? undefined : markup`<span>customer <code>${visibleText(event.customerId)}</code></span>`}<span>${moment(event.createdAt)}</span></div></th></tr>
${event.attempts.slice(0, mostAttempts).map((attempt) => attemptRow(attempt, view))}${more(event, view)}</tbody>
`
}
