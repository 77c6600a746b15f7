import type { DiffOptions } from '../diff/options.js'
import type { CommandContext } from '../process/context.js'
import { diffCommand } from './diff.js'

/**
 * The minting policy that `rampart diff` judges by here, so that commands around it quote the same one.
 * @throws RampartError of reading the config file, and OPTION_INVALID.
 */
export async function configuredPolicy(context: CommandContext): Promise<unknown> {
  const { readConfig } = await import('../config/config-file.js')
  const { applyConfig } = await import('../config/apply-config.js')
  const diff = diffCommand(context)
  applyConfig(diff, context.env, await readConfig(context.cwd))
  return diff.opts<DiffOptions>().policy
}
