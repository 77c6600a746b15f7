import type { EndpointState, EndpointView } from '../../webhook-endpoints/webhook-service.js'
import { addressOf } from '../input/address.js'
import { type Markup, markup, type Content } from '../html/markup.js'
import { visibleText } from '../html/visible-text.js'
import { actionButton, badge, label, moment, plural } from './components.js'

const states: Readonly<Record<EndpointState, Markup>> = {
  disabled: badge('plain', 'Disabled'),
  idle: badge('good', 'Enabled'),
  delivering: badge('good', 'Delivering'),
  waiting: badge('odd', 'Waiting to try again'),
  paused: badge('bad', 'Paused'),
}

/** The state of a webhook in a word or two. */
export function stateBadge({ state }: EndpointView): Markup {
  return states[state]
}

/** The address of a webhook's page. */
export function addressOfWebhook({ id }: Pick<EndpointView, 'id'>): string {
  return `/console/webhooks/${id}`
}

/** The address of the log of a webhook's deliveries. */
export function addressOfDeliveries({ id }: Pick<EndpointView, 'id'>): string {
  return addressOf('/console', { webhook: id })
}

/** A button that sends a ping, if the webhook is enabled. `from` is the page that shows the result. */
export function pingButton(endpoint: EndpointView, from: 'list' | 'page'): Content {
  if (!endpoint.enabled) return undefined
  return actionButton({
    id: `ping-${endpoint.id}`,
    address: addressOf(`${addressOfWebhook(endpoint)}/ping`, { from }),
    name: 'Ping',
    busy: 'Pinging…',
    about: label(endpoint.label),
    kind: 'small',
  })
}

/** A button that disables or enables a webhook. */
export function stateButton(endpoint: EndpointView, from: 'list' | 'page'): Markup {
  return actionButton({
    id: `state-${endpoint.id}`,
    address: addressOf(`${addressOfWebhook(endpoint)}/state`, { from }),
    name: endpoint.enabled ? 'Disable' : 'Enable',
    busy: endpoint.enabled ? 'Disabling…' : 'Enabling…',
    about: label(endpoint.label),
    kind: 'small',
    field: ['enabled', endpoint.enabled ? 'false' : 'true'],
  })
}

/** The pending deliveries and failures of a webhook, if there are any. */
export function standing({ pending, failures, nextAt, enabled }: EndpointView): Content {
  if (pending === 0 && failures === 0) return undefined
  const due = nextAt === undefined || !enabled ? undefined : markup`, next attempt at ${moment(nextAt)}`
  const failed = failures === 0 ? undefined : `, ${plural(failures, 'failure')} in a row`
  return markup`${plural(pending, 'event')} waiting${failed}${due}`
}

/** Time and reason of the last failure. */
export function lastFailure({ lastFailureAt, lastFailureReason }: EndpointView): Content {
  if (lastFailureAt === undefined) return undefined
  return markup`${visibleText(lastFailureReason ?? '')}, ${moment(lastFailureAt)}`
}
