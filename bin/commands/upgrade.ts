import { Command, Option } from 'commander'
import { withExamples } from '../output/help-text.js'
import type { CommandContext } from '../process/context.js'
import { type UpgradeOptions, upgradeFormats } from '../upgrade/options.js'
import { configuredPolicy } from './configured-policy.js'

/** The command `rampart upgrade`: what a project has to do to use a newer version, as a checklist. */
export function upgradeCommand(context: CommandContext): Command {
  const command = new Command('upgrade')
    .description('Rehearse the upgrade of a project to a newer version: a checklist; nothing is touched.')
    .argument('<from>', 'the version that the project uses: a version in --specs, or a file')
    .argument('<to>', 'the newer version')
    .option('--specs <dir>', 'folder of fetched documents, in which versions are looked up', 'specs')
    .option('--project <dir>', 'the project: a folder, or a tsconfig.json', '.')
    .option(
      '--har <file...>',
      'recorded traffic of your program, read again as if it were of the newer version',
    )
    .option('--report-dir <dir>', 'folder of reports: its exchanges.har is read as well', 'rampart-report')
    .addOption(new Option('--format <format>', 'what to print (default: markdown)').choices(upgradeFormats))
    .option('--json', 'the same as --format json')
    .option('--output <file>', 'write it to a file (-: stdout)')
    .option('--write', 'move the paths to generated code, and nothing else')
    .option('--allow-dirty', 'with --write: even in files with changes that are not committed')
    .addHelpText('after', '\nExit codes: 0 nothing must change, 1 places must change, 2 wrong use.')
  return withExamples(
    command,
    'npx rampart upgrade 2026-07-01 2026-08-01',
    'npx rampart upgrade 2026-07-01 2026-08-01 --har recorded.har --output UPGRADE.md',
    'npx rampart upgrade 2026-07-01 2026-08-01 --write',
  ).action(async (from: string, to: string, options: UpgradeOptions) => {
    const { runUpgrade } = await import('../upgrade/run-upgrade.js')
    await runUpgrade([from, to], { ...options, policy: await configuredPolicy(context) }, context)
  })
}
