import type { AttemptQuery } from '../../webhooks/attempts.js'
import type { AttemptView } from '../../webhook-endpoints/webhook-service.js'
import { addressOf, parametersOf } from '../input/filter.js'
import { type Markup, markup, type Content, visibleText } from '../html/markup.js'
import { tokenField } from './layout.js'
import { codeBlock, copyButton, duration, facts, label, moment, outcomeBadge } from './components.js'

/** Characters of a body that a page shows; all of it can be had by its own address. */
const longestBody = 32_768

const triggers: Readonly<Record<AttemptView['trigger'], string>> = {
  scheduled: 'scheduled',
  manual: 'retry by hand',
  ping: 'ping',
}

/** A button that delivers the event of a failed attempt again. */
export function retryForm(attempt: AttemptView, token: string, filter: AttemptQuery): Markup {
  return markup`<form method="post" action="${addressOf(`/console/attempts/${attempt.id}/retry`, parametersOf(filter))}" data-in-place>${tokenField(token)}<button data-busy="Retrying…">Retry<span class="unseen"> ${attempt.type} to ${label(attempt.label)}</span></button></form>`
}

const retry = (attempt: AttemptView, enabled: boolean, token: string, filter: AttemptQuery): Content => {
  if (attempt.acknowledged) return undefined
  if (enabled) return retryForm(attempt, token, filter)
  return markup`<p class="soft">Its webhook is disabled: enable it to retry.</p>`
}

/** Headers as they went over the wire. */
const headerLines = ({ headers }: AttemptView): Content =>
  visibleText(
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  )

/** Everything that is known of one attempt. */
export function attemptPanel(
  attempt: AttemptView,
  { enabled, token, filter }: { enabled: boolean; token: string; filter: AttemptQuery },
): Markup {
  return markup`<section class="panel" id="attempt" aria-labelledby="attempt-title">
<p class="back"><a href="${addressOf('/console', parametersOf(filter))}">Back to all attempts</a></p>
<div class="headline"><h2 id="attempt-title">${attempt.type}</h2>${outcomeBadge(attempt)}</div>
${retry(attempt, enabled, token, filter)}
${facts([
  ['Response', attempt.status === undefined ? 'none' : markup`${attempt.status}`],
  ['Why it failed', attempt.failure === undefined ? undefined : visibleText(attempt.failure)],
  ['Duration', duration(attempt.duration)],
  ['Trigger', triggers[attempt.trigger]],
  ['Time (UTC)', moment(attempt.at)],
  ['Webhook', markup`<a href="${`/console/webhooks/${attempt.webhookId}`}">${label(attempt.label)}</a>`],
  ['URL', markup`<bdi>${visibleText(attempt.url)}</bdi>`],
  ['Customer', attempt.customerId === '' ? undefined : markup`<code>${attempt.customerId}</code>`],
  ['Event', markup`<code>${attempt.eventId}</code>`],
])}
<div class="headline"><h3>Signed headers</h3>${copyButton('headers', 'Copy headers')}</div>
${codeBlock('headers', 'Signed headers', headerLines(attempt))}
<div class="headline"><h3>Body, byte for byte</h3><a href="${`/console/attempts/${attempt.id}/body`}" download>Download</a></div>
${codeBlock('body', 'Body', visibleText(attempt.body, longestBody))}
<h3>Response, its start</h3>
${attempt.excerpt === '' ? markup`<p class="soft">No body came back.</p>` : codeBlock('excerpt', 'Response', visibleText(attempt.excerpt))}
</section>`
}
