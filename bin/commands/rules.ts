import type { Command } from 'commander'
import { withJson } from '../input/options.js'
import type { CommandContext } from '../process/context.js'
import { rulesOptions } from '../rules/options.js'
import { commandOf } from './command.js'

/** The command `rampart rules`: every rule with the section that states it. */
export function rulesCommand(context: CommandContext): Command {
  return commandOf({
    name: 'rules',
    description:
      'List the rules of the contract suite, and those of your own, with the sections that state them.',
    arguments: [['[pattern...]', 'ids of rules, for instance "quote/*"; with ! before it, to leave out']],
    options: rulesOptions,
    examples: [
      'npx rampart rules',
      'npx rampart rules "quote/*"',
      'npx rampart rules --document openapi.yaml',
      'npx rampart rules --format markdown',
    ],
    run: async (given, patterns, command) => {
      const { specs, ...options } = withJson(given, command)
      // A folder of the settings may have no documents yet.
      const isNamed = specs !== undefined && command.getOptionValueSource('specs') === 'cli'
      const { runRules } = await import('../rules/run-rules.js')
      await runRules(patterns, { ...options, ...(isNamed && { specs }) }, context)
    },
  })
}
