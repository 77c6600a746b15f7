import { locationWords } from '../../document/index.js'
import type { CoveragePoint } from '../../document/values/index.js'
import type { OperationRecord } from './operation-record.js'

const plain = (text: string): string => text.replaceAll('`', '')

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Pointer and value of an enumerated value: names in pointers may have spaces, and so may texts. */
const splitEnum = (rest: string): readonly [pointer: string, value: string] => {
  for (let at = rest.indexOf(' '); at >= 0; at = rest.indexOf(' ', at + 1)) {
    if (isJson(rest.slice(at + 1))) return [rest.slice(0, at), rest.slice(at)]
  }
  return [rest, '']
}

const parameterWords = (rest: string, name: string): string => {
  const [, location = '', own = ''] = /^(\S+) (.*)$/s.exec(rest) ?? []
  if (own === 'absent' && location === 'body') return `${name}without a body`
  return own.endsWith(' absent')
    ? `${name}without ${location} ${own.slice(0, -7)}`
    : `${name}${location} ${own}`
}

/** A key of coverage in words: `GET /pets: query limit`, `Pet.kind "cat"`, `Pet.nickname`. */
export function pointWords(document: unknown, key: CoveragePoint, record?: OperationRecord): string {
  const point = key.slice(key.indexOf('\n') + 1)
  const kind = point.split(' ', 1)[0] ?? ''
  const rest = point.slice(kind.length + 1)
  if (kind === 'parameter') return parameterWords(rest, record ? `${record.name}: ` : '')
  const [pointer, value] = kind === 'enum' ? splitEnum(rest) : [rest, '']
  const branch = kind === 'branch' ? ` ${pointer.split('/').slice(-2).join(' ')}` : ''
  return `${plain(locationWords(document, pointer))}${branch}${value}`
}
