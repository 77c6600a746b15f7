import { resolve } from 'node:path'
import { Command } from 'commander'
import { withExamples } from '../output/help-text.js'
import type { CommandContext } from '../process/context.js'
import type { InspectOptions } from '../inspect/options.js'

/** The command `rampart inspect`: the observers of the contract suite over recorded traffic. */
export function inspectCommand(context: CommandContext): Command {
  const command = new Command('inspect')
    .description('Judge recorded traffic (a HAR of a browser or a proxy); nothing is sent to the API.')
    .argument('<file.har>', 'the recording; it may be of any size')
    .option('--base-url <url>', 'API root in the recording (default: found by the calls in it)')
    .option('--spec-url <url>', 'host that serves the documents (default: the folder of --specs)')
    .option('--specs <dir>', 'folder of fetched documents', 'specs')
    .option('--report-dir <dir>', 'folder for the reports', 'rampart-inspect')
    .option('--json', 'print the report as JSON instead of the summary')
  return withExamples(
    command,
    'npx rampart inspect traffic.har',
    'npx rampart inspect traffic.har --base-url https://api.example.com/api --json',
  ).action(async (file: string, options: InspectOptions) => {
    const { runInspect } = await import('../inspect/run-inspect.js')
    const reportDir = resolve(context.cwd, options.reportDir)
    await runInspect(file, { ...options, reportDir }, options.reportDir, context)
  })
}
