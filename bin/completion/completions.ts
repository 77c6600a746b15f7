import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Argument, Command, Option } from 'commander'
import { knownTags } from '../../conformance/run/schedule.js'
import { findConfig } from '../config/config-file.js'
import { DeclaredOption, type NameSource, type ValueKind } from '../input/options.js'
import { listedRules } from '../packs/rules-asked.js'
import type { CommandContext } from '../process/context.js'
import { generatorParts } from '../process/package-info.js'

const namesIn = (folder: string, recursive = false): Promise<readonly string[]> =>
  readdir(folder, { recursive }).catch((): string[] => [])

const stems = (names: readonly string[], pattern: RegExp): readonly string[] => [
  ...new Set(names.flatMap((name) => pattern.exec(name)?.[1] ?? [])),
]

/** The versions in `specs`, below this folder or beside the config file, which is not evaluated. */
const versionsNear = async (cwd: string): Promise<readonly string[]> => {
  const config = await findConfig(cwd).catch(() => undefined)
  for (const folder of [cwd, ...(config ? [config.folder] : [])]) {
    const found = stems(await namesIn(resolve(folder, 'specs')), /^(\d{4}-\d{2}-\d{2})\.(?:json|ya?ml)$/)
    if (found.length > 0) return found
  }
  return []
}

/** All names of a list. Modules that load slowly are loaded here. */
const namesFor: Readonly<
  Record<NameSource, (cwd: string) => Promise<readonly string[]> | readonly string[]>
> = {
  versions: versionsNear,
  rules: () => listedRules().rules.map(({ id }) => id),
  tags: () => [...knownTags(listedRules())],
  'drill rules': async () => (await import('../../webhook/index.js')).drillCatalogue.map(({ id }) => id),
  faults: async () => (await import('../../sandbox/index.js')).knownFaults.map(({ name }) => name),
  kinds: async () => (await (await import('../../webhook/index.js')).webhookDocument()).types,
  templates: async () => stems(await namesIn(generatorParts().templates, true), /^(.+)\.hbs$/),
}

/** The position of the cursor in a command line. */
interface Cursor {
  command: Command
  /** The word at the cursor; of `--name=value` the part after the sign. */
  current: string
  /** The option whose value is completed. */
  option: Option | undefined
  /** Whether that option is in the same word, as `--name=`. */
  isAttached: boolean
  /** Arguments before it. */
  position: number
  /** Options of the line, by their long names. */
  given: Set<string>
  /** Whether `--` ended the options. */
  isEnded: boolean
}

const optionIn = (command: Command, word: string): Option | undefined =>
  command.options.find(({ long }) => long === word)

const takesValue = (option: Option | undefined): boolean =>
  option !== undefined && (option.required || option.optional)

const readOption = (state: Cursor, word: string): void => {
  const [name = '', value] = word.split('=', 2)
  const option = optionIn(state.command, name)
  if (option?.long !== undefined) state.given.add(option.long)
  state.option = value === undefined && takesValue(option) ? option : undefined
}

const readWord = (state: Cursor, word: string): void => {
  if (word === '--') Object.assign(state, { isEnded: true, option: undefined })
  else if (word.startsWith('-') && !state.isEnded) readOption(state, word)
  else if (state.option) {
    if (!state.option.variadic) state.option = undefined
  } else {
    const inner = state.command.commands.find((one) => one.name() === word)
    if (inner) Object.assign(state, { command: inner, position: 0, given: new Set<string>() })
    else state.position += 1
  }
}

/** Follows the words of a command line to the last of them. `help webhook se` completes as `webhook se` does. */
const cursorAt = (program: Command, words: readonly string[]): Cursor => {
  const all = words[0] === 'help' && words.length > 1 ? words.slice(1) : words
  const current = all.at(-1) ?? ''
  const start = { current, option: undefined, isAttached: false, position: 0, isEnded: false }
  const cursor: Cursor = { ...start, command: program, given: new Set() }
  for (const word of all.slice(0, -1)) readWord(cursor, word)
  const [name = '', value] = /^--[^=]+=/.test(current) ? current.split(/=(.*)/s, 2) : [current]
  const option = value !== undefined && !cursor.isEnded ? optionIn(cursor.command, name) : undefined
  return takesValue(option) ? { ...cursor, current: value ?? '', option, isAttached: true } : cursor
}

/** Completions of a word: these with their descriptions, and files or folders as the shell knows them. */
interface Offer {
  readonly items: readonly { readonly value: string; readonly means: string }[]
  readonly paths: 'files' | 'folders' | 'none'
}

const valueOffer = (values: readonly string[], paths: Offer['paths'] = 'none'): Offer => ({
  items: values.map((value) => ({ value, means: '' })),
  paths,
})

/** Completions of arguments, by their names. */
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
  'reference-root': 'files',
}

const valuesOf = async (option: Option, context: CommandContext): Promise<Offer> => {
  if (option.argChoices) return valueOffer(option.argChoices)
  if (!(option instanceof DeclaredOption)) return valueOffer([])
  const { names } = option.settings
  return names === undefined
    ? valueOffer([], pathsOf[option.kind])
    : valueOffer(await namesFor[names](context.cwd))
}

const argumentOffer = async (argument: Argument, context: CommandContext): Promise<Offer> => {
  if (argument.argChoices) return valueOffer(argument.argChoices)
  const { names, paths } = argumentNames[argument.name()] ?? { paths: 'files' }
  return valueOffer(names === undefined ? [] : await namesFor[names](context.cwd), paths)
}

const flagsOf = ({ command, given }: Cursor): Offer => {
  const options = command.createHelp().visibleOptions(command)
  const items = options.flatMap((option) => {
    const { long, description: means } = option
    const isRepeatable = option instanceof DeclaredOption && option.isList
    return long === undefined || (given.has(long) && !isRepeatable) ? [] : [{ value: long, means }]
  })
  return { items, paths: 'none' }
}

const commandsOf = ({ command }: Cursor): Offer => {
  const all = command.createHelp().visibleCommands(command)
  return { items: all.map((one) => ({ value: one.name(), means: one.description() })), paths: 'none' }
}

const offerAt = async (cursor: Cursor, context: CommandContext): Promise<Offer> => {
  const { command, option, current, position } = cursor
  if (option && (cursor.isAttached || !current.startsWith('-'))) return valuesOf(option, context)
  if (current.startsWith('-') && !cursor.isEnded) return flagsOf(cursor)
  if (command.commands.length > 0) return commandsOf(cursor)
  const all = command.registeredArguments
  const argument = all[position] ?? (all.at(-1)?.variadic === true ? all.at(-1) : undefined)
  return argument ? argumentOffer(argument, context) : valueOffer([])
}

// Scripts split a line at its tab.
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

/**
 * The completions of the last word of a command line, which may be empty: lines of a value, a tab and its description,
 * and a last one that is `:files`, `:folders` or `:none`.
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
