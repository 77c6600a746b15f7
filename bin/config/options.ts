import type { Command, Option } from 'commander'
import { isAbsolute, join } from 'node:path'
import { DeclaredOption } from '../input/options.js'

const withoutSettings: ReadonlySet<string> = new Set(['init', 'completion', 'complete'])

/** Whether a command takes options from a config file. Commands that write it or print a script do not. */
export function readsSettings(command: Command): boolean {
  return !withoutSettings.has(command.name())
}

/** The commands of a group, or the command itself if it is not a group. */
export function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)
}

/** The source of an option's value, if it is not the default. */
export type OptionSource = 'cli' | 'env' | 'config'

const isSource = (source: string | undefined): source is OptionSource =>
  source === 'cli' || source === 'env' || source === 'config'

/** The sources of options that were given a value, by their names in camel case. */
export function optionSources(command: Command): ReadonlyMap<string, OptionSource> {
  const names = command.options.map((option) => option.attributeName())
  const sources = names.map((name) => [name, command.getOptionValueSource(name)] as const)
  return new Map(sources.flatMap(([name, source]) => (isSource(source) ? [[name, source]] : [])))
}

const isPath = (text: string, option: Option): boolean => {
  if (!(option instanceof DeclaredOption) || text === '-') return false
  const { kind } = option
  if (kind === 'file' || kind === 'folder') return true
  if (text.includes('://')) return false
  return kind === 'document' || (kind === 'reference-root' && /^\.|\//.test(text))
}

/** A path, or a list of them, from a config file in another folder, relative to the working folder; other values unchanged. */
export function below(folder: string, option: Option, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => below(folder, option, one))
  if (typeof value !== 'string' || isAbsolute(value) || !isPath(value, option)) return value
  return join(folder, value)
}

type ValueType = 'boolean' | 'number' | 'string' | 'object'

/** The values that a config file may have for an option. */
export interface Expected {
  readonly types: readonly ValueType[]
  /** The allowed texts, if not all are. */
  readonly choices?: readonly string[]
  /** Whether a list of such values is allowed too. */
  readonly isList: boolean
}

const typesOf = (option: Option): readonly ValueType[] => {
  if (!(option instanceof DeclaredOption) || option.kind === 'flag') return ['boolean']
  const types: ValueType[] = option.kind.startsWith('number') ? ['number'] : []
  if (option.kind !== 'number') types.push('string')
  if (option.optional) types.push('boolean')
  if (option.settings.hasContent) types.push('object')
  return types
}

/** The values that a config file may have for options of one name: `--keep <file>` and `--no-keep` are one there. */
export function expectedOf(options: readonly Option[]): Expected {
  const choices = options.flatMap(({ argChoices = [] }) => argChoices)
  return {
    types: [...new Set(options.flatMap(typesOf))],
    ...(choices.length > 0 && { choices: [...new Set(choices)] }),
    isList: options.some((option) => option instanceof DeclaredOption && option.isList),
  }
}
