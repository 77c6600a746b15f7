import { basename, join } from 'node:path'
import type { Command } from 'commander'
import type { CommandContext } from '../process/context.js'
import { isSet } from '../process/variables.js'
import { applyConfig, requireKnownOptions } from './apply-config.js'
import { readEnvFile, strayVariables } from './environment.js'
import { readConfig } from './read-config.js'

/** Completes the environment from `.env`, which stands in the working folder or beside the config file. */
const addEnvFile = async ({ cwd, env, stderr }: CommandContext, above = ''): Promise<void> => {
  const read = { ...(await readEnvFile(join(cwd, above))), ...(await readEnvFile(cwd)) }
  const missing = Object.entries(read).filter(([name]) => !isSet(env[name]))
  const used = missing.map(([name]) => name).filter((name) => name.startsWith('RAMPART_'))
  if (used.length > 0) stderr(`From .env: ${used.join(', ')}.\n`)
  Object.assign(env, Object.fromEntries(missing))
}

/**
 * Gives a command what its command line leaves open: from the environment, from `.env`, and from the config file, all
 * of which are looked at for mistakes.
 * @throws RampartError CONFIG_INVALID or OPTION_INVALID.
 */
export async function applySettings(
  program: Command,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const config = await readConfig(context.cwd)
  if (config) requireKnownOptions(config, program)
  if (config && config.above !== '') {
    context.stderr(`Settings are from ${basename(config.file)} in ${config.above}.\n`)
  }
  await addEnvFile(context, config?.above)
  applyConfig(command, context.env, config)
  const stray = strayVariables(context.env, program, [command.opts(), config?.values])
  context.stderr(stray.join(''))
}
