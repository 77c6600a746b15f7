import { Command, CommanderError } from 'commander'
import { withExamples } from './input/options.js'
import { commandsFor } from './commands.js'
import { completeCommand } from './completion/command.js'
import { readsSettings } from './config/options.js'
import { type CommandContext, interruptedExit, InterruptedRun } from './process/context.js'
import { requireNode } from './process/node-version.js'
import { packageInfo } from './process/package-info.js'
import { useProxies } from './process/proxy.js'
import { callOf, commandOf, usageError } from './input/usage.js'

/** The program with all of its commands, before it is given a command line. */
export function buildProgram(context: CommandContext): Command {
  const program = new Command('rampart')
    .description('The contract toolkit for a date-versioned stablecoin payment API.')
    .version(packageInfo().version, '-v, --version')
    // Options behind the name of a command belong to it: some take a --version too.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nExit codes: 0 fine, 1 the contract is broken, 2 wrong use or bad input,\n3 the service could not be reached, refused the key, or left the run incomplete,\n70 a bug in rampart, 130 interrupted.',
    )
  withExamples(
    program,
    'npx rampart init',
    'npx rampart check',
    'npx rampart help webhook send',
    'npx rampart completion bash',
  )
  for (const command of commandsFor(context)) program.addCommand(command)
  const restore = (command: Command): void => {
    command.exitOverride((error) => {
      if (error.exitCode === 0) throw error
      throw usageError(error, command)
    })
    command.showSuggestionAfterError(false)
    // Errors are thrown, and printed once at the end.
    const { stdout: writeOut, stderr: writeErr } = context
    command.configureOutput({ writeOut, writeErr, outputError: () => undefined })
    for (const inner of command.commands) restore(inner)
  }
  program.addCommand(completeCommand(program, context), { hidden: true })
  restore(program)
  program.hook('preAction', async (_program, action) => {
    requireNode(process.version.slice(1))
    if (readsSettings(action))
      await (await import('./config/apply-config.js')).applySettings(program, action, context)
  })
  return program
}

const exitCodeOf = async (
  error: unknown,
  args: readonly string[],
  program: Command,
  context: CommandContext,
): Promise<number> => {
  if (error instanceof CommanderError) return 0
  if (!context.signal.aborted) {
    const { reportFailure } = await import('./output/report-failure.js')
    return reportFailure(error, args, context, callOf(commandOf(program, args)))
  }
  const text = error instanceof InterruptedRun ? error.message : 'Interrupted; nothing was left half done.'
  context.stderr(`${text}\n`)
  return interruptedExit
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h'

/**
 * Turns `help webhook send` into `webhook send --help`, as commander reads only the first name. An unknown command
 * stays an error about its name.
 */
const withHelpResolved = (program: Command, args: readonly string[]): readonly string[] => {
  const [first, ...rest] = args
  const isAsked = first === 'help' && rest.length > 0
  if (!isAsked && !args.some(isHelp)) return args
  const words = (isAsked ? rest : args).filter((word) => !isHelp(word))
  const command = commandOf(program, words)
  const depth = callOf(command).split(' ').length - 1
  const next = words.filter((word) => word !== 'help')[depth] ?? '-'
  if (!next.startsWith('-') && command.commands.length > 0) return words
  return isAsked ? [...words.filter((word) => word !== 'help'), '--help'] : args
}

/** Runs one command line; resolves to the exit code. Its three endings are decided here and nowhere else. */
export async function main(args: readonly string[], outer: CommandContext): Promise<number> {
  const context = { ...outer, args, env: { ...outer.env } }
  const program = buildProgram(context)
  // Not for completion and help, which send nothing and are waited for.
  program.hook('preAction', (_program, action) => (readsSettings(action) ? useProxies(outer.env) : undefined))
  try {
    if (args.length === 0) program.outputHelp()
    else await program.parseAsync(withHelpResolved(program, args), { from: 'user' })
    return 0
  } catch (error) {
    return await exitCodeOf(error, args, program, context)
  }
}
