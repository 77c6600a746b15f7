import type { Command } from 'commander'
import { checkOptions, type CheckOptions } from '../check/options.js'
import type { PartOptions } from '../check/stage.js'
import type { DiffOptions } from '../diff/options.js'
import type { FetchOptions } from '../fetch/options.js'
import type { CommandContext } from '../process/context.js'
import { commandOf } from './command.js'
import { diffCommand } from './diff.js'
import { fetchCommand } from './fetch.js'
import { generateCommand, givenToGenerate } from './generate.js'
import { givenToTest, testCommand } from './test.js'

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
    fetch: () => completed(fetchCommand(context), { specUrl, out: specs }).opts<FetchOptions>(),
    diff: () => completed(diffCommand(context), { specs }).opts<DiffOptions>(),
    generate: () => givenToGenerate(completed(generateCommand(context), { out, check: true })),
    test: () => givenToTest(completed(testCommand(context), test), context),
  }
}

/** The command `rampart check`: documents, policy, generated code and service in one line for CI. */
export function checkCommand(context: CommandContext): Command {
  return commandOf({
    name: 'check',
    description:
      'Everything that a CI should hold: fetch --frozen, diff, generate --check and test, one report.',
    options: checkOptions,
    examples: [
      'npx rampart check',
      'npx rampart check --base-url https://api.example.com/api',
      'npx rampart check --skip test --json',
    ],
    run: async (given, _, command) => {
      const { runCheck } = await import('../check/run-check.js')
      // Permission to write in production has to be on the command line itself.
      const isExplicit = command.getOptionValueSource('allowWrites') === 'cli'
      const { allowWrites, ...rest } = given
      const options = isExplicit && allowWrites === true ? { ...rest, allowWrites } : rest
      await runCheck({ options, parts: await partOptions(options, context), context })
    },
  })
}
