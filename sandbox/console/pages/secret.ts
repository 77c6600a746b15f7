import type { EndpointView } from '../../webhook-endpoints/webhook-service.js'
import { type Markup, markup } from '../html/markup.js'
import { copyButton, label } from './components.js'
import type { Page } from './layout.js'
import { addressOfWebhook } from './webhook-parts.js'

const shown = (
  secret: string,
): Markup => markup`<p><strong>It is shown this once.</strong> Keep it where your receiver reads it. If it is lost, rotate it.</p>
<div class="secret-line"><code id="secret" data-secret>${secret}</code>${copyButton('secret', 'Copy secret')}</div>`

const gone = (
  endpoint: EndpointView,
): Markup => markup`<p><strong>It was shown once, and is not shown again.</strong></p>
<p>If it is lost, <a href="${`${addressOfWebhook(endpoint)}#rotate`}">rotate it</a>: that makes a new one.</p>`

/** The page that shows a new secret on the first view, and afterwards that it was shown. */
export function secretPage(endpoint: EndpointView, secret: string | undefined, notice?: Markup): Page {
  const title = secret === undefined ? 'The secret was shown' : 'Copy the secret'
  return {
    title,
    tab: 'webhooks',
    content: markup`<div class="narrow"><h1>${title}</h1>
<div id="notices">${notice}</div>
<section class="panel secret" aria-labelledby="secret-title">
<h2 id="secret-title">Secret of ${label(endpoint.label)}</h2>
${secret === undefined ? gone(endpoint) : shown(secret)}
</section>
<p class="actions"><a class="button primary" href="${addressOfWebhook(endpoint)}">${secret === undefined ? 'To the webhook' : 'I have kept it'}</a> <a href="/console/guide">How to verify deliveries</a></p></div>`,
  }
}
