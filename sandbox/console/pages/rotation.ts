import { overlaps, type OverlapHours } from '../../webhook-endpoints/secret-rotation.js'
import type { EndpointView } from '../../webhook-endpoints/webhook-service.js'
import { type Markup, markup } from '../html/markup.js'
import { actionButton, label, moment } from './components.js'
import { tokenField } from './layout.js'
import { addressOfWebhook } from './webhook-parts.js'

const names: Readonly<Record<OverlapHours, string>> = {
  0: 'now: nothing is signed with the old one any more',
  1: 'after 1 hour',
  24: 'after 24 hours',
}

/** The default overlap, which leaves time to deploy the new secret to receivers. */
const usual: OverlapHours = 24

const form = (
  endpoint: EndpointView,
  token: string,
): Markup => markup`<p class="soft">A new secret is shown once. Until it takes over, every delivery is signed with the old one: put the new one beside the old in your receiver, let it accept both, and take the old one out when the new one signs. A delivery has one signature.</p>
<form class="inline-form" method="post" action="${`${addressOfWebhook(endpoint)}/rotate`}">${tokenField(token)}
<label>The new secret signs<select name="hours">${overlaps.map((hours) => markup`<option value="${hours}"${hours === usual ? markup` selected` : undefined}>${names[hours]}</option>`)}</select></label>
<button data-busy="Rotating…">Rotate secret</button></form>`

const waiting = (
  endpoint: EndpointView,
  { madeAt, signsFrom }: NonNullable<EndpointView['waitingSecret']>,
): Markup => {
  const address = `${addressOfWebhook(endpoint)}/rotate`
  const about = markup`of ${label(endpoint.label)}`
  return markup`<div class="notice odd"><p><strong>A new secret waits.</strong> It was made at ${moment(madeAt)}. Until ${moment(signsFrom)} (UTC) the old one signs every delivery, from then on the new one.</p></div>
<div class="actions">${actionButton({ id: 'switch', address: `${address}/switch`, name: 'Sign with the new one now', busy: 'Switching…', about })}
${actionButton({ id: 'cancel', address: `${address}/cancel`, name: 'Drop the new one', busy: 'Dropping…', about })}</div>`
}

/** The secret of a webhook: rotating it, or the actions on one that is waiting. */
export function rotationBlock(endpoint: EndpointView, token: string): Markup {
  const { waitingSecret } = endpoint
  return markup`<section class="block" id="rotate" aria-labelledby="rotate-title"><h2 id="rotate-title">Secret</h2>
${waitingSecret === undefined ? form(endpoint, token) : waiting(endpoint, waitingSecret)}</section>`
}
