import { Command, Option } from 'commander'
import { optionSources } from '../config/options.js'
import { formatNames, ruleFormats } from '../../reporting/formats.js'
import { withExamples } from '../output/help-text.js'
import { jsonHelp, withJson } from '../input/json-option.js'
import type { CommandContext } from '../process/context.js'
import type { RulesOptions } from '../rules/run-rules.js'

/** The command `rampart rules`: every rule with the section that states it. */
export function rulesCommand(context: CommandContext): Command {
  const command = new Command('rules')
    .description(
      'List the rules of the contract suite, and those of your own, with the sections that state them.',
    )
    .argument('[pattern...]', 'ids of rules, for instance "quote/*"; with ! before it, to leave out')
    .addOption(
      new Option('--format <format>', 'how to print them').choices(formatNames(ruleFormats)).default('text'),
    )
    .option('--specs <dir>', 'only rules that are about the fetched documents in this folder')
    .option('--document <file...>', 'only rules that are about these documents (files or URLs)')
    .option('--json', jsonHelp)
  return withExamples(
    command,
    'npx rampart rules',
    'npx rampart rules "quote/*"',
    'npx rampart rules --document openapi.yaml',
    'npx rampart rules --format markdown',
  ).action(async (patterns: readonly string[], given: RulesOptions) => {
    const sources = optionSources(command)
    const { runRules } = await import('../rules/run-rules.js')
    await runRules(patterns, { ...withJson(given, command), sources }, context)
  })
}
