import { Command, Option } from 'commander'
import { changelogFormats, formatNames } from '../../reporting/index.js'
import type { ChangelogOptions } from '../changelog/run-changelog.js'
import type { CommandContext } from '../process/context.js'

const examples = `
Examples:
  rampart changelog > CHANGELOG-API.md                       every fetched version, newest first
  rampart changelog --format html --output changelog.html    a page for a site
  rampart changelog --specs other/specs --format json        for a program`

/** The command `rampart changelog`: every fetched version in one page, told as an API tells of itself. */
export function changelogCommand(context: CommandContext): Command {
  return new Command('changelog')
    .description(
      'Tell of all fetched versions in one page, newest first: what is new, what to act on, what is gone.',
    )
    .option('--specs <dir>', 'folder of fetched documents', 'specs')
    .addOption(
      new Option('--format <format>', 'what to print')
        .choices(formatNames(changelogFormats))
        .default('markdown'),
    )
    .option('--output <file>', 'write it to a file (-: stdout)')
    .option('--policy <file>', 'JSON: a minting policy, whose change table is quoted')
    .addHelpText('after', examples)
    .action(async (options: ChangelogOptions) => {
      const { runChangelog } = await import('../changelog/run-changelog.js')
      await runChangelog(options, context)
    })
}
