import type { Command } from 'commander'
import { initOptions } from '../init/options.js'
import type { CommandContext } from '../process/context.js'
import { commandOf } from './command.js'

/** The command `rampart init`: config, script and workflow for a project. */
export function initCommand(context: CommandContext): Command {
  return commandOf({
    name: 'init',
    description: 'Set a project up: config file, script, ignored files, and a workflow for the CI.',
    options: initOptions,
    examples: [
      'npx rampart init',
      'npx rampart init --spec-url https://api.example.com --base-url https://api.example.com/api',
      'npx rampart init --yes --ci gitlab',
    ],
    run: async (options) => {
      const { runInit } = await import('../init/run-init.js')
      await runInit(options, context)
    },
  })
}
