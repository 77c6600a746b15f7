import { resolve } from 'node:path'
import type { ListenContext, ListenOptions } from './options.js'
import type { Reporter } from './reporter.js'
import { DeliveryStore } from './store/delivery-store.js'

// The limit of all bodies in base64: a thousand deliveries of 64 KiB.
const mostBytes = 64 * 1024 * 1024

/**
 * Opens the store of the options, and reports what it contains.
 * @throws RampartError WEBHOOK_KEEP_UNUSABLE.
 */
export async function openStore(
  { cwd }: ListenContext,
  { keep, keepLast }: Pick<ListenOptions, 'keep' | 'keepLast'>,
  reporter: Reporter,
): Promise<DeliveryStore> {
  const bounds = { deliveries: keepLast, bytes: mostBytes }
  if (keep === false) return DeliveryStore.inMemory(bounds)
  const { store, torn } = await DeliveryStore.open(resolve(cwd, keep), bounds)
  if (torn > 0)
    reporter.say('torn', `${keep}: ${torn} unfinished lines of an earlier run were left out.`, { torn })
  return store
}
