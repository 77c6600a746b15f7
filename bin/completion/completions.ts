import type { Argument, Command, Option } from 'commander'
import { DeclaredOption, type NameSource, type ValueKind } from '../input/options.js'
import type { CommandContext } from '../process/context.js'
import { namesFor } from './names.js'
import { type Cursor, cursorAt } from './cursor.js'

/** One completion, and what it means. */
interface Item {
  readonly value: string
  readonly means: string
}

/** What may stand somewhere: these, and files or folders as the shell knows them. */
interface Offer {
  readonly items: readonly Item[]
  readonly paths: 'files' | 'folders' | 'none'
}

const plain = (values: readonly string[], paths: Offer['paths'] = 'none'): Offer => ({
  items: values.map((value) => ({ value, means: '' })),
  paths,
})

/** What stands for arguments, by their names; files may stand beside names where `paths` says so. */
const argumentNames: Readonly<
  Record<string, { readonly names?: NameSource; readonly paths: Offer['paths'] }>
> = {
  from: { names: 'versions', paths: 'files' },
  to: { names: 'versions', paths: 'files' },
  kind: { names: 'kinds', paths: 'none' },
  names: { names: 'templates', paths: 'none' },
  dir: { paths: 'folders' },
  delivery: { paths: 'files' },
  'file.har': { paths: 'files' },
}

const pathsOf: Readonly<Partial<Record<ValueKind, Offer['paths']>>> = {
  folder: 'folders',
  file: 'files',
  document: 'files',
  place: 'files',
}

const valuesOf = async (option: Option, context: CommandContext): Promise<Offer> => {
  if (option.argChoices) return plain(option.argChoices)
  if (!(option instanceof DeclaredOption)) return plain([])
  return option.names === undefined
    ? plain([], pathsOf[option.kind])
    : plain(await namesFor(option.names, context))
}

const argumentOffer = async (argument: Argument, context: CommandContext): Promise<Offer> => {
  if (argument.argChoices) return plain(argument.argChoices)
  const { names, paths } = argumentNames[argument.name()] ?? { paths: 'files' }
  return plain(names === undefined ? [] : await namesFor(names, context), paths)
}

const flagsOf = ({ command, given }: Cursor): Offer => {
  const options = command.createHelp().visibleOptions(command)
  const items = options.flatMap((option) => {
    const isRepeatable = option instanceof DeclaredOption && option.isList
    return option.long === undefined || (given.has(option.long) && !isRepeatable)
      ? []
      : [{ value: option.long, means: option.description }]
  })
  return { items, paths: 'none' }
}

const commandsOf = ({ command }: Cursor): Offer => ({
  items: command
    .createHelp()
    .visibleCommands(command)
    .map((inner) => ({ value: inner.name(), means: inner.description() })),
  paths: 'none',
})

const offerAt = async (cursor: Cursor, context: CommandContext): Promise<Offer> => {
  const { command, option, current, position } = cursor
  if (option && (cursor.isAttached || !current.startsWith('-'))) return valuesOf(option, context)
  if (current.startsWith('-') && !cursor.isEnded) return flagsOf(cursor)
  if (command.commands.length > 0) return commandsOf(cursor)
  const all = command.registeredArguments
  const argument = all[position] ?? (all.at(-1)?.variadic === true ? all.at(-1) : undefined)
  return argument ? argumentOffer(argument, context) : plain([])
}

// Scripts take a line apart at its tab.
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

/**
 * What may stand in the place of the last word of a command line: lines of a value, a tab and what it means, and a last
 * one that is `:files`, `:folders` or `:none`.
 * @param words behind the name of the program; the last may be empty
 */
export async function completions(
  program: Command,
  words: readonly string[],
  context: CommandContext,
): Promise<string> {
  const cursor = cursorAt(program, words)
  const { items, paths } = await offerAt(cursor, context)
  const prefix = cursor.isAttached ? `${cursor.option?.long}=` : ''
  const lines = items
    .filter(({ value }) => value.startsWith(cursor.current))
    .map(({ value, means }) => `${prefix}${value}\t${oneLine(means)}\n`)
  return `${lines.join('')}:${paths}\n`
}
