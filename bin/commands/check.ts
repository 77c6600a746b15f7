import { Command, Option } from 'commander'
import type { CheckOptions } from '../check/options.js'
import { type RunCommand, stageNames } from '../check/stage.js'
import type { CommandContext } from '../process/context.js'

/** The command `rampart check`: documents, policy, generated code and service in one line for CI. */
export const checkCommand = (context: CommandContext, run: RunCommand): Command => {
  const command = new Command('check')
    .description(
      'Everything that a CI should hold: fetch --frozen, diff, generate --check and test, one report.',
    )
    .option('--spec-url <url>', 'host that serves /spec/versions, without the /api prefix')
    .option('--base-url <url>', 'API root of the service to test; without it nothing is tested')
    .option('--specs <dir>', 'folder of the fetched documents', 'specs')
    .option('--out <dir>', 'folder of the generated code (default: that of "rampart generate")')
    .option('--report-dir <dir>', 'folder for the reports', 'rampart-report')
    .addOption(new Option('--skip <part...>', 'parts to leave out').choices(stageNames))
    .option('--allow-writes', 'let the test create things where the service is no sandbox')
    .option('--strict', 'what is only told, and warnings of the test, count as failures')
    .option('--json', 'print the report as JSON')
  return command.action(async (given: CheckOptions) => {
    const { runCheck } = await import('../check/run-check.js')
    // Leave to write in production has to stand on the very command line.
    const isExplicit = command.getOptionValueSource('allowWrites') === 'cli'
    const { allowWrites, ...rest } = given
    await runCheck(run, isExplicit ? { ...rest, ...(allowWrites && { allowWrites }) } : rest, context)
  })
}
