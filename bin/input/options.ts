import { Command, InvalidArgumentError, Option } from 'commander'
import { didYouMean, type RampartError, wrongUse } from '../../diagnostics/index.js'
import { joined } from '../../reporting/index.js'
import { flagOf } from '../output/shell-text.js'

type PathKind = 'file' | 'folder' | 'document' | 'reference-root'

/** The kind of an option's value: a `flag` has none; a `document` may be a URL, and a `reference-root` a host. */
export type ValueKind = 'flag' | 'text' | 'number' | 'number or text' | PathKind

/** Lists of names that the values of options and arguments are completed from. */
export type NameSource = 'versions' | 'rules' | 'drill rules' | 'tags' | 'faults' | 'kinds' | 'templates'

/** The settings of an option besides its value and its description. */
export interface OptionSettings {
  /** The default value. */
  readonly usual?: unknown
  readonly choices?: readonly string[]
  /** Makes one value from its text. @throws InvalidArgumentError with a clause such as "must be a port", or RampartError. */
  readonly parse?: (text: string, flag: string) => unknown
  /** Whether the option may be repeated, each time with one value. */
  readonly isRepeatable?: true
  /** Whether a config file may hold the content of the file that the option names. */
  readonly hasContent?: true
  /** Options that it cannot be used with, by their names in camel case. On the command line it replaces those of the settings. */
  readonly excludes?: readonly string[]
  /** An option without which it has no effect, by its name in camel case. */
  readonly needs?: string
  /** For an option that prints something and stops: the other options that still have an effect. */
  readonly alone?: readonly string[]
  /** The names that complete its value. One text may hold several of them, or of the choices, with commas between. */
  readonly names?: NameSource
  /** Whether a comma may be part of a name, so that texts are not split at commas. */
  readonly isWhole?: true
}

/**
 * The declaration of an option. Everything else derives from it: its flags, the type of its value, its variable, the
 * schema of the config file, completion and documentation.
 */
export interface OptionRow<
  Placeholder extends string = string,
  Given extends OptionSettings = OptionSettings,
> {
  readonly kind: ValueKind
  /** The placeholder of the value in help: `<file>`, `<file...>` for several, `[file]` where it is optional. */
  readonly placeholder: Placeholder
  readonly description: string
  readonly settings: Given | undefined
}

/** Options of a command by their names in camel case. One that begins with `no` negates another. */
type OptionTable = Readonly<Record<string, OptionRow>>

const taking =
  (kind: ValueKind) =>
  <const Placeholder extends string, const Given extends OptionSettings>(
    placeholder: Placeholder,
    description: string,
    settings?: Given,
  ): OptionRow<Placeholder, Given> => ({ kind, placeholder, description, settings })

export const text = taking('text')
export const file = taking('file')
export const folder = taking('folder')
export const documents = taking('document')
export const referenceRoots = taking('reference-root')
export const number = taking('number')
export const numberOrText = taking('number or text')

/** An option without a value. */
export function flag<const Given extends OptionSettings>(
  description: string,
  settings?: Given,
): OptionRow<'', Given> {
  return { kind: 'flag', placeholder: '', description, settings }
}

type One<Given> = Given extends { readonly parse: (text: string, flag: string) => infer Value }
  ? Value
  : Given extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : Given extends { readonly hasContent: true }
      ? unknown
      : string

type ValueOf<Row> =
  Row extends OptionRow<infer Placeholder, infer Given>
    ? Placeholder extends ''
      ? boolean
      : Placeholder extends `${string}...${string}`
        ? readonly One<Given>[]
        : Given extends { readonly isRepeatable: true }
          ? readonly One<Given>[]
          : Placeholder extends `[${string}`
            ? One<Given> | boolean
            : One<Given>
    : never

type Names<Table> = Exclude<keyof Table & string, `no${Capitalize<string>}`>

type NamesWithUsual<Table> = {
  [Name in Names<Table>]: Table[Name] extends OptionRow<string, infer Given>
    ? Given extends { readonly usual: unknown }
      ? Name
      : never
    : never
}[Names<Table>]

type Given<Table, Name extends keyof Table & string> =
  | ValueOf<Table[Name]>
  | (`no${Capitalize<Name>}` extends keyof Table ? false : never)

/** The values of a command's options. Those with a usual value are always there. */
export type OptionsOf<Table> = {
  readonly [Name in NamesWithUsual<Table>]: Given<Table, Name>
} & {
  readonly [Name in Exclude<Names<Table>, NamesWithUsual<Table>>]?: Given<Table, Name>
}

/** The error of a value that an option, a variable or a member of a file does not take. @param due such as "must be a port" */
export function invalidValue(what: string, due: string, value: string): RampartError {
  return wrongUse(`${what} ${due}; it was given "${value}"`)
}

/** A value that is one of several. */
export function oneOf(what: string, choices: readonly string[], value: string): string {
  if (choices.includes(value)) return value
  const { message } = invalidValue(what, `takes ${joined(choices, 'or')}`, value)
  throw wrongUse(message + didYouMean(value, choices))
}

/** Values of which each text may hold several, with commas between. */
export function separated(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(',')).map((text) => text.trim())
}

/** An option as commander takes it, with its declaration. */
export class DeclaredOption extends Option {
  readonly kind: ValueKind
  readonly isList: boolean
  readonly settings: OptionSettings

  constructor(name: string, { kind, placeholder, description, settings = {} }: OptionRow) {
    super(`${flagOf(name)} ${placeholder}`.trim(), description)
    const { usual, choices } = settings
    this.kind = kind
    this.isList = this.variadic || settings.isRepeatable === true
    this.settings = settings
    if (choices) this.choices(choices)
    if (usual !== undefined) this.default(usual)
    if (kind === 'flag') return
    this.argParser<unknown>((text, former) => {
      this.#requireValue(text)
      const value = this.valueFrom([text])
      // Given values replace the default ones.
      return this.isList && Array.isArray(former) && former !== usual ? former.concat(value) : value
    })
  }

  /** Refuses an option in place of a value, which commander accepts, and an empty shell variable as a path. */
  #requireValue(text: string): void {
    const [option] = /^-(-[a-z][a-z-]+|[a-z])(?==|$)/i.exec(text) ?? []
    if (option !== undefined)
      throw wrongUse(`${this.flags} lacks its value: ${option} follows, which is an option`)
    if (text === '' && /file|folder|document|reference-root/.test(this.kind))
      throw wrongUse(`${this.flags} is empty`, 'Name a path; in a shell, the variable may not be set.')
  }

  /** The value of texts: a list of them all, or one of the last. @param what names the option in the error */
  valueFrom(texts: readonly string[], what = this.flags): unknown {
    const { names, choices, isWhole } = this.settings
    const isOfNames = this.isList && (names ?? choices) !== undefined && isWhole !== true
    const values = (isOfNames ? separated(texts) : texts).map((text) => this.#one(text, what))
    return this.isList ? values : values.at(-1)
  }

  #one(text: string, what: string): unknown {
    if (this.argChoices) return oneOf(what, this.argChoices, text)
    try {
      return (this.settings.parse ?? String)(text, flagOf(this.attributeName()))
    } catch (cause) {
      throw cause instanceof InvalidArgumentError ? invalidValue(what, cause.message, text) : cause
    }
  }
}

/** Whether an option is on the command line. A flag that is off there is not. */
export function isTyped(command: Command, name: string): boolean {
  const value: unknown = command.getOptionValue(name)
  return command.getOptionValueSource(name) === 'cli' && value !== undefined && value !== false
}

const excluding = (one: string, other: string): RampartError =>
  wrongUse(`${one} and ${other} exclude each other`)

/** Text of the option `--json` of a command that prints in several formats. */
export const jsonHelp = 'the same as --format json'

const settleJson = (command: Command): void => {
  const format = command.getOptionValue('format') as string | undefined
  if (command.getOptionValue('json') !== true || format === 'json') return
  const isGiven = format !== undefined && command.getOptionValueSource('format') !== 'default'
  const [isJsonTyped, isFormatTyped] = [isTyped(command, 'json'), isTyped(command, 'format')]
  if (isGiven && isJsonTyped === isFormatTyped) throw excluding('--json', `--format ${format}`)
  if (!isFormatTyped) command.setOptionValueWithSource('format', 'json', isJsonTyped ? 'cli' : 'config')
}

// Only options of the command line are refused, because many runs share the settings.
const refuseUseless = (command: Command, name: string, { needs, alone }: OptionSettings): void => {
  const needed: unknown = needs === undefined ? true : command.getOptionValue(needs)
  const useless = (one: string, relation: string, other: string): RampartError =>
    wrongUse(`${flagOf(one)} does nothing ${relation} ${flagOf(other)}`)
  if (needs !== undefined && (needed === undefined || needed === false)) throw useless(name, 'without', needs)
  if (alone === undefined) return
  const typed = command.options.map((one) => one.attributeName()).filter((one) => isTyped(command, one))
  const other = typed.find((one) => one !== name && !alone.includes(one))
  if (other !== undefined) throw useless(other, 'with', name)
}

/** Settles options that exclude each other, once all have their values: the command line wins. `--json` becomes the format. */
export function settle(command: Command): void {
  for (const option of command.options) {
    if (option.attributeName() === 'format') settleJson(command)
    const name = option.attributeName()
    if (!(option instanceof DeclaredOption) || !isTyped(command, name)) continue
    refuseUseless(command, name, option.settings)
    for (const other of option.settings.excludes ?? []) {
      if (isTyped(command, other)) throw excluding(flagOf(name), flagOf(other))
      command.setOptionValue(other, undefined)
    }
  }
}

/** The arguments and options of a command, and its help. */
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
export function commandOf<const Declared extends Declaration>(declaration: Declared, run: Run<Declared>) {
  const command = declaredCommand(declaration)
  return command.action(() => run(command.opts<OptionsOf<Declared['options']>>(), command.args, command))
}
