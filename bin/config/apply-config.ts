import { stat } from 'node:fs/promises'
import { join, basename } from 'node:path'
import { parseEnv } from 'node:util'
import type { Command, Option } from 'commander'
import { didYouMean, type InputProblem } from '../../diagnostics/index.js'
import { leavesOf, type Expected, expectedOf, readsSettings, type ValueType, below } from './options.js'
import { readTextBounded } from '../input/bounded.js'
import { appendKey, isObject } from '../../document/index.js'
import { faultyInput, typeOf, typeWords } from '../input/read-input.js'
import { type ConfigFile, readConfig } from './config-file.js'
import { DeclaredOption, invalidValue, settle, wrongUse } from '../input/options.js'
import { type CommandContext, isSet } from '../process/context.js'

/** `--base-url` is RAMPART_BASE_URL in the environment. */
const variableOf = (option: Option): string => `RAMPART_${option.name().replaceAll('-', '_').toUpperCase()}`

/** Variables without an option; those of security schemes begin with RAMPART_AUTH_. */
const others = [
  'RAMPART_API_KEY',
  'RAMPART_SECOND_KEY',
  'RAMPART_WEBHOOK_SECRET',
  'RAMPART_SANDBOX_KEYS',
] as const

/**
 * The variables of `.env` in a folder, if there is one. A file of another user than the folder's is ignored,
 * because it could send a key elsewhere.
 */
const readEnvFile = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const path = join(folder, '.env')
  const [file, own] = await Promise.all([path, folder].map((one) => stat(one).catch(() => undefined)))
  if (!file?.isFile() || (file.uid !== own?.uid && file.uid !== 0)) return {}
  const text = await readTextBounded(path).catch(() => '')
  return Object.fromEntries(
    Object.entries(parseEnv(text)).flatMap(([name, value]) => (value ? [[name, value]] : [])),
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
 * A warning for each variable that begins with RAMPART_ and is not read, because its name may be misspelled.
 * @param settings the options of the command, and the config file: a variable that one of them names is read
 */
const unreadVariables = (
  env: Readonly<Record<string, string | undefined>>,
  program: Command,
  settings: unknown,
): readonly string[] => {
  const options = program.commands.flatMap(leavesOf).flatMap((command) => command.options)
  const known = [...new Set([...others, ...options.map(variableOf)])]
  const named = new Set([...known, ...textsIn(settings)])
  return Object.keys(env)
    .filter((name) => name.startsWith('RAMPART_') && !name.startsWith('RAMPART_AUTH_') && !named.has(name))
    .map((name) => unreadVariable(name, known))
}

type Values = Readonly<Record<string, unknown>>

const dueFor = ({ types, choices, isList }: Expected): string => {
  const words = choices ?? types.map((type) => typeWords[type] ?? type)
  return [...words, ...(isList ? ['a list of that'] : [])].join(' or ')
}

const isOf = (value: unknown, types: readonly ValueType[]): boolean =>
  types.some((type) => (type === 'object' ? isObject(value) : typeof value === type))

/**
 * The problem of a value, as a clause after "it is"; undefined if it has none. Texts may be secrets, so they
 * are not printed.
 */
const objection = (value: unknown, expected: Expected): string | undefined => {
  const { types, choices } = expected
  if (!isOf(value, types)) return `${typeOf(value)}, and must be ${dueFor(expected)}`
  if (choices === undefined || typeof value !== 'string' || choices.includes(value)) return undefined
  return `none of ${choices.join(', ')}${didYouMean(value, choices)}`
}

const faultsOf = (value: unknown, expected: Expected, pointer: string, name: string): InputProblem[] => {
  if (Array.isArray(value) && expected.isList) {
    return value.flatMap((entry: unknown, index) =>
      faultsOf(entry, { ...expected, isList: false }, appendKey(pointer, index), `${name}[${index}]`),
    )
  }
  const wrong = objection(value, expected)
  return wrong === undefined ? [] : [{ pointer, message: `"${name}" is ${wrong}` }]
}

/**
 * The problems with values that a section of a config file gives to options.
 * @param options of one command, or of all of them for what they share
 */
const valueFaults = (
  values: Readonly<Record<string, unknown>>,
  options: readonly Option[],
  pointer: string,
): readonly InputProblem[] => {
  const outer = pointer.split('/').slice(1)
  return Object.entries(values).flatMap(([name, value]) => {
    const own = options.filter((option) => option.attributeName() === name)
    if (own.length === 0 || value === undefined) return []
    return faultsOf(value, expectedOf(own), appendKey(pointer, name), [...outer, name].join('.'))
  })
}

/** Members of a config file that are not options. */
const accessMembers = ['auth', 'prepare'] as const

const optionNames = ({ options }: Command): string[] => options.map((option) => option.attributeName())

const keysBelong = 'Keys belong in the environment, never in a file.'

/** Members of a section that are not options. Values may be misplaced secrets, so they are not printed. */
const unknownMembers = (values: Values, known: readonly string[], pointer: string): readonly InputProblem[] =>
  Object.keys(values)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const isKey = /key|secret|token/i.test(name)
      const path = [...pointer.split('/').slice(1), name].join('.')
      const message = `"${path}" is no option${didYouMean(name, known)}`
      const fault = { pointer: appendKey(pointer, name), message, isName: true }
      return isKey ? Object.assign(fault, { fix: keysBelong }) : fault
    })

/** Problems in the sections of commands, and of commands of a group. */
const sectionFaults = (
  values: Values,
  commands: readonly Command[],
  pointer: string,
): readonly InputProblem[] =>
  commands.flatMap((command): readonly InputProblem[] => {
    const own = values[command.name()]
    if (own === undefined) return []
    const at = appendKey(pointer, command.name())
    if (!isObject(own)) {
      return [{ pointer: at, message: `"${at.slice(1).replaceAll('/', '.')}" is no object` }]
    }
    const known = [...optionNames(command), ...command.commands.map((one) => one.name())]
    return [
      ...unknownMembers(own, known, at),
      ...valueFaults(own, command.options, at),
      ...sectionFaults(own, command.commands, at),
    ]
  })

/** The values without those of some names. */
const without = (names: readonly string[], values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

/** Refuses members of a config file without an option, and values of another type than the option's. */
const requireKnownOptions = ({ file, values, text }: ConfigFile, program: Command): void => {
  const commands = program.commands.filter(readsSettings)
  const options = commands.flatMap(leavesOf).flatMap((command) => command.options)
  const sections = commands.map((command) => command.name())
  const known = [
    ...sections,
    ...new Set(options.map((option) => option.attributeName())),
    'packs',
    ...accessMembers,
  ]
  const { $schema, ...others } = values
  const faults = [
    ...($schema === undefined || typeof $schema === 'string'
      ? []
      : [{ pointer: '/$schema', message: '"$schema" must be text' }]),
    ...unknownMembers(others, known, ''),
    ...valueFaults(without([...sections, 'packs'], others), options, ''),
    ...sectionFaults(others, commands, ''),
  ]
  const source = { name: file, value: values, ...(text !== undefined && { text }) }
  if (faults.length > 0) throw faultyInput('CONFIG_INVALID', source, faults)
}

/**
 * The config file, for commands that use members other than options. Only those commands check these members,
 * so that mistakes in them stop no other command.
 */
export interface ConfiguredSettings {
  /** Has `auth` or `prepare`. */
  readonly access?: ConfigFile
  /** Has `packs`. */
  readonly packs?: ConfigFile
}

const hasContent = (option: Option): boolean => option instanceof DeclaredOption && option.hasContent

const isTrue: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false }

/** @param what the variable, or the file and the name in it */
const parsedValue = (option: Option, value: unknown, what: string): unknown => {
  const texts = [value].flat().map(String)
  if (option instanceof DeclaredOption && option.kind !== 'flag' && typeof value !== 'boolean') {
    return option.valueFrom(texts, what)
  }
  const found = isTrue[texts.join(' ')]
  if (found === undefined) throw invalidValue(what, 'must be true or false', texts.join(' '))
  return found
}

const fromConfig = (option: Option, value: unknown, file: string): unknown => {
  const what = `${file}: ${option.name()}`
  if (!isObject(value)) return parsedValue(option, value, what)
  if (hasContent(option)) return value
  throw wrongUse(`${what} takes no object`)
}

const isGiven = (command: Command, option: Option): boolean =>
  !['default', 'implied', undefined].includes(command.getOptionValueSource(option.attributeName()))

/** Values that commands share, without sections: `check` is also the name of `generate --check`. */
const sharedOf = ({ options }: Command, values: Values): Values => {
  const withContent = new Set(options.filter(hasContent).map((option) => option.attributeName()))
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isObject(value) || withContent.has(name)),
  )
}

/** The output of fetch is the input of other commands, and not the output of generate. */
const renamedFor = (command: Command, shared: Values): Values =>
  command.name() === 'fetch' ? { ...without(['out'], shared), out: shared['specs'] } : shared

/** The section of a command: `webhook.listen` for a command in a group. */
const sectionOf = (command: Command, values: Values): Values => {
  const { parent } = command
  const outer = parent?.parent ? sectionOf(parent, values) : values
  const own = outer[command.name()]
  return isObject(own) ? own : {}
}

/**
 * Completes the options of the command line: first from `RAMPART_*` variables, then from the config file.
 * Paths of a config file, and those that options have by default, are below its folder. Options that exclude
 * each other are settled.
 */
export function applyConfig(command: Command, env: NodeJS.ProcessEnv, config: ConfigFile | undefined): void {
  const all = config?.values ?? {}
  const values: Values = { ...renamedFor(command, sharedOf(command, all)), ...sectionOf(command, all) }
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
      const taken = fromConfig(option, values[name], config.file)
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
  const used = missing.map(([name]) => name).filter((name) => name.startsWith('RAMPART_'))
  if (used.length > 0) stderr(`From .env: ${used.join(', ')}.\n`)
  Object.assign(env, Object.fromEntries(missing))
}

/**
 * Completes the options of a command from the environment, from `.env`, and from the config file, and checks all of
 * them for mistakes.
 */
export async function applySettings(
  program: Command,
  command: Command,
  context: CommandContext,
): Promise<void> {
  const config = await readConfig(context.cwd)
  if (config) requireKnownOptions(config, program)
  if (config && config.above !== '') {
    context.stderr(`Settings are from ${basename(config.file)} in ${config.above}.\n`)
  }
  await addEnvFile(context, config?.above)
  applyConfig(command, context.env, config)
  const stray = unreadVariables(context.env, program, [command.opts(), config?.values])
  context.stderr(stray.join(''))
}
