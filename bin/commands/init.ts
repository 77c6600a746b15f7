import { Command, Option } from 'commander'
import { RampartError } from '../../diagnostics/index.js'
import { withExamples } from '../output/help-text.js'
import type { CommandContext } from '../process/context.js'
import { ciSystems, urlObjection } from '../init/answers.js'
import type { InitOptions } from '../init/run-init.js'

// The text itself is not repeated: it may hold a password.
const url =
  (name: string) =>
  (text: string): string => {
    const wrong = urlObjection(text)
    if (wrong !== undefined) throw new RampartError('OPTION_INVALID', { message: `${name}: ${wrong}` })
    return text
  }

/** The command `rampart init`: config, script and workflow for a project. */
export function initCommand(context: CommandContext): Command {
  const command = new Command('init')
    .description('Set a project up: config file, script, ignored files, and a workflow for the CI.')
    .option('--spec-url <url>', 'host that serves /spec/versions, without the /api prefix', url('--spec-url'))
    .option('--base-url <url>', 'API root of the service to test', url('--base-url'))
    .addOption(new Option('--ci <system>', 'where checks run by themselves').choices(ciSystems))
    .option('--yes', 'ask nothing; what is not given stays, or comes from variables of the environment')
    .option('--force', 'replace files of these names that somebody has changed')
    .option('--json', 'print what was written, and what was kept, as JSON')
  return withExamples(
    command,
    'npx rampart init',
    'npx rampart init --spec-url https://api.example.com --base-url https://api.example.com/api',
    'npx rampart init --yes --ci gitlab',
  ).action(async (options: InitOptions) => {
    const { runInit } = await import('../init/run-init.js')
    await runInit(options, context)
  })
}
