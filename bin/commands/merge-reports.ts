import { resolve } from 'node:path'
import { Command } from 'commander'
import { withExamples } from '../output/help-text.js'
import type { CommandContext } from '../process/context.js'
import type { MergeOptions } from '../merge-reports/run-merge.js'

/** The command `rampart merge-reports`: one report from those of the shards of a run. */
export function mergeReportsCommand(context: CommandContext): Command {
  const command = new Command('merge-reports')
    .description('Put the reports of all shards of one run together; ends as that run would have.')
    .argument('<dir...>', 'folders that "rampart test --shard" wrote, or their report.json')
    .option('--report-dir <dir>', 'folder for the whole report', 'rampart-report')
    .option('--baseline <file>', 'known findings, each with a reason and the day it expires')
    .option('--strict', 'end with 1 also when the report has warnings')
    .option('--require-all', 'end with 1 also when rules were skipped')
    .option('--json', 'print the report as JSON instead of the summary')
  return withExamples(
    command,
    'npx rampart merge-reports part-1 part-2 part-3',
    'npx rampart merge-reports part-1 part-2 part-3 --report-dir whole --strict',
  ).action(async (folders: readonly string[], options: MergeOptions) => {
    const { merge } = await import('../merge-reports/run-merge.js')
    const reportDir = resolve(context.cwd, options.reportDir)
    await merge(folders, { ...options, reportDir }, options.reportDir, context)
  })
}
