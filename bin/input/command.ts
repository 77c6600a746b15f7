import { Command } from 'commander'
import { DeclaredOption, type OptionsOf, type OptionTable } from './options.js'

/** What a command is called with, and its help. */
export interface Declaration {
  readonly name: string
  readonly description: string
  /** Each argument as commander takes it, such as `<from>` or `[names...]`, with its description. */
  readonly arguments?: readonly (readonly [flags: string, description: string])[]
  readonly options: OptionTable
  /** Text of the help between options and examples. */
  readonly notes?: string
  /** Command lines that work when pasted. */
  readonly examples: readonly string[]
}

/** The work of a command. */
type Run<Declared extends Declaration> = (
  options: OptionsOf<Declared['options']>,
  words: readonly string[],
  command: Command,
) => Promise<void>

/** Adds examples to the help of a command. */
export function withExamples(command: Command, ...lines: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

/** A declared command without its action. */
export function declaredCommand(declaration: Declaration): Command {
  const { name, description, options, notes, examples } = declaration
  const command = new Command(name).description(description)
  for (const [flags, text] of declaration.arguments ?? []) command.argument(flags, text)
  for (const [option, row] of Object.entries(options)) command.addOption(new DeclaredOption(option, row))
  if (notes !== undefined) command.addHelpText('after', `\n${notes}`)
  return withExamples(command, ...examples)
}

/** Makes a declared command. Its action gets options of the declared types. */
export function commandOf<const Declared extends Declaration>(
  declaration: Declared,
  run: Run<Declared>,
): Command {
  const command = declaredCommand(declaration)
  return command.action(() => run(command.opts<OptionsOf<Declared['options']>>(), command.args, command))
}
