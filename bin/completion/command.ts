import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Argument, Command } from 'commander'
import { withExamples, oneOf } from '../input/options.js'
import type { CommandContext } from '../process/context.js'
import { packageRoot } from '../process/package-info.js'

/** Shells with a script. */
const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

type Shell = (typeof shells)[number]

/** The script that completes command lines of rampart in a shell. */
const scriptFor = (shell: Shell): Promise<string> => {
  const ending = shell === 'powershell' ? 'ps1' : shell
  return readFile(join(packageRoot(), 'bin', 'completion', 'scripts', `rampart.${ending}`), 'utf8')
}

/** The command `rampart completion`: the script that completes its command lines in a shell. */
export function completionCommand(context: CommandContext): Command {
  const command = new Command('completion')
    .description('Print a script that completes command lines in a shell.')
    .addArgument(
      new Argument('<shell>', 'the shell that reads it')
        .choices(shells)
        .argParser((text) => oneOf('<shell>', shells, text)),
    )
    .addHelpText(
      'after',
      '\nLoad it from the file that your shell reads when it starts:\n' +
        '  bash        source <(npx rampart completion bash)\n' +
        '  zsh         source <(npx rampart completion zsh)\n' +
        '  fish        npx rampart completion fish | source\n' +
        '  powershell  npx rampart completion powershell | Out-String | Invoke-Expression\n' +
        'If rampart is not on the PATH, npx finds it in the project.',
    )
  return withExamples(
    command,
    'npx rampart completion bash > ~/.rampart-completion',
    'npx rampart completion zsh > _rampart',
  ).action(async (shell: Shell) => {
    context.stdout(await scriptFor(shell))
  })
}

/** The command that the scripts call. It prints completions of the last word of a command line. */
export function completeCommand(program: Command, context: CommandContext): Command {
  return new Command('complete')
    .argument('[words...]')
    .option('--empty', 'the last word is an empty one')
    .helpOption(false)
    .action(async (words: readonly string[], { empty }: { readonly empty?: boolean }) => {
      const { completions } = await import('./completions.js')
      const all = empty === true || words.length === 0 ? [...words, ''] : words
      context.stdout(await completions(program, all, context))
    })
}
