import type { Command } from 'commander'
import type { CommandContext } from '../process/context.js'
import { upgradeOptions } from '../upgrade/options.js'
import { commandOf } from './command.js'
import { configuredPolicy } from './diff.js'

/** The command `rampart upgrade`: what a project has to do to use a newer version, as a checklist. */
export function upgradeCommand(context: CommandContext): Command {
  return commandOf({
    name: 'upgrade',
    description: 'Rehearse the upgrade of a project to a newer version: a checklist; nothing is touched.',
    arguments: [
      ['<from>', 'the version that the project uses: a version in --specs, or a file'],
      ['<to>', 'the newer version'],
    ],
    options: upgradeOptions,
    notes: 'Exit codes: 0 nothing must change, 1 places must change, 2 wrong use.',
    examples: [
      'npx rampart upgrade 2026-07-01 2026-08-01',
      'npx rampart upgrade 2026-07-01 2026-08-01 --har recorded.har --output UPGRADE.md',
      'npx rampart upgrade 2026-07-01 2026-08-01 --write',
    ],
    run: async (options, [from = '', to = '']) => {
      const { runUpgrade } = await import('../upgrade/run-upgrade.js')
      await runUpgrade([from, to], { ...options, policy: await configuredPolicy(context) }, context)
    },
  })
}
