import type { AttemptView, EventView } from '../../webhook-endpoints/webhook-service.js'
import { addressOfLog } from '../input/filter.js'
import { type Markup, markup, type Content } from '../html/markup.js'
import { prettyJson } from '../html/pretty.js'
import { visibleText } from '../html/visible-text.js'
import { retryButton, type RowView } from './attempt-row.js'
import { eventDeliveries } from './event-group.js'
import {
  codeBlock,
  copyButton,
  copyFromButton,
  duration,
  facts,
  label,
  moment,
  outcomeBadge,
  plural,
} from './components.js'

/** Maximum of body characters on a page; the whole body has an address of its own. */
const longestBody = 32_768

const triggers: Readonly<Record<AttemptView['trigger'], string>> = {
  scheduled: 'scheduled',
  manual: 'retry by hand',
  ping: 'ping',
}

const retry = (attempt: AttemptView, view: RowView): Content =>
  attempt.acknowledged || view.enabled.has(attempt.webhookId)
    ? retryButton(attempt, view, 'panel')
    : markup`<a class="button" href="${`/console/webhooks/${attempt.webhookId}`}">Enable to retry</a>`

const headerText = (headers: readonly (readonly [string, string])[]): Content =>
  visibleText(headers.map(([name, value]) => `${name}: ${value}`).join('\n'), longestBody)

const bytesOf = (text: string): string => plural(Buffer.byteLength(text), 'byte')

/** A body, formatted and as sent; only as sent if it is not JSON. */
const body = ({ id, body: text }: AttemptView): Markup => {
  const pretty = prettyJson(text)
  const address = `/console/attempts/${id}/body`
  const raw = markup`<div class="tools">${copyFromButton(address, 'Copy raw body')}<a class="button small" href="${address}" download>Download</a></div>${codeBlock('raw-body', 'Raw body', visibleText(text, longestBody))}`
  if (pretty === undefined)
    return markup`<h4>Body, as it was signed <span class="soft">${bytesOf(text)}</span></h4>${raw}`
  return markup`<div class="headline"><h4>Body</h4><div class="tools">${copyButton('body', 'Copy body')}</div></div>
${codeBlock('body', 'Body', visibleText(pretty, longestBody))}
<details class="raw"><summary>Raw, as it was signed <span class="soft">${bytesOf(text)}</span></summary>${raw}</details>`
}

const request = (
  attempt: AttemptView,
): Markup => markup`<section aria-labelledby="request-title"><h3 id="request-title">Request</h3>
<div class="headline"><h4>Headers</h4><div class="tools">${copyButton('headers', 'Copy headers')}</div></div>
${codeBlock('headers', 'Headers of the request', headerText(Object.entries(attempt.headers)))}
${body(attempt)}
<p class="tools">${copyFromButton(`/console/attempts/${attempt.id}/curl`, 'Copy as curl')}<a class="button small" href="${`/console/attempts/${attempt.id}/curl`}" download>Download as curl</a> <span class="soft">Without the secret: it carries this signature, which receivers take for 5 minutes.</span></p>
</section>`

const responseBody = ({ excerpt }: AttemptView): Markup =>
  excerpt === ''
    ? markup`<p class="soft">No body came back.</p>`
    : markup`<div class="headline"><h4>Body <span class="soft">its start</span></h4><div class="tools">${copyButton('excerpt', 'Copy response')}</div></div>
${codeBlock('excerpt', 'Body of the response', visibleText(prettyJson(excerpt) ?? excerpt))}`

const response = (attempt: AttemptView): Markup => {
  const { responseHeaders: headers, status } = attempt
  return markup`<section aria-labelledby="response-title"><h3 id="response-title">Response ${status === undefined ? undefined : markup`<span class="soft">${status}</span>`}</h3>
${
  headers === undefined
    ? markup`<p class="soft">No response came.</p>`
    : markup`<div class="headline"><h4>Headers</h4><div class="tools">${copyButton('response-headers', 'Copy response headers')}</div></div>
${codeBlock('response-headers', 'Headers of the response', headerText(headers))}
${responseBody(attempt)}`
}
</section>`
}

const longestHistory = 20

/** Every attempt to deliver the event, to any webhook. */
const history = (attempt: AttemptView, { filter }: RowView, event: EventView | undefined): Content => {
  if (event === undefined || event.attempts.length < 2) return undefined
  const entry = (one: AttemptView): Markup =>
    markup`<li>${outcomeBadge(one)} <a href="${addressOfLog(filter, { attempt: one.id })}"${one.id === attempt.id ? markup` aria-current="true"` : undefined}>${moment(one.at)}</a> ${label(one.label)}</li>`
  return markup`<section class="history" aria-labelledby="history-title"><h3 id="history-title">${plural(event.attempts.length, 'attempt')} of this event</h3>
<ul class="plain">${event.attempts.slice(0, longestHistory).map(entry)}</ul></section>`
}

/** All details of one attempt. */
export function attemptPanel(attempt: AttemptView, view: RowView, event: EventView | undefined): Markup {
  const { filter } = view
  const close = `${addressOfLog(filter)}#a-${attempt.id}`
  return markup`<section class="panel" id="attempt" data-attempt="${attempt.id}" aria-labelledby="attempt-title">
<div class="panel-head"><h2 id="attempt-title" tabindex="-1">${attempt.type}</h2>${outcomeBadge(attempt)}
<div class="tools">${retry(attempt, view)}<a class="button close" id="close" href="${close}">Close<span class="unseen"> the attempt</span></a></div></div>
${attempt.failure === undefined ? undefined : markup`<p class="why">${visibleText(attempt.failure)}</p>`}
${facts([
  ['Response', attempt.status === undefined ? 'none' : markup`${attempt.status}`],
  ['Duration', duration(attempt.duration)],
  ['Time (UTC)', moment(attempt.at)],
  ['Trigger', triggers[attempt.trigger]],
  ['Webhook', markup`<a href="${`/console/webhooks/${attempt.webhookId}`}">${label(attempt.label)}</a>`],
  [
    'Customer',
    attempt.customerId === ''
      ? undefined
      : markup`<a href="${addressOfLog(filter, { customer: attempt.customerId, before: '' })}"><code>${visibleText(attempt.customerId)}</code></a>`,
  ],
  [
    'Event',
    markup`<a href="${addressOfLog(filter, { event: attempt.eventId, before: '' })}"><code>${attempt.eventId}</code></a>`,
  ],
  ['Delivered', event === undefined ? undefined : eventDeliveries(event)],
  ['URL', markup`<bdi><code>${visibleText(attempt.url)}</code></bdi>`],
])}
<div class="wire">${request(attempt)}<div class="column">${response(attempt)}${history(attempt, view, event)}</div></div>
</section>`
}
