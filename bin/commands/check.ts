import { Command, Option } from 'commander'
import type { CheckOptions, PartOptions, StageName } from '../check/stage.js'
import { withExamples } from '../output/help-text.js'
import type { CommandContext } from '../process/context.js'
import type { DiffOptions } from '../diff/options.js'
import type { FetchCommandOptions } from '../fetch/options.js'
import { diffCommand } from './diff.js'
import { fetchCommand } from './fetch.js'
import { generateCommand, generateOptions } from './generate.js'
import { testCommand, testOptions } from './test.js'

const stageNames: readonly StageName[] = ['fetch', 'diff', 'generate', 'test']

const partOptions = async (
  { specs, out, specUrl, baseUrl, reportDir, allowWrites, strict }: CheckOptions,
  context: CommandContext,
): Promise<PartOptions> => {
  const { readConfig } = await import('../config/config-file.js')
  const { applyConfig } = await import('../config/apply-config.js')
  const config = await readConfig(context.cwd)
  const completed = (command: Command, given: object): Command => {
    for (const [name, value] of Object.entries(given)) {
      if (value !== undefined) command.setOptionValueWithSource(name, value, 'cli')
    }
    applyConfig(command, context.env, config)
    return command
  }
  const test = { baseUrl, specUrl, reportDir, allowWrites, strict, plan: false }
  return {
    fetch: () => completed(fetchCommand(context), { specUrl, out: specs }).opts<FetchCommandOptions>(),
    diff: () => completed(diffCommand(context), { specs }).opts<DiffOptions>(),
    generate: () => generateOptions(completed(generateCommand(context), { out, check: true })),
    test: () => testOptions(completed(testCommand(context), test), context),
  }
}

/** The command `rampart check`: documents, policy, generated code and service in one line for CI. */
export function checkCommand(context: CommandContext): Command {
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
    .option('--strict', 'warnings, of the parts and of the test, count as failures')
    .option('--json', 'print the report as JSON')
  return withExamples(
    command,
    'npx rampart check',
    'npx rampart check --base-url https://api.example.com/api',
    'npx rampart check --skip test --json',
  ).action(async (given: CheckOptions) => {
    const { runCheck } = await import('../check/run-check.js')
    // Leave to write in production has to stand on the very command line.
    const isExplicit = command.getOptionValueSource('allowWrites') === 'cli'
    const { allowWrites, ...rest } = given
    const options = isExplicit && allowWrites === true ? { ...rest, allowWrites } : rest
    await runCheck({ options, parts: await partOptions(options, context), context })
  })
}
