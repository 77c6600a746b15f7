import type { Command } from 'commander'
import { changelogOptions } from '../changelog/options.js'
import type { CommandContext } from '../process/context.js'
import { commandOf } from './command.js'
import { configuredPolicy } from './diff.js'

/** The command `rampart changelog`: every fetched version in one page, as an API's own changelog reads. */
export function changelogCommand(context: CommandContext): Command {
  return commandOf({
    name: 'changelog',
    description:
      'List all fetched versions in one page, newest first: what is new, what to act on, what is gone.',
    options: changelogOptions,
    examples: [
      'npx rampart changelog',
      'npx rampart changelog --output API-CHANGELOG.md',
      'npx rampart changelog --format html --output changelog.html',
    ],
    run: async (options) => {
      const { runChangelog } = await import('../changelog/run-changelog.js')
      const policy = options.policy ?? (await configuredPolicy(context))
      await runChangelog({ ...options, policy }, context)
    },
  })
}
