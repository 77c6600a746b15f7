import type { Command } from 'commander'
import { diffOptions, type DiffOptions } from '../diff/options.js'
import type { CommandContext } from '../process/context.js'
import { commandOf } from './command.js'

const exclusive = [
  ['json', 'format'],
  ['published', 'unpublished'],
] as const

/** Of two options that exclude each other, the one on the command line wins over that of the settings. */
const outranked = (command: Command, options: DiffOptions): DiffOptions => {
  const isCli = (name: string): boolean => command.getOptionValueSource(name) === 'cli'
  const dropped = new Set<string>(
    exclusive.flatMap(([one, other]) => {
      if (isCli(one) === isCli(other)) return []
      return [isCli(one) ? other : one]
    }),
  )
  const kept = Object.entries(options).filter(([name]) => !dropped.has(name))
  return { specs: options.specs, ...Object.fromEntries(kept) }
}

/** The command `rampart diff`: two documents, their changes, and what the minting policy says of them. */
export function diffCommand(context: CommandContext): Command {
  return commandOf({
    name: 'diff',
    description: 'Explain the changes between two documents, and judge them by the minting policy.',
    arguments: [
      ['[from]', 'the older document: a version in --specs, a file, a URL, or - for stdin'],
      ['[to]', 'the newer document'],
    ],
    options: diffOptions,
    examples: [
      'npx rampart diff 2026-07-01 2026-08-01',
      'npx rampart diff old.yaml new.yaml --format markdown --output changes.md',
      'npx rampart diff 2026-07-01 2026-08-01 --json',
    ],
    run: async (options, names, command) => {
      const { runDiff } = await import('../diff/run-diff.js')
      await runDiff(names, outranked(command, options), context)
    },
  })
}

/**
 * The minting policy that `rampart diff` judges by here, so that commands around it quote the same one.
 * @throws RampartError of reading the config file, and OPTION_INVALID.
 */
export async function configuredPolicy(context: CommandContext): Promise<unknown> {
  const { readConfig } = await import('../config/config-file.js')
  const { applyConfig } = await import('../config/apply-config.js')
  const diff = diffCommand(context)
  applyConfig(diff, context.env, await readConfig(context.cwd))
  return diff.opts<DiffOptions>().policy
}
