import { Command, CommanderError } from 'commander'
import { RampartError } from '../diagnostics/index.js'
import { bugText } from './output/bug-text.js'
import type { Ending } from './check/stage.js'
import { colorsFor } from './process/colors.js'
import { checkCommand } from './commands/check.js'
import { diffCommand } from './commands/diff.js'
import { fetchCommand } from './commands/fetch.js'
import { generateCommand } from './commands/generate.js'
import { initCommand } from './commands/init.js'
import { inspectCommand } from './commands/inspect.js'
import { mergeReportsCommand } from './commands/merge-reports.js'
import { rulesCommand } from './commands/rules.js'
import { sandboxCommand } from './commands/sandbox.js'
import { templatesCommand } from './commands/templates.js'
import { testCommand } from './commands/test.js'
import { webhookCommand } from './commands/webhook.js'
import { applyConfig } from './config/apply-config.js'
import { readConfig } from './config/read-config.js'
import type { CommandContext } from './process/context.js'
import { InterruptedRun } from './process/interrupted-run.js'
import { packageInfo } from './process/package-info.js'
import { errorText } from './output/problems.js'

/** Exit codes that do not come from an error's registry entry. Documented in docs/errors.md. */
export const exitCodes = { fine: 0, wrongUse: 2, bug: 70, interrupted: 130 } as const

const buildProgram = (context: CommandContext): Command => {
  const program = new Command('rampart')
    .description('The contract toolkit for a date-versioned stablecoin payment API.')
    .version(packageInfo().version)
    .showHelpAfterError('(see --help)')
    // What stands behind a command is its own: some take a --version too.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nExit codes: 0 fine, 1 the contract is broken, 2 wrong use or bad input, 3 the service could not be\nreached, refused the key, or left the run incomplete, 70 a bug in rampart, 130 interrupted.',
    )
  const make = [
    fetchCommand,
    generateCommand,
    diffCommand,
    testCommand,
    (own: CommandContext) => checkCommand(own, run),
    initCommand,
    inspectCommand,
    mergeReportsCommand,
    sandboxCommand,
    rulesCommand,
    templatesCommand,
    webhookCommand,
  ]
  for (const command of make) program.addCommand(command(context))
  const restore = (command: Command): void => {
    command.exitOverride()
    command.configureOutput({
      writeOut: context.stdout,
      writeErr: context.stderr,
      // What stands behind an option that does not exist may be a secret.
      outputError: (text, write) => write(text.replace(/(unknown option '[^=']*)=[^']*'/s, "$1'")),
    })
    for (const inner of command.commands) restore(inner)
  }
  restore(program)
  program.hook('preAction', async (_program, action) => {
    applyConfig(action, program.commands, context.env, await readConfig(context.cwd))
  })
  return program
}

const endingOf = (error: unknown, args: readonly string[], context: CommandContext): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.wrongUse
  if (context.signal.aborted) {
    const said = error instanceof InterruptedRun ? error.message : 'Interrupted; nothing was left half done.'
    context.stderr(`${said}\n`)
    return exitCodes.interrupted
  }
  if (error instanceof RampartError) {
    context.stderr(errorText(error, colorsFor(context.color)))
    return error.exitCode
  }
  context.stderr(bugText(error, args, context.env))
  return exitCodes.bug
}

/** Runs one command line. Its three endings are decided here and nowhere else. */
async function run(args: readonly string[], context: CommandContext): Promise<Ending> {
  try {
    const program = buildProgram(context)
    if (args.length === 0) program.outputHelp()
    else await program.parseAsync(args, { from: 'user' })
    return { code: exitCodes.fine }
  } catch (error) {
    return { code: endingOf(error, args, context), error }
  }
}

/** Runs one command line; resolves to the exit code. */
export async function main(args: readonly string[], context: CommandContext): Promise<number> {
  return (await run(args, context)).code
}
