import type { EndpointView } from '../../webhook-endpoints/webhook-service.js'
import type { AttemptSummary } from '../../webhooks/attempt-log.js'
import { eventTypes } from '../../api/event-types.js'
import { type Content, type Markup, markup } from '../html/markup.js'
import { addressOf } from '../input/address.js'
import { visibleText } from '../html/visible-text.js'
import { actionButton, facts, label, moment } from './components.js'
import { type Page, tokenField } from './layout.js'
import { retryBlock } from './retry-failed.js'
import { rotationBlock } from './rotation.js'
import { statTiles } from './webhook-stats.js'
import {
  addressOfDeliveries,
  addressOfWebhook,
  lastFailure,
  pingButton,
  standing,
  stateBadge,
  stateButton,
} from './webhook-parts.js'

/** The input of a webhook's page. */
export interface WebhookView {
  readonly endpoint: EndpointView
  readonly stats: AttemptSummary
  readonly notice?: Markup
  readonly token: string
  readonly now: Date
}

const settings = (
  endpoint: EndpointView,
): Markup => markup`<section class="block" aria-labelledby="settings"><h2 id="settings">Settings</h2>
${facts([
  ['Events', markup`<ul class="chips">${endpoint.topics.map((topic) => markup`<li>${topic}</li>`)}</ul>`],
  ['Added (UTC)', moment(endpoint.createdAt)],
  ['Changed (UTC)', moment(endpoint.updatedAt)],
  ['ID', markup`<code>${endpoint.id}</code>`],
])}</section>`

/** Sends an example of one event; none to a disabled webhook. */
const trigger = (endpoint: EndpointView, token: string): Content =>
  endpoint.enabled
    ? markup`<section class="block" aria-labelledby="trigger"><h2 id="trigger">Trigger an event</h2>
<p class="soft">The newest event of the type is sent again to this webhook, or a made-up one where there is none yet, whatever it subscribed to.</p>
<form class="inline-form" method="post" action="${addressOf(`${addressOfWebhook(endpoint)}/events`, { from: 'page' })}">${tokenField(token)}
<label>Type<select name="type">${eventTypes.map((type) => markup`<option>${type}</option>`)}</select></label>
<button data-busy="Sending…">Send</button></form></section>`
    : undefined

const deletion = (endpoint: EndpointView): Markup => {
  const button = actionButton({
    id: 'delete',
    address: `${addressOfWebhook(endpoint)}/delete`,
    name: 'Delete for good',
    busy: 'Deleting…',
    about: label(endpoint.label),
    kind: 'danger',
  })
  return markup`<section class="block" aria-labelledby="delete-title"><h2 id="delete-title">Delete</h2>
<p class="soft">It receives nothing from then on. What it was still to receive is dropped, its attempts are deleted with it, and its secret is lost. To stop deliveries for a while, disable it.</p>
<details id="delete-details"><summary>Delete this webhook</summary><p class="actions">${button}</p></details></section>`
}

/** The page of one webhook: its state, and all actions on it. */
export function webhookPage(view: WebhookView): Page {
  const { endpoint, stats } = view
  return {
    title: 'Webhook',
    tab: 'webhooks',
    content: markup`<p class="crumb"><a href="/console/webhooks">Managed webhooks</a></p>
<div class="headline"><h1 class="named">${label(endpoint.label)}</h1><div class="tools">${pingButton(endpoint, 'page')}${stateButton(endpoint, 'page')}<a class="button small" href="${`${addressOfWebhook(endpoint)}/edit`}">Edit</a><a class="button small" href="${addressOfDeliveries(endpoint)}">Deliveries</a></div></div>
<p class="address"><bdi>${visibleText(endpoint.url)}</bdi></p>
<div id="notices">${view.notice}</div>
<div id="standing" data-live>${facts([
      ['State', stateBadge(endpoint)],
      ['Waiting', standing(endpoint)],
      ['Last failure', lastFailure(endpoint)],
    ])}
${statTiles(stats)}</div>
<div class="blocks">${settings(endpoint)}${trigger(endpoint, view.token)}${retryBlock({ ...view, action: `${addressOfWebhook(endpoint)}/retry`, of: 'to this webhook' })}<div id="secrets">${rotationBlock(endpoint, view.token)}</div>${deletion(endpoint)}</div>`,
  }
}
