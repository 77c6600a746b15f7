import { basename, join } from 'node:path'
import type { Command, Option } from 'commander'
import { RampartError } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import { DeclaredOption, invalidValue, settle } from '../input/options.js'
import type { CommandContext } from '../process/context.js'
import { isSet } from '../process/variables.js'
import { requireKnownOptions, without } from './config-faults.js'
import { readConfig, type ConfigFile } from './config-file.js'
import { readEnvFile, unreadVariables, variableOf } from './environment.js'
import { below } from './options.js'

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

type Values = Readonly<Record<string, unknown>>

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
  throw new RampartError('OPTION_INVALID', { message: `${what} takes no object` })
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
 * @throws RampartError OPTION_INVALID.
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
 * @throws RampartError CONFIG_INVALID or OPTION_INVALID.
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
