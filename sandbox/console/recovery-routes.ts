import { badRequest } from '../primitives/refusal.js'
import { overlaps } from '../webhook-endpoints/secret-rotation.js'
import { momentOf } from './input/filter.js'
import { fieldOf } from './input/request.js'
import { markup } from './html/markup.js'
import { label, moment, plural } from './pages/components.js'
import { type ConsoleContext, type ConsoleRoute, withNote } from './console-context.js'

const list = '/console/webhooks'
const ofOne = ({ id }: ConsoleContext): string => `${list}/${id}`

const retryFailed = (context: ConsoleContext): string => {
  const { webhooks, form, id } = context
  const since = momentOf(fieldOf(form, 'since'))
  if (since === undefined) throw badRequest('give the time since when, as 2026-09-01T12:00')
  const { events } = webhooks.retryFailed({ since, ...(id === '' ? {} : { webhookId: id }) })
  const address = id === '' ? list : ofOne(context)
  if (events === 0) {
    const nothing = markup`<p>Nothing is left to retry of what failed since ${moment(since)} (UTC).</p>`
    return withNote(context, address, 'plain', nothing)
  }
  const message = markup`<p><strong>${plural(events, 'event is', 'events are')} tried again</strong> that failed since ${moment(since)} (UTC).</p>`
  return withNote(context, address, 'good', message)
}

const rotate = (context: ConsoleContext): string => {
  const { webhooks, form, id, memory, session } = context
  const overlap = overlaps.find((hours) => String(hours) === fieldOf(form, 'hours'))
  if (overlap === undefined) throw badRequest(`the new secret signs after ${overlaps.join(', ')} hours`)
  const { endpoint, secret } = webhooks.rotateSecret(id, overlap)
  memory.secrets.keep(session.token, secret, id)
  const { waitingSecret } = endpoint
  const message =
    waitingSecret === undefined
      ? markup`<p><strong>Rotated.</strong> Every delivery is signed with the new secret from now on.</p>`
      : markup`<p><strong>Made.</strong> Until ${moment(waitingSecret.signsFrom)} (UTC) the old secret signs every delivery, from then on this one.</p>`
  return withNote(context, `${ofOne(context)}/secret`, 'good', message)
}

const switchNow = (context: ConsoleContext): string => {
  const endpoint = context.webhooks.switchSecret(context.id)
  const message = markup`<p>Deliveries to ${label(endpoint.label)} are signed with the new secret from now on.</p>`
  return withNote(context, ofOne(context), 'good', message)
}

const cancel = (context: ConsoleContext): string => {
  const { webhooks, memory, session, id } = context
  const endpoint = webhooks.cancelRotation(id)
  memory.secrets.take(session.token, id)
  const message = markup`<p>The new secret of ${label(endpoint.label)} was dropped. The one before goes on signing.</p>`
  return withNote(context, ofOne(context), 'plain', message)
}

/** Retries of everything that failed, and rotation of secrets. */
export const recoveryRoutes: readonly ConsoleRoute[] = [
  { method: 'POST', path: '/retry', act: retryFailed, back: () => list },
  { method: 'POST', path: '/webhooks/:id/retry', act: retryFailed, back: ofOne },
  { method: 'POST', path: '/webhooks/:id/rotate', act: rotate, back: ofOne },
  { method: 'POST', path: '/webhooks/:id/rotate/switch', act: switchNow, back: ofOne },
  { method: 'POST', path: '/webhooks/:id/rotate/cancel', act: cancel, back: ofOne },
]
