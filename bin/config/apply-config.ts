import type { Command, Option } from 'commander'
import { didYouMean, type InputProblem, RampartError } from '../../diagnostics/index.js'
import { faultyInput } from '../input/faulty-input.js'
import { appendKey, isObject } from '../../document/index.js'
import { accessMembers, type ConfiguredAccess } from './configured-access.js'
import { variableOf } from './environment.js'
import { withContent } from './option-kinds.js'
import { below } from './placed.js'
import type { ConfiguredPacks } from './configured-packs.js'
import type { ConfigFile } from './read-config.js'
import { leavesOf, readsSettings } from './sections.js'
import { valueFaults } from './value-faults.js'

type Values = Readonly<Record<string, unknown>>

const parsed = (option: Option, value: unknown, source: string): unknown => {
  const texts = (Array.isArray(value) ? value : [value]).map(String)
  if (option.isBoolean() || typeof value === 'boolean') {
    if (!['true', 'false', '1', '0'].includes(String(value))) {
      throw new RampartError('OPTION_INVALID', {
        message: `${source}: ${option.name()} is true or false, not ${String(value)}`,
      })
    }
    return String(value) === 'true' || String(value) === '1'
  }
  try {
    if (option.parseArg)
      return texts.reduce<unknown>((former, text) => option.parseArg?.(text, former), undefined)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RampartError('OPTION_INVALID', { message: `${source}: ${option.name()}: ${reason}`, cause })
  }
  return option.variadic ? texts : texts.at(-1)
}

const fromConfig = (option: Option, value: unknown, file: string): unknown => {
  if (!isObject(value)) return parsed(option, value, file)
  if (withContent.has(option.attributeName())) return value
  throw new RampartError('OPTION_INVALID', { message: `${file}: ${option.name()} takes no object` })
}

const isGiven = (command: Command, option: Option): boolean =>
  !['default', 'implied', undefined].includes(command.getOptionValueSource(option.attributeName()))

const optionNames = ({ options }: Command): string[] => options.map((option) => option.attributeName())

const keysBelong = 'Keys belong in the environment, never in a file.'

/** Members of a section that are no options. One may be a secret that stands there by mistake: values are not printed. */
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

const without = (names: readonly string[], values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

/**
 * Refuses members of a config file that no command has an option for, and values of a type that the option has not.
 * @throws RampartError CONFIG_INVALID with all of them.
 */
export function requireKnownOptions({ file, values, text }: ConfigFile, program: Command): void {
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
      : [{ pointer: '/$schema', message: '"$schema" has to be text' }]),
    ...unknownMembers(others, known, ''),
    ...valueFaults(without([...sections, 'packs'], others), options, ''),
    ...sectionFaults(others, commands, ''),
  ]
  const source = { name: file, value: values, ...(text !== undefined && { text }) }
  if (faults.length > 0) throw faultyInput('CONFIG_INVALID', source, faults)
}

/** What commands share: a section may have the name of an option, as `check` has that of `generate --check`. */
const sharedOf = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isObject(value) || withContent.has(name)),
  )

/** Where fetch writes its documents is where the others read them, and not where code is generated. */
const renamedFor = (command: Command, shared: Values): Values =>
  command.name() === 'fetch' ? { ...without(['out'], shared), out: shared['specs'] } : shared

/** The section of a command: `webhook.listen` for a command in a group. */
const sectionOf = (command: Command, values: Values): Values => {
  const { parent } = command
  const outer = parent?.parent ? sectionOf(parent, values) : values
  const own = outer[command.name()]
  return isObject(own) ? own : {}
}

/** How a run gets in is no option: the command that needs it finds it under a name of its own, `access`. */
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
 * Gives a command's options the values that the command line leaves open: first from `RAMPART_*` variables, then
 * from the config file. Paths of a config file, and those that options have by default, are below its folder.
 * @throws RampartError OPTION_INVALID.
 */
export function applyConfig(command: Command, env: NodeJS.ProcessEnv, config: ConfigFile | undefined): void {
  const all = config?.values ?? {}
  const values: Values = { ...renamedFor(command, sharedOf(all)), ...sectionOf(command, all) }
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
