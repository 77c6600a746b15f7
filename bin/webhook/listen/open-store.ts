import { writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ensureFolder } from '../../output/ensure-folder.js'
import type { CommandContext } from '../../process/context.js'
import { type ListenOptions, usualKeep } from './options.js'
import type { Reporter } from './reporter.js'
import { DeliveryStore } from './store.js'

// Of bodies, in base64: a thousand deliveries of 64 KiB.
const mostBytes = 64 * 1024 * 1024

// Deliveries hold data of customers: what nobody asked for by name is kept out of version control.
const keepPrivate = async (file: string): Promise<void> => {
  await ensureFolder(dirname(file))
  await writeFile(join(dirname(file), '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined)
}

/**
 * The store that the options ask for, with a word about what it found.
 * @throws RampartError WEBHOOK_KEEP_UNUSABLE.
 */
export async function openStore(
  { cwd }: CommandContext,
  { keep, keepLast }: Pick<ListenOptions, 'keep' | 'keepLast'>,
  reporter: Reporter,
): Promise<DeliveryStore> {
  const bounds = { deliveries: keepLast, bytes: mostBytes }
  const lost = reporter.lostWaiting.bind(reporter)
  if (keep === false) return DeliveryStore.inMemory(bounds, lost)
  if (keep === usualKeep) await keepPrivate(resolve(cwd, keep)).catch(() => undefined)
  const { store, torn } = await DeliveryStore.open(resolve(cwd, keep), bounds, lost)
  if (torn > 0)
    reporter.say('torn', `${keep}: ${torn} unfinished lines of an earlier run were left out.`, { torn })
  return store
}
