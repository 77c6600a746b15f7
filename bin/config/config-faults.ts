import type { Command, Option } from 'commander'
import { didYouMean, type InputProblem } from '../../diagnostics/index.js'
import { appendKey, isObject } from '../../document/index.js'
import { faultyInput } from '../input/faulty-input.js'
import type { ConfigFile } from './config-file.js'
import { typeOf, typeWords } from '../input/read-input.js'
import { type Expected, expectedOf, leavesOf, readsSettings, type ValueType } from './options.js'

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
export function without(names: readonly string[], values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
}

/**
 * Refuses members of a config file without an option, and values of another type than the option's.
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
      : [{ pointer: '/$schema', message: '"$schema" must be text' }]),
    ...unknownMembers(others, known, ''),
    ...valueFaults(without([...sections, 'packs'], others), options, ''),
    ...sectionFaults(others, commands, ''),
  ]
  const source = { name: file, value: values, ...(text !== undefined && { text }) }
  if (faults.length > 0) throw faultyInput('CONFIG_INVALID', source, faults)
}
