import { RampartError } from '../../diagnostics/index.js'
import { DeliveryStore } from './store/delivery-store.js'
import { isWaiting, type KeptDelivery } from './store/kept-delivery.js'
import { keptDelivery } from './kept-deliveries.js'

/** Gives up a waiting delivery, which stays kept; false if it does not wait. */
export async function giveUp(store: DeliveryStore, number: number): Promise<boolean> {
  const kept = store.get(number)
  if (!kept?.forward || !isWaiting(kept)) return false
  await store.note(number, { ...kept.forward, state: 'given-up', at: new Date().toISOString() })
  return true
}

/**
 * Gives up deliveries in the file of a stopped listener.
 * @param id a number, a webhook-id, `last`, or `all`
 * @returns those that were waiting
 * @throws RampartError WEBHOOK_KEEP_UNUSABLE, WEBHOOK_DELIVERY_UNKNOWN.
 */
export async function giveUpKept(path: string, id: string): Promise<readonly KeptDelivery[]> {
  const { store } = await DeliveryStore.open(path, { deliveries: Infinity, bytes: Infinity })
  try {
    const chosen = id === 'all' ? store.all() : [keptDelivery(store.all(), id)]
    const waiting = chosen.filter(isWaiting)
    if (waiting.length === 0 && id !== 'all')
      throw new RampartError('WEBHOOK_DELIVERY_UNKNOWN', {
        message: `${JSON.stringify(id)} does not wait for a target`,
      })
    for (const { number } of waiting) await giveUp(store, number)
    return waiting
  } finally {
    await store.close()
  }
}
