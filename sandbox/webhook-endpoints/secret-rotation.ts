import { Refusal } from '../primitives/refusal.js'
import type { Service } from '../service/service.js'
import type { SecretState, WebhookRecord } from '../state/records.js'
import { secretStateOf, withDueSecret } from '../webhooks/signing.js'
import { secretOf } from '../webhooks/signing.js'

/** Hours for which the previous secret continues to sign; with 0 the new one signs at once. */
export const overlaps = [0, 1, 24] as const

export type OverlapHours = (typeof overlaps)[number]

type Needed = Pick<Service, 'store' | 'clock' | 'random'>

const hour = 3_600_000

const save = ({ store }: Needed, record: WebhookRecord, secret: SecretState): WebhookRecord => {
  const changed = { ...record, secret }
  store.webhooks.save(changed)
  return changed
}

/** The state of secrets with a waiting one. Throws `Refusal` 409 if none is waiting. */
const waitingIn = ({ clock }: Needed, record: WebhookRecord): SecretState => {
  const state = secretStateOf(withDueSecret(record, clock()))
  if (state.next === undefined) throw new Refusal(409, 'no new secret of this webhook is waiting')
  return state
}

/**
 * Creates a new secret, which is only returned here. The previous one signs every delivery until the overlap has
 * passed, and the new one from then on: a delivery has one signature. Throws `Refusal` 409 if a new secret is waiting
 * already.
 */
export function rotateSecret(
  needed: Needed,
  record: WebhookRecord,
  overlap: OverlapHours,
): { readonly record: WebhookRecord; readonly secret: string } {
  const { clock, random } = needed
  const madeAt = clock()
  const { signs, latest: before, next } = secretStateOf(withDueSecret(record, madeAt))
  if (next !== undefined)
    throw new Refusal(409, 'a new secret of this webhook is waiting already: switch to it, or cancel it')
  const latest = before + 1
  const signsFrom = new Date(madeAt.getTime() + overlap * hour)
  const state = overlap === 0 ? { signs: latest, latest } : { signs, latest, next: { signsFrom, madeAt } }
  return { record: save(needed, record, state), secret: secretOf(random, record.id, latest) }
}

/** Lets the new secret sign from now on. Throws `Refusal` 409 if none is waiting. */
export function switchSecret(needed: Needed, record: WebhookRecord): WebhookRecord {
  const { latest } = waitingIn(needed, record)
  return save(needed, record, { signs: latest, latest })
}

/** Drops the new secret, which will never sign. Throws `Refusal` 409 if none is waiting. */
export function cancelRotation(needed: Needed, record: WebhookRecord): WebhookRecord {
  const { signs, latest } = waitingIn(needed, record)
  return save(needed, record, { signs, latest })
}
