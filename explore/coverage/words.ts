import { locationWords } from '../../document/index.js'
import type { CoveragePoint } from '../model/case.js'
import type { OperationRecord } from './operation-record.js'

const plain = (text: string): string => text.replaceAll('`', '')

/** A key of coverage in words: `GET /pets: query limit`, `Pet.kind "cat"`, `Pet.nickname`. */
export function pointWords(document: unknown, key: CoveragePoint, record?: OperationRecord): string {
  const [kind = '', ...rest] = key.slice(key.indexOf('\n') + 1).split(' ')
  if (kind === 'parameter') {
    const [location = '', ...names] = rest
    const isAbsent = names.at(-1) === 'absent' && names.length > 1
    const name = (isAbsent ? names.slice(0, -1) : names).join(' ')
    return `${record ? `${record.name}: ` : ''}${isAbsent ? 'without ' : ''}${location} ${name}`
  }
  const [pointer = '', ...value] = rest
  const where = plain(locationWords(document, pointer))
  const branch = kind === 'branch' ? ` ${pointer.split('/').slice(-2).join(' ')}` : ''
  return `${where}${branch}${value.length === 0 ? '' : ` ${value.join(' ')}`}`
}
