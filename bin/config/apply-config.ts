import { stat } from 'node:fs/promises'
import { join, basename } from 'node:path'
import { parseEnv } from 'node:util'
import type { Command, Option } from 'commander'
import { didYouMean, type InputProblem } from '../../diagnostics/index.js'
import { leavesOf, type Expected, expectedOf, readsSettings, below } from './options.js'
import { readFileBounded } from '../input/bounded.js'
import { appendKey, isObject } from '../../document/index.js'
import { invalidInput, typeOf, typeWords } from '../input/read-input.js'
import { type ConfigFile, readConfig } from './config-file.js'
import { given } from '../input/given.js'
import { DeclaredOption, invalidValue, settle } from '../input/options.js'
import { type CommandContext, isSet } from '../process/context.js'

/** `--base-url` is RAMPART_BASE_URL in the environment. */
const variableOf = (option: Option): string => `RAMPART_${option.name().replaceAll('-', '_').toUpperCase()}`

/** Variables without an option; those of security schemes begin with RAMPART_AUTH_. */
const ownVariables = ['API_KEY', 'SECOND_KEY', 'WEBHOOK_SECRET', 'SANDBOX_KEYS'].map(
  (name) => `RAMPART_${name}`,
)

/** The variables of `.env` in a folder. A file whose owner is not that of the folder is ignored, because it could send a key elsewhere. */
const readEnvFile = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const path = join(folder, '.env')
  const [file, own] = await Promise.all([path, folder].map((one) => stat(one).catch(() => undefined)))
  if (!file?.isFile() || (file.uid !== own?.uid && file.uid !== 0)) return {}
  // A comment in another encoding hides no variable.
  const bytes = await readFileBounded(path).catch(() => '')
  return Object.fromEntries(
    Object.entries(parseEnv(bytes.toString())).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The warning of a variable that is not read, with the name that may be meant. */
export function unreadVariable(name: string, known: readonly string[]): string {
  return `warning: nothing reads the variable ${name}${didYouMean(name, known)}\n`
}

/**
 * A warning for each variable that begins with RAMPART_ and is not read, as its name may be misspelled.
 * @param settings the options of the command, and the config file: a variable that one of them names is read
 */
const unreadVariables = (
  env: Readonly<Record<string, string | undefined>>,
  program: Command,
  settings: unknown,
): readonly string[] => {
  const options = program.commands.flatMap(leavesOf).flatMap((command) => command.options)
  const known = [...new Set([...ownVariables, ...options.map(variableOf)])]
  const named = new Set([...known, ...textsIn(settings)])
  return Object.keys(env)
    .filter((name) => name.startsWith('RAMPART_') && !name.startsWith('RAMPART_AUTH_') && !named.has(name))
    .map((name) => unreadVariable(name, known))
}

type Values = Readonly<Record<string, unknown>>

/** The problems of a value. Texts may be secrets, so they are not printed. */
const problemsOf = (value: unknown, expected: Expected, pointer: string, name: string): InputProblem[] => {
  const { types, choices, isList } = expected
  if (Array.isArray(value) && isList) {
    return value.flatMap((entry: unknown, index) =>
      problemsOf(entry, { ...expected, isList: false }, appendKey(pointer, index), `${name}[${index}]`),
    )
  }
  const problem = (says: string): InputProblem[] => [{ pointer, message: `"${name}" is ${says}` }]
  if (!types.some((type) => (type === 'object' ? isObject(value) : typeof value === type))) {
    const words = choices ?? types.map((type) => typeWords[type] ?? type)
    const due = isList ? [...words, 'a list of that'] : words
    return problem(`${typeOf(value)}, and must be ${due.join(' or ')}`)
  }
  if (choices === undefined || typeof value !== 'string' || choices.includes(value)) return []
  return problem(`none of ${choices.join(', ')}${didYouMean(value, choices)}`)
}

/** Members of a config file that are not options. */
const others = ['packs', 'auth', 'prepare']

/** The problems in a config file, or in one of its sections. @param options of one command, or of all for what they share */
const memberProblems = (
  values: Values,
  { options, commands }: Pick<Command, 'options' | 'commands'>,
  pointer = '',
): readonly InputProblem[] => {
  const names = [...commands.map((one) => one.name()), ...options.map((one) => one.attributeName())]
  const known = pointer === '' ? [...names, ...others] : names
  return Object.entries(values).flatMap(([name, value]): readonly InputProblem[] => {
    const at = appendKey(pointer, name)
    const path = [...pointer.split('/').slice(1), name].join('.')
    if (!known.includes(name)) {
      // Its value may be a misplaced secret, so it is not printed.
      const isKey = /key|secret|token/i.test(name)
      const fix = isKey ? 'Keys belong in the environment, never in a file.' : undefined
      const message = `"${path}" is not an option${didYouMean(name, known)}`
      return [{ pointer: at, message, isName: true, ...given({ fix }) }]
    }
    if (value === undefined) return []
    const command = commands.find((one) => one.name() === name)
    if (command && !isObject(value)) return [{ pointer: at, message: `"${path}" is not an object` }]
    if (command && isObject(value)) return memberProblems(value, command, at)
    const own = options.filter((option) => option.attributeName() === name)
    return own.length === 0 ? [] : problemsOf(value, expectedOf(own), at, path)
  })
}

/** Refuses members of a config file without an option, and values of a type other than the option's; all at once. */
const requireKnownOptions = ({ file, values, text }: ConfigFile, program: Command): void => {
  const commands = program.commands.filter(readsSettings)
  const options = commands.flatMap(leavesOf).flatMap((command) => command.options)
  const { $schema = '', ...members } = values
  const problems = memberProblems(members, { options, commands })
  const ofSchema = { pointer: '/$schema', message: '"$schema" must be text' }
  const all = typeof $schema === 'string' ? problems : [ofSchema, ...problems]
  const source = { name: file, value: values, ...given({ text }) }
  if (all.length > 0) throw invalidInput('CONFIG_INVALID', source, all)
}

/** The config file, for commands that use members other than options. They alone check these, so that mistakes stop no other. */
export interface ConfiguredSettings {
  /** Has `auth` or `prepare`. */
  readonly access?: ConfigFile
  /** Has `packs`. */
  readonly packs?: ConfigFile
}

const isTrue: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false }

/** @param what the variable, or the file and the name in it */
const parsedValue = (option: Option, value: unknown, what: string): unknown => {
  const texts = [value].flat().map(String)
  if (option instanceof DeclaredOption && option.kind !== 'flag' && typeof value !== 'boolean')
    return option.valueFrom(texts, what)
  const found = isTrue[texts.join(' ')]
  if (found === undefined) throw invalidValue(what, 'must be true or false', texts.join(' '))
  return found
}

const isGiven = (command: Command, option: Option): boolean =>
  !['default', 'implied', undefined].includes(command.getOptionValueSource(option.attributeName()))

/** Values that commands share, without sections: `check` is also the name of `generate --check`. */
const sharedOf = (command: Command, values: Values): Values => {
  const contents = command.options.filter((one) => one instanceof DeclaredOption && one.settings.hasContent)
  const names = new Set(contents.map((option) => option.attributeName()))
  const isShared = ([name, value]: [string, unknown]): boolean => !isObject(value) || names.has(name)
  const shared = Object.fromEntries(Object.entries(values).filter(isShared))
  // The output of fetch is the input of other commands, and not the output of generate.
  return command.name() === 'fetch' ? { ...shared, out: shared['specs'] } : shared
}

/** The section of a command: `webhook.listen` for a command in a group. */
const sectionOf = (command: Command, values: Values): Values => {
  const { parent } = command
  const outer = parent?.parent ? sectionOf(parent, values) : values
  const own = outer[command.name()]
  return isObject(own) ? own : {}
}

/**
 * Completes the options of the command line from `RAMPART_*` variables, then from the config file, and settles those
 * that exclude each other. Paths of a config file, and those that options have by default, are below its folder.
 */
export function applyConfig(command: Command, env: NodeJS.ProcessEnv, config: ConfigFile | undefined): void {
  const all = config?.values ?? {}
  const values: Values = { ...sharedOf(command, all), ...sectionOf(command, all) }
  const placed = (option: Option, value: unknown): unknown =>
    config === undefined || config.above === '' ? value : below(config.above, option, value)
  if (all['auth'] !== undefined || all['prepare'] !== undefined) command.setOptionValue('access', config)
  if (all['packs'] !== undefined) command.setOptionValue('packs', config)
  for (const option of command.options) {
    if (isGiven(command, option)) continue
    const name = option.attributeName()
    const variable = variableOf(option)
    const fromEnv = env[variable]
    if (fromEnv !== undefined && fromEnv !== '') {
      const taken = parsedValue(option, fromEnv, variable)
      if (!option.negate) command.setOptionValueWithSource(name, taken, 'env')
      else if (taken === true) command.setOptionValueWithSource(name, false, 'env')
    } else if (config && values[name] !== undefined) {
      const value = values[name]
      const taken = isObject(value) ? value : parsedValue(option, value, `${config.file}: ${option.name()}`)
      command.setOptionValueWithSource(name, placed(option, taken), 'config')
    } else if (command.getOptionValueSource(name) === 'default') {
      command.setOptionValueWithSource(name, placed(option, command.getOptionValue(name)), 'default')
    }
  }
  settle(command)
}

/** Adds the variables of `.env`, in the working folder or beside the config file, to the environment. */
const addEnvFile = async ({ cwd, env, stderr }: CommandContext, above = ''): Promise<void> => {
  const besideConfig = above === '' ? {} : await readEnvFile(join(cwd, above))
  const read = { ...besideConfig, ...(await readEnvFile(cwd)) }
  const missing = Object.entries(read).filter(([name]) => !isSet(env[name]))
  const used = missing.flatMap(([name]) => (name.startsWith('RAMPART_') ? [name] : []))
  if (used.length > 0) stderr(`From .env: ${used.join(', ')}.\n`)
  Object.assign(env, Object.fromEntries(missing))
}

/** Completes the options of a command from the environment, `.env` and the config file, and checks all for mistakes. */
export async function applySettings(
  program: Command,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const config = await readConfig(context.cwd)
  if (config) requireKnownOptions(config, program)
  if (config?.above) context.stderr(`Settings are from ${basename(config.file)} in ${config.above}.\n`)
  await addEnvFile(context, config?.above)
  applyConfig(command, context.env, config)
  const unread = unreadVariables(context.env, program, [command.opts(), config?.values])
  context.stderr(unread.join(''))
}
