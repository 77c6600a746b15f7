import type * as runner from 'vitest/node'
import { RampartError } from '../../diagnostics/index.js'

/** Before this one reporters were told results in another way, and ours would take silence for a pass. */
const oldest = 3

type Runner = Pick<typeof runner, 'createVitest' | 'version'>

/**
 * The runner of the user's project, which is not installed with rampart.
 * @throws RampartError VITEST_MISSING where there is none, or an old one
 */
export async function loadRunner(load: () => Promise<Runner> = () => import('vitest/node')): Promise<Runner> {
  const loaded = await load().catch((cause: unknown) => {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
    if (!isMissing) throw cause
    throw new RampartError('VITEST_MISSING', { message: '--shard: vitest is not installed', cause })
  })
  if (Number.parseInt(loaded.version, 10) >= oldest) return loaded
  throw new RampartError('VITEST_MISSING', { message: `--shard: vitest ${loaded.version} is installed` })
}
