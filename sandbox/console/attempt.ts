import type { AttemptView } from '../webhook-endpoints/webhook-service.js'
import type { HeaderLine } from '../webhooks/http-client.js'
import { addressOfLog, type FiltersView } from './filter.js'
import { type Content, type Markup, markup, visibleText } from './markup.js'
import {
  actionButton,
  codeBlock,
  copyButton,
  duration,
  facts,
  label,
  moment,
  outcomeBadge,
  plural,
} from './parts.js'
import { addressOf } from './request.js'

/** Longer texts are not formatted. */
const longest = 262_144

/** Indented JSON; `undefined` where that would change more than white space, and for long texts. */
export function prettyJson(text: string): string | undefined {
  if (text.length > longest || !/^[[{]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const pretty = JSON.stringify(value, undefined, 2)
    return JSON.stringify(value) === text && pretty.length <= longest ? pretty : undefined
  } catch {
    return undefined
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Headers that curl adds itself. */
const own = new Set(['content-length', 'host', 'connection', 'transfer-encoding'])

/**
 * A shell command that repeats the request of an attempt byte for byte. It contains the original signature and no
 * secret, so receivers accept it only while the timestamp is within their tolerance.
 */
export function curlOf({ url, headers, body }: AttemptView): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !own.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return `${['curl --globoff -X POST', ...lines, `--data-binary ${quoted(body)}`, quoted(url)].join(' \\\n  ')}\n`
}

/** The input of log rows and of the selected attempt. */
export interface LogView extends FiltersView {
  readonly selected: AttemptView | undefined
  /** Enabled webhooks, for which retrying is possible. */
  readonly enabled: ReadonlySet<string>
  readonly now: Date
}

/** A button that retries a failed attempt, if that is possible. */
export function retryButton(attempt: AttemptView, view: LogView, from: 'row' | 'panel'): Content {
  if (attempt.acknowledged || !view.enabled.has(attempt.webhookId)) return undefined
  const isInRow = from === 'row'
  const parameters = { ...view.filter, open: isInRow ? '' : 'yes' }
  return actionButton({
    id: isInRow ? `r-${attempt.id}` : 'retry',
    address: addressOf(`/console/attempts/${attempt.id}/retry`, parameters),
    name: 'Retry',
    busy: 'Retrying…',
    about: markup`${attempt.type} to ${label(attempt.label)}`,
    kind: isInRow ? 'small' : 'primary',
  })
}

/** Maximum of body characters on a page; the whole body has an address of its own. */
const longestBody = 32_768

const triggers: Readonly<Record<AttemptView['trigger'], string>> = {
  scheduled: 'scheduled',
  manual: 'retry by hand',
  ping: 'ping',
}

/** A sent or received text, with a button that copies it as shown. */
const copyableText = (id: string, title: Content, name: string, copy: string, text: Content): Markup =>
  markup`<div class="headline"><h4>${title}</h4>${copyButton(copy, { id })}</div>
${codeBlock(id, name, text)}`

const headers = (id: string, name: string, copy: string, lines: readonly HeaderLine[]): Markup => {
  const text = Array.from(lines, ([header, value]) => `${header}: ${value}`).join('\n')
  return copyableText(id, 'Headers', name, copy, visibleText(text, longestBody))
}

/** A body, formatted and as sent; only as sent if it is not JSON. */
const body = ({ id, body: text }: AttemptView): Markup => {
  const pretty = prettyJson(text)
  const address = `/console/attempts/${id}/body`
  const size = markup`<span class="soft">${plural(Buffer.byteLength(text), 'byte')}</span>`
  const raw = markup`<div class="actions">${copyButton('Copy raw body', { address })}<a class="button small" href="${address}" download>Download</a></div>${codeBlock('raw-body', 'Raw body', visibleText(text, longestBody))}`
  if (pretty === undefined) return markup`<h4>Body, as it was signed ${size}</h4>${raw}`
  return markup`${copyableText('body', 'Body', 'Body', 'Copy body', visibleText(pretty, longestBody))}
<details><summary>Raw, as it was signed ${size}</summary>${raw}</details>`
}

const request = (attempt: AttemptView): Markup => {
  const address = `/console/attempts/${attempt.id}/curl`
  return markup`<section aria-labelledby="request-title"><h3 id="request-title">Request</h3>
${headers('headers', 'Headers of the request', 'Copy headers', Object.entries(attempt.headers))}
${body(attempt)}
<p class="actions">${copyButton('Copy as curl', { address })}<a class="button small" href="${address}" download>Download as curl</a> <span class="soft">Without the secret: it carries this signature, which receivers take for 5 minutes.</span></p>
</section>`
}

const response = ({ responseHeaders, status, excerpt }: AttemptView): Markup => {
  const start = markup`Body <span class="soft">its start</span>`
  const text = visibleText(prettyJson(excerpt) ?? excerpt)
  const came =
    responseHeaders === undefined
      ? markup`<p class="soft">No response came.</p>`
      : markup`${headers('response-headers', 'Headers of the response', 'Copy response headers', responseHeaders)}
${excerpt === '' ? markup`<p class="soft">No body came back.</p>` : copyableText('excerpt', start, 'Body of the response', 'Copy response', text)}`
  return markup`<section aria-labelledby="response-title"><h3 id="response-title">Response <span class="soft">${status}</span></h3>
${came}
</section>`
}

/** All details of one attempt. */
export function attemptPanel(attempt: AttemptView, view: LogView): Markup {
  const { filter } = view
  const { id, webhookId, customerId, eventId } = attempt
  const webhook = `/console/webhooks/${webhookId}`
  const ofField = (name: 'customer' | 'event', value: string): Markup =>
    markup`<a href="${addressOfLog(filter, { [name]: value, before: '' })}"><code>${visibleText(value)}</code></a>`
  const retry =
    attempt.acknowledged || view.enabled.has(webhookId)
      ? retryButton(attempt, view, 'panel')
      : markup`<a class="button" href="${webhook}">Enable to retry</a>`
  return markup`<section class="panel" id="attempt" data-attempt="${id}" aria-labelledby="attempt-title">
<div class="headline"><h2 id="attempt-title" tabindex="-1">${attempt.type}</h2>${outcomeBadge(attempt)}
<div class="actions">${retry}<a class="button" id="close" href="${`${addressOfLog(filter)}#a-${id}`}">Close<span class="unseen"> the attempt</span></a></div></div>
${attempt.failure !== undefined && markup`<p class="problem">${visibleText(attempt.failure)}</p>`}
${facts([
  ['Response', attempt.status ?? 'none'],
  ['Duration', duration(attempt.duration)],
  ['Time (UTC)', moment(attempt.at)],
  ['Trigger', triggers[attempt.trigger]],
  ['Webhook', markup`<a href="${webhook}">${label(attempt.label)}</a>`],
  ['Customer', customerId !== '' && ofField('customer', customerId)],
  ['Event', ofField('event', eventId)],
  ['URL', markup`<bdi><code>${visibleText(attempt.url)}</code></bdi>`],
])}
<div class="wire">${request(attempt)}${response(attempt)}</div>
</section>`
}
