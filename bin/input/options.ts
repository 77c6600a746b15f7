import { type Command, Option } from 'commander'
import { RampartError } from '../../diagnostics/index.js'
import { flagOf } from '../output/shell-text.js'

/**
 * The kind of an option's value: a `flag` has none, a `document` is a path unless it is a URL, a `place` is a path
 * unless it is a host.
 */
export type ValueKind =
  | 'flag'
  | 'text'
  | 'number'
  | 'number or text'
  | 'file'
  | 'folder'
  | 'document'
  | 'place'

/** Lists of names that the values of options and arguments are completed from. */
export type NameSource = 'versions' | 'rules' | 'drill rules' | 'tags' | 'faults' | 'kinds' | 'templates'

/** The settings of an option besides its value and its description. */
export interface OptionSettings {
  /** The default value. */
  readonly usual?: unknown
  readonly choices?: readonly string[]
  /**
   * Makes one value of its text.
   * @throws InvalidArgumentError or RampartError.
   */
  readonly parse?: (text: string, flag: string) => unknown
  /** Whether the option may be repeated, each time with one value. */
  readonly isRepeatable?: true
  /** Whether a config file may hold the content of the file that the option names. */
  readonly hasContent?: true
  /** Options that it cannot be used with, by their names in camel case. */
  readonly conflicts?: readonly string[]
  /** The names that complete its value. */
  readonly names?: NameSource
}

/**
 * The declaration of an option. Everything else derives from it: its flags, the type of its value, the variable of the
 * environment, the schema of the config file, completion and documentation.
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
export type OptionTable = Readonly<Record<string, OptionRow>>

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
export const places = taking('place')
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

/** An option as commander takes it, with its declaration. */
export class DeclaredOption extends Option {
  readonly kind: ValueKind
  readonly isList: boolean
  readonly hasContent: boolean
  readonly names: NameSource | undefined

  constructor(name: string, { kind, placeholder, description, settings = {} }: OptionRow) {
    super(`${flagOf(name)} ${placeholder}`.trim(), description)
    const { usual, choices, parse, isRepeatable = false, conflicts = [] } = settings
    this.kind = kind
    this.isList = this.variadic || isRepeatable
    this.hasContent = settings.hasContent === true
    this.names = settings.names
    if (choices) this.choices(choices)
    else if (this.isList) {
      const one = parse ?? String
      // Given values replace the default ones.
      this.argParser<unknown>((value, former) => [
        ...(Array.isArray(former) && former !== usual ? former : []),
        one(value, flagOf(name)),
      ])
    } else if (parse) this.argParser<unknown>((value) => parse(value, flagOf(name)))
    this.conflicts([...conflicts])
    if (usual !== undefined) this.default(usual)
  }
}

const excluding = (format: string): RampartError =>
  new RampartError('OPTION_INVALID', { message: `--json and --format ${format} exclude each other` })

/** Options of a command that prints in several formats, one of them JSON. */
interface Printing {
  readonly format: string
  readonly json?: boolean
}

/**
 * The format that a command prints, where none is usual.
 * @throws RampartError OPTION_INVALID when `--json` and another format are both given.
 */
export function formatOf<F extends string>(
  { format, json }: { readonly format?: F; readonly json?: boolean },
  usual: F,
): F | 'json' {
  if (json === true && format !== undefined && format !== 'json') throw excluding(format)
  return json === true ? 'json' : (format ?? usual)
}

/** Text of the option `--json` of such a command. */
export const jsonHelp = 'the same as --format json'

/**
 * The options of a command, with `--json` replaced by the format that it stands for. The command line takes precedence
 * over the settings.
 * @throws RampartError OPTION_INVALID when both are on the command line and differ.
 */
export function withJson<T extends Printing>(options: T, command: Command): T {
  if (options.json !== true || options.format === 'json') return options
  const isCli = (name: string): boolean => command.getOptionValueSource(name) === 'cli'
  if (!isCli('format')) return { ...options, format: 'json' }
  if (!isCli('json')) return options
  throw excluding(options.format)
}
