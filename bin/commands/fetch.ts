import type { Command } from 'commander'
import { fetchOptions } from '../fetch/options.js'
import type { CommandContext } from '../process/context.js'
import { commandOf } from './command.js'

/** The command `rampart fetch`: documents and lock file of a service (specification, "Specification documents"). */
export function fetchCommand(context: CommandContext): Command {
  return commandOf({
    name: 'fetch',
    description: 'Read the version list of a service and keep the document of every version, as served.',
    options: fetchOptions,
    examples: ['npx rampart fetch --spec-url https://api.example.com', 'npx rampart fetch --frozen'],
    run: async (options) => {
      const { runFetch } = await import('../fetch/run-fetch.js')
      await runFetch(options, context)
    },
  })
}
