import { Command, Option } from 'commander'
import { diffFormats, formatNames } from '../../reporting/formats.js'
import { withExamples } from '../output/help-text.js'
import type { CommandContext } from '../process/context.js'
import type { DiffOptions } from '../diff/options.js'

const addReading = (command: Command): Command =>
  command
    .option('--specs <dir>', 'folder of fetched documents, in which versions are looked up', 'specs')
    .option('--from-git <rev:path>', 'read the older document from git; FROM is left out then')
    .option('--published', 'the documents are two texts of one version that users have')
    .option('--unpublished', 'the newer document is of a version that nobody uses yet')

const addJudging = (command: Command): Command =>
  command
    .option('--policy <file>', 'JSON: a minting policy instead of that of the specification')
    .option('--allow <file>', 'known changes, each with a reason and the day it expires')
    .option('--write-allow <file>', 'write the changes that need a version as such a list')
    .option('--impact <dir>', 'a TypeScript project: list its lines that the changes touch')

const addPrinting = (command: Command): Command =>
  command
    .addOption(
      new Option('--format <format>', 'what to print (default: text)').choices(formatNames(diffFormats)),
    )
    .option('--json', 'the same as --format json')
    .option('--all', 'with text: every change, with its id and fingerprint')
    .option('--output <file>', 'write it to a file; a summary is printed then (-: stdout)')

const exclusive = [
  ['json', 'format'],
  ['published', 'unpublished'],
] as const

/** Of two options that exclude each other, the one on the command line goes before one of the settings. */
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
  const command = new Command('diff')
    .description('Explain the changes between two documents, and judge them by the minting policy.')
    .argument('[from]', 'the older document: a version in --specs, a file, a URL, or - for stdin')
    .argument('[to]', 'the newer document')
  for (const add of [addReading, addJudging, addPrinting]) add(command)
  return withExamples(
    command,
    'npx rampart diff 2026-07-01 2026-08-01',
    'npx rampart diff old.yaml new.yaml --format markdown --output changes.md',
    'npx rampart diff 2026-07-01 2026-08-01 --json',
  ).action(async (from: string | undefined, to: string | undefined, options: DiffOptions) => {
    const { runDiff } = await import('../diff/run-diff.js')
    await runDiff(
      [from, to].filter((name) => name !== undefined),
      outranked(command, options),
      context,
    )
  })
}
