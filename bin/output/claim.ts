import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { RampartError } from '../../diagnostics/index.js'
import { findSiblings, nameSiblings, removeSibling, type Sibling, type SiblingNames } from './sibling.js'
import { ensureFolder } from './ensure-folder.js'

const stepMs = 25

const busy = (target: string, { path }: Sibling): RampartError => {
  const message = `Another run of rampart is writing ${target}.`
  const fix = `Try again when it is over. If none is at work, delete ${path}.`
  return new RampartError('OUTPUT_BUSY', { message, fix, where: { file: target } })
}

const othersAtWork = async (target: string, own: string): Promise<Sibling[]> =>
  (await findSiblings(target)).filter(({ path, kind, alive }) => alive && kind === 'new' && path !== own)

/**
 * Waits until no other run writes a folder, and then runs `work` with names for its siblings, of which
 * the one of kind `new` is there already, an empty folder. That folder is the claim: whoever makes it
 * first and then sees no other may go ahead; of those that see each other all but the first by name step back.
 * Throws RampartError OUTPUT_BUSY after `patienceMs`.
 */
export async function withClaim<T>(
  target: string,
  patienceMs: number,
  signal: AbortSignal | undefined,
  work: (names: SiblingNames) => Promise<T>,
): Promise<T> {
  const names = nameSiblings(target)
  const own = names.name('new')
  try {
    await ensureFolder(dirname(target))
    for (let waited = 0; ; waited += stepMs) {
      signal?.throwIfAborted()
      await ensureFolder(own)
      const others = await othersAtWork(target, own)
      if (others[0] === undefined) return await work(names)
      if (waited >= patienceMs) throw busy(target, others[0])
      if (others.some(({ path }) => path < own)) await rm(own, { recursive: true })
      await setTimeout(stepMs)
    }
  } finally {
    await removeSibling(own)
    names.release()
  }
}
