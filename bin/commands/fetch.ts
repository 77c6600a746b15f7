import { Command, InvalidArgumentError } from 'commander'
import type { FetchCommandOptions } from '../fetch/options.js'
import { collect } from '../input/option-values.js'
import { withExamples } from '../output/help-text.js'
import type { CommandContext } from '../process/context.js'

const seconds = (text: string): number => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0 || value > 86_400) {
    throw new InvalidArgumentError('It must be a number of seconds above 0, at most 86400.')
  }
  return value
}

/** The command `rampart fetch`: documents and lock file of a service (specification, "Specification documents"). */
export function fetchCommand(context: CommandContext): Command {
  const command = new Command('fetch')
    .description('Read the version list of a service and keep the document of every version, as served.')
    .option('--spec-url <url>', 'host that serves /spec/versions, without the /api prefix (RAMPART_SPEC_URL)')
    .option('--out <dir>', 'folder for the documents and rampart.lock.json', 'specs')
    .option('--frozen', 'write nothing, and fail when anything differs from the lock file')
    .option('--allow-origin <url>', 'another origin that locations may lead to (repeatable)', collect)
    .option('--timeout <seconds>', 'longest wait for one complete answer (default: 30)', seconds)
    .option('--json', 'print the lock and what changed as JSON')
  return withExamples(
    command,
    'npx rampart fetch --spec-url https://api.example.com',
    'npx rampart fetch --frozen',
  ).action(async (options: FetchCommandOptions) => {
    const { runFetch } = await import('../fetch/run-fetch.js')
    await runFetch(options, context)
  })
}
