import { basename, join } from 'node:path'
import type { Command, Option } from 'commander'
import { RampartError } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import { DeclaredOption } from '../input/options.js'
import { valueText } from '../input/usage.js'
import type { CommandContext } from '../process/context.js'
import { isSet } from '../process/variables.js'
import { requireKnownOptions, without } from './config-faults.js'
import { readConfig, type ConfigFile } from './config-file.js'
import { readEnvFile, strayVariables, variableOf } from './environment.js'
import { below } from './options.js'

/** `auth` and `prepare` of a config file. Only the command that needs them reads them, so that errors stop no other. */
export interface ConfiguredAccess {
  /** The values of `auth` and `prepare` in it. */
  readonly auth?: unknown
  readonly prepare?: unknown
  /** The config file, relative to the working folder. */
  readonly file: string
  /** Its folder, relative to the working folder. */
  readonly folder: string
  /** Its text, where that is JSON. */
  readonly text?: string
}

/** Packs of a config file, not yet loaded: only commands that need rules load them. */
export interface ConfiguredPacks {
  /** The value of `packs` in it. */
  readonly entries: unknown
  /** The config file, relative to the working folder. */
  readonly file: string
  /** Its folder, relative to the working folder. */
  readonly folder: string
}

/** Settings of a config file that are no options of a command. */
export interface ConfiguredSettings {
  readonly access?: ConfiguredAccess
  readonly packs?: ConfiguredPacks
}

type Values = Readonly<Record<string, unknown>>

const hasContent = (option: Option): boolean => option instanceof DeclaredOption && option.hasContent

/** @param what the variable, or the file and the name in it */
const parsed = (option: Option, value: unknown, what: string): unknown => {
  const texts = (Array.isArray(value) ? value : [value]).map(String)
  if (option.isBoolean() || typeof value === 'boolean') {
    if (!['true', 'false', '1', '0'].includes(String(value))) {
      throw new RampartError('OPTION_INVALID', {
        message: valueText(what, String(value), 'It must be true or false'),
      })
    }
    return String(value) === 'true' || String(value) === '1'
  }
  try {
    if (option.parseArg)
      return texts.reduce<unknown>((former, text) => option.parseArg?.(text, former), undefined)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RampartError('OPTION_INVALID', { message: valueText(what, texts.join(' '), reason), cause })
  }
  return option.variadic ? texts : texts.at(-1)
}

const fromConfig = (option: Option, value: unknown, file: string): unknown => {
  const what = `${file}: ${option.name()}`
  if (!isObject(value)) return parsed(option, value, what)
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

/** `auth` and `prepare` are no options: the command that needs them finds them as `access`. */
const applyAccess = (command: Command, { file, above, text, values }: ConfigFile): void => {
  const { auth, prepare } = values
  if (auth === undefined && prepare === undefined) return
  const access: ConfiguredAccess = {
    auth,
    prepare,
    file,
    folder: above,
    ...(text !== undefined && { text }),
  }
  command.setOptionValueWithSource('access', access, 'config')
}

/**
 * Gives options without a value on the command line theirs: first from `RAMPART_*` variables, then from the
 * config file. Paths of a config file, and those that options have by default, are below its folder.
 * @throws RampartError OPTION_INVALID.
 */
export function applyConfig(command: Command, env: NodeJS.ProcessEnv, config: ConfigFile | undefined): void {
  const all = config?.values ?? {}
  const values: Values = { ...renamedFor(command, sharedOf(command, all)), ...sectionOf(command, all) }
  const placed = (option: Option, value: unknown): unknown =>
    config === undefined || config.above === '' ? value : below(config.above, option, value)
  if (config) applyAccess(command, config)
  const { packs } = all
  if (packs !== undefined && config) {
    const configured: ConfiguredPacks = { entries: packs, file: config.file, folder: config.above }
    command.setOptionValueWithSource('packs', configured, 'config')
  }
  for (const option of command.options) {
    if (isGiven(command, option)) continue
    const name = option.attributeName()
    const variable = variableOf(option)
    const fromEnv = env[variable]
    if (fromEnv !== undefined && fromEnv !== '') {
      command.setOptionValueWithSource(name, parsed(option, fromEnv, variable), 'env')
    } else if (config && values[name] !== undefined) {
      const taken = fromConfig(option, values[name], config.file)
      command.setOptionValueWithSource(name, placed(option, taken), 'config')
    } else if (command.getOptionValueSource(name) === 'default') {
      command.setOptionValueWithSource(name, placed(option, command.getOptionValue(name)), 'default')
    }
  }
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
  const stray = strayVariables(context.env, program, [command.opts(), config?.values])
  context.stderr(stray.join(''))
}
