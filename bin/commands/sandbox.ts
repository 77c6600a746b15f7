import type { Command } from 'commander'
import type { CommandContext } from '../process/context.js'
import { type SandboxOptions, sandboxOptions } from '../sandbox/options.js'
import { commandOf } from './command.js'

const listFaults = async (context: CommandContext, options: SandboxOptions): Promise<void> => {
  const { knownFaults } = await import('../../sandbox/index.js')
  const faults = knownFaults.map(({ name, does }) => ({ rule: name, does }))
  const width = Math.max(...faults.map(({ rule }) => rule.length))
  context.stdout(
    options.json
      ? `${JSON.stringify(faults)}\n`
      : faults.map(({ rule, does }) => `${rule.padEnd(width)}  ${does}\n`).join(''),
  )
}

/** The command `rampart sandbox`: the embedded service on this machine, until it is interrupted. */
export function sandboxCommand(context: CommandContext): Command {
  return commandOf({
    name: 'sandbox',
    description: 'Run the embedded service: every version over one state, on this machine only.',
    options: sandboxOptions,
    notes:
      'Keys: RAMPART_SANDBOX_KEYS holds accepted API keys, separated by commas;\n      by default sandbox-key, and second-sandbox-key of another partner.',
    examples: [
      'npx rampart sandbox',
      'npx rampart sandbox --port 0 --json',
      'npx rampart sandbox --fault versioning/echo --data .rampart/sandbox',
      'npx rampart sandbox --list-faults',
    ],
    run: async (options) => {
      if (options.listFaults) return listFaults(context, options)
      const { runSandbox } = await import('../sandbox/run-sandbox.js')
      return runSandbox(context, options)
    },
  })
}
