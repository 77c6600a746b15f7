import type { Command } from 'commander'

/** Adds command lines to the help of a command that work when they are pasted. */
export function withExamples(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}
