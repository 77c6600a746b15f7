import { appendKey } from '../pointers/pointer.js'
import { isObject } from '../json/values.js'
import type { PeculiarityKind, ValuePeculiarity } from './model/source.js'

const longText = 1000
const longList = 50
const deepest = 12
const hugeNumber = 2 ** 31 - 1

const ofText: readonly (readonly [PeculiarityKind, (text: string) => boolean])[] = [
  ['empty-text', (text) => text === ''],
  ['blank-text', (text) => text !== '' && text !== text.trim()],
  ['nul', (text) => text.includes('\0')],
  // eslint-disable-next-line no-control-regex -- The pattern is about them.
  ['control', (text) => /[\u0001-\u001f\u007f-\u009f]/.test(text)],
  ['lone-surrogate', (text) => /\p{Surrogate}/u.test(text)],
  ['unicode', (text) => /[^\0-\u009f]/.test(text)],
  ['quotes', (text) => /['"\\`<>%${}]|\.\.\//.test(text)],
  ['long-text', (text) => text.length >= longText],
]

const ofNumber: readonly (readonly [PeculiarityKind, (value: number) => boolean])[] = [
  ['zero', (value) => value === 0],
  ['negative', (value) => value < 0],
  ['fraction', (value) => !Number.isInteger(value)],
  ['huge-number', (value) => Math.abs(value) > hugeNumber],
]

const kindsOf = (value: unknown, depth: number): readonly PeculiarityKind[] => {
  if (value === null) return ['null']
  if (typeof value === 'string') return ofText.flatMap(([kind, is]) => (is(value) ? [kind] : []))
  if (typeof value === 'number') return ofNumber.flatMap(([kind, is]) => (is(value) ? [kind] : []))
  const deep: readonly PeculiarityKind[] = depth === deepest ? ['deep'] : []
  if (Array.isArray(value)) {
    if (value.length === 0) return ['empty-list', ...deep]
    return value.length >= longList ? ['long-list', ...deep] : deep
  }
  return isObject(value) && Object.keys(value).length === 0 ? ['empty-object', ...deep] : deep
}

/** The peculiarities anywhere in a value, whether it was generated or not. */
export function peculiaritiesOf(value: unknown): readonly ValuePeculiarity[] {
  const found: ValuePeculiarity[] = []
  const visit = (value: unknown, at: string, depth: number): void => {
    for (const kind of kindsOf(value, depth)) found.push({ kind, at })
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) visit(item, appendKey(at, index), depth + 1)
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) {
        for (const kind of kindsOf(name, 0))
          if (kind !== 'quotes') found.push({ kind, at: appendKey(at, name) })
        visit(member, appendKey(at, name), depth + 1)
      }
  }
  visit(value, '', 0)
  return found
}
