import type { Option } from 'commander'
import { didYouMean, type InputProblem } from '../../diagnostics/index.js'
import { appendKey, isObject } from '../../document/index.js'
import { type Expected, expectedOf, type ValueType } from './option-kinds.js'

const typeWords: Readonly<Record<ValueType, string>> = {
  boolean: 'true or false',
  number: 'a number',
  string: 'text',
  object: 'an object',
}

const nameOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'text'
  return isObject(value) ? 'an object' : `a ${typeof value}`
}

const dueFor = ({ types, choices, isList }: Expected): string => {
  const words = choices ?? types.map((type) => typeWords[type])
  return [...words, ...(isList ? ['a list of that'] : [])].join(' or ')
}

const isOf = (value: unknown, types: readonly ValueType[]): boolean =>
  types.some((type) => (type === 'object' ? isObject(value) : typeof value === type))

/** What is wrong with a value, after "it is"; undefined when nothing is. Texts may be secrets: they are not printed. */
const objection = (value: unknown, expected: Expected): string | undefined => {
  const { types, choices } = expected
  if (!isOf(value, types)) return `${nameOf(value)}, and has to be ${dueFor(expected)}`
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
export function valueFaults(
  values: Readonly<Record<string, unknown>>,
  options: readonly Option[],
  pointer: string,
): readonly InputProblem[] {
  const outer = pointer.split('/').slice(1)
  return Object.entries(values).flatMap(([name, value]) => {
    const own = options.filter((option) => option.attributeName() === name)
    if (own.length === 0 || value === undefined) return []
    return faultsOf(value, expectedOf(own), appendKey(pointer, name), [...outer, name].join('.'))
  })
}
