import { Command } from 'commander'
import type { ConfiguredSettings } from '../config/apply-config.js'
import { DeclaredOption, type OptionsOf, type OptionTable } from '../input/options.js'

/** A command: its help, its options, and its work. */
interface Declaration<Table extends OptionTable> {
  readonly name: string
  readonly description: string
  /** Each argument as commander takes it, such as `<from>` or `[names...]`, with its description. */
  readonly arguments?: readonly (readonly [flags: string, description: string])[]
  readonly options: Table
  /** Text of the help between options and examples. */
  readonly notes?: string
  /** Command lines that work when pasted. */
  readonly examples: readonly string[]
  readonly run: (
    options: OptionsOf<Table> & ConfiguredSettings,
    words: readonly string[],
    command: Command,
  ) => Promise<void>
}

/** Adds examples to the help of a command. */
export function withExamples(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

/** Makes the command that is declared; the options of its work have the types of their declarations. */
export function commandOf<const Table extends OptionTable>(declaration: Declaration<Table>): Command {
  const { name, description, options, notes, examples, run } = declaration
  const command = new Command(name).description(description)
  for (const [flags, text] of declaration.arguments ?? []) command.argument(flags, text)
  for (const [option, row] of Object.entries(options)) command.addOption(new DeclaredOption(option, row))
  if (notes !== undefined) command.addHelpText('after', `\n${notes}`)
  return withExamples(command, ...examples).action(() =>
    run(command.opts<OptionsOf<Table> & ConfiguredSettings>(), command.args, command),
  )
}
