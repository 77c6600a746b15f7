import { didYouMean } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import { printable } from '../../reporting/index.js'
import type { Prepared } from './prepare.js'

const members = ['ids', 'credentials', 'headers', 'teardown'] as const

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `of type ${typeof value}`
}

const isId = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

const entryFaults = (
  name: string,
  value: unknown,
  due: string,
  isRight: (entry: unknown) => boolean,
): readonly string[] => {
  if (value === undefined) return []
  if (!isObject(value)) return [`"${name}" is ${kindOf(value)}, and has to be an object`]
  return Object.entries(value)
    .filter(([, entry]) => !isRight(entry))
    .map(([key, entry]) => `"${name}.${printable(key)}" is ${kindOf(entry)}, and has to be ${due}`)
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

const isHeader = (value: unknown): boolean =>
  typeof value === 'string' && /^[\u0020-\u007e\u0080-\u00ff]+$/.test(value)

/** What is wrong with what a function returned; values may be secrets, and are not repeated. */
const faultsOf = (value: unknown): readonly string[] => {
  if (value === undefined) return []
  if (!isObject(value)) return [`it returned ${kindOf(value)}, and has to return an object`]
  const { ids, credentials, headers, teardown } = value
  const strange = Object.keys(value).filter((name) => !members.some((one) => one === name))
  return [
    ...strange.map(
      (name) => `"${printable(name)}" is nothing that it may return${didYouMean(name, members)}`,
    ),
    ...entryFaults(
      'ids',
      ids,
      'text, a number, or a list of such',
      (one) => isId(one) || (Array.isArray(one) && one.every(isId)),
    ),
    ...entryFaults('credentials', credentials, 'text that is not blank', isText),
    ...entryFaults('headers', headers, 'text of one line that a header can hold', isHeader),
    ...(teardown === undefined || typeof teardown === 'function'
      ? []
      : [`"teardown" is ${kindOf(teardown)}, and has to be a function`]),
  ]
}

/** What a function returned, or what is wrong with that. */
export function readPrepared(value: unknown): { readonly prepared: Prepared } | { readonly wrong: string } {
  const faults = faultsOf(value)
  return faults.length > 0 ? { wrong: faults.join('; ') } : { prepared: isObject(value) ? value : {} }
}
