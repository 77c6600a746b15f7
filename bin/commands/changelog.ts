import { Command, Option } from 'commander'
import { changelogFormats, formatNames } from '../../reporting/formats.js'
import type { ChangelogOptions } from '../changelog/run-changelog.js'
import { withExamples } from '../output/help-text.js'
import type { CommandContext } from '../process/context.js'
import { configuredPolicy } from './configured-policy.js'

/** The command `rampart changelog`: every fetched version in one page, as an API's own changelog reads. */
export function changelogCommand(context: CommandContext): Command {
  const command = new Command('changelog')
    .description(
      'List all fetched versions in one page, newest first: what is new, what to act on, what is gone.',
    )
    .option('--specs <dir>', 'folder of fetched documents', 'specs')
    .addOption(
      new Option('--format <format>', 'what to print (default: markdown)').choices(
        formatNames(changelogFormats),
      ),
    )
    .option('--json', 'the same as --format json')
    .option('--output <file>', 'write it to a file (-: stdout)')
    .option('--policy <file>', 'JSON: a minting policy, whose change table is quoted')
  return withExamples(
    command,
    'npx rampart changelog',
    'npx rampart changelog --output API-CHANGELOG.md',
    'npx rampart changelog --format html --output changelog.html',
  ).action(async (options: ChangelogOptions) => {
    const { runChangelog } = await import('../changelog/run-changelog.js')
    const policy = options.policy ?? (await configuredPolicy(context))
    await runChangelog({ ...options, policy }, context)
  })
}
