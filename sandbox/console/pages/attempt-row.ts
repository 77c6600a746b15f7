import type { AttemptView } from '../../webhook-endpoints/webhook-service.js'
import { addressOf } from '../input/address.js'
import { addressOfLog, type LogFilter } from '../input/filter.js'
import { type Markup, markup, type Content } from '../html/markup.js'
import { actionButton, answerOf, duration, label, moment, outcomeBadge } from './components.js'

/** Options for rows of attempts. */
export interface RowView {
  readonly filter: LogFilter
  readonly selected?: AttemptView
  /** Enabled webhooks, for which retrying is possible. */
  readonly enabled: ReadonlySet<string>
  readonly now: Date
}

/** The columns of the log; the last one has no visible name. */
export const columns: readonly (readonly [string, Content])[] = [
  ['outcome', 'Outcome'],
  ['kind', 'Kind'],
  ['to', 'Webhook'],
  ['answer', 'Response'],
  ['took', 'Duration'],
  ['at', 'Time (UTC)'],
  ['do', markup`<span class="unseen">Action</span>`],
]

const dayLength = 10

/** The time of a row; the date is omitted if it is today. */
const rowMoment = (at: Date, now: Date): Markup => {
  const day = at.toISOString().slice(0, dayLength)
  const isToday = now.toISOString().startsWith(day)
  return markup`<span class="${isToday ? 'today' : ''}">${moment(at)}</span>`
}

/** A button that retries a failed attempt, if that is possible. */
export function retryButton(
  attempt: AttemptView,
  { filter, enabled }: Pick<RowView, 'filter' | 'enabled'>,
  from: 'row' | 'panel',
): Content {
  if (attempt.acknowledged || !enabled.has(attempt.webhookId)) return undefined
  const address = `/console/attempts/${attempt.id}/retry`
  return actionButton({
    id: from === 'row' ? `r-${attempt.id}` : 'retry',
    address: addressOf(address, { ...filter, ...(from === 'row' ? {} : { open: 'yes' }) }),
    name: 'Retry',
    busy: 'Retrying…',
    about: markup`${attempt.type} to ${label(attempt.label)}`,
    kind: from === 'row' ? 'small' : 'primary',
  })
}

const triggers: Readonly<Partial<Record<AttemptView['trigger'], string>>> = { manual: 'by hand' }

/** One attempt as a row. The arrow keys move between the links of rows. */
export function attemptRow(attempt: AttemptView, view: RowView): Markup {
  const isOpen = attempt.id === view.selected?.id
  const trigger = triggers[attempt.trigger]
  const address = addressOfLog(view.filter, { attempt: attempt.id })
  return markup`<tr role="row" id="${`a-${attempt.id}`}"${isOpen ? markup` class="open"` : undefined}>
<td role="cell" class="outcome">${outcomeBadge(attempt)}</td>
<td role="cell" class="kind"><a id="${`o-${attempt.id}`}" data-row href="${address}"${isOpen ? markup` aria-current="true"` : undefined}>${attempt.type}<span class="unseen">, ${attempt.acknowledged ? 'acknowledged' : 'failed'}, ${attempt.at.toISOString().slice(dayLength + 1, dayLength + 9)}</span></a>${trigger === undefined ? undefined : markup` <span class="tag">${trigger}</span>`}</td>
<td role="cell" class="to">${label(attempt.label)}</td>
<td role="cell" class="answer">${answerOf(attempt)}</td>
<td role="cell" class="took">${duration(attempt.duration)}</td>
<td role="cell" class="at">${rowMoment(attempt.at, view.now)}</td>
<td role="cell" class="do">${retryButton(attempt, view, 'row')}</td>
</tr>
`
}
