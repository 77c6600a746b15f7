import { resolve } from 'node:path'
import type { Command } from 'commander'
import { mergeOptions } from '../merge-reports/options.js'
import type { CommandContext } from '../process/context.js'
import { commandOf } from './command.js'

/** The command `rampart merge-reports`: one report from those of the shards of a run. */
export function mergeReportsCommand(context: CommandContext): Command {
  return commandOf({
    name: 'merge-reports',
    description: 'Put the reports of all shards of one run together; ends as that run would have.',
    arguments: [['<dir...>', 'folders that "rampart test --shard" wrote, or their report.json']],
    options: mergeOptions,
    examples: [
      'npx rampart merge-reports part-1 part-2 part-3',
      'npx rampart merge-reports part-1 part-2 part-3 --report-dir whole --strict',
    ],
    run: async (options, folders) => {
      const { merge } = await import('../merge-reports/run-merge.js')
      const reportDir = resolve(context.cwd, options.reportDir)
      await merge(folders, { ...options, reportDir }, options.reportDir, context)
    },
  })
}
