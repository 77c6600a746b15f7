import type { Command } from 'commander'
import { RampartError } from '../../diagnostics/index.js'

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
 * The options of a command with `--json` taken for the format that it stands for. Of the two, one on the command line
 * goes before one of the settings.
 * @throws RampartError OPTION_INVALID when both are on the command line and differ.
 */
export function withJson<T extends Printing>(options: T, command: Command): T {
  if (options.json !== true || options.format === 'json') return options
  const isCli = (name: string): boolean => command.getOptionValueSource(name) === 'cli'
  if (!isCli('format')) return { ...options, format: 'json' }
  if (!isCli('json')) return options
  throw excluding(options.format)
}
