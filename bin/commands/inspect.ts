import { resolve } from 'node:path'
import type { Command } from 'commander'
import { inspectOptions } from '../inspect/options.js'
import type { CommandContext } from '../process/context.js'
import { commandOf } from './command.js'

/** The command `rampart inspect`: the observers of the contract suite over recorded traffic. */
export function inspectCommand(context: CommandContext): Command {
  return commandOf({
    name: 'inspect',
    description: 'Judge recorded traffic (a HAR of a browser or a proxy); nothing is sent to the API.',
    arguments: [['<file.har>', 'the recording; it may be of any size']],
    options: inspectOptions,
    examples: [
      'npx rampart inspect traffic.har',
      'npx rampart inspect traffic.har --base-url https://api.example.com/api --json',
    ],
    run: async (options, [file = '']) => {
      const { runInspect } = await import('../inspect/run-inspect.js')
      const reportDir = resolve(context.cwd, options.reportDir)
      await runInspect(file, { ...options, reportDir }, options.reportDir, context)
    },
  })
}
