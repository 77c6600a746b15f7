import { entryOf } from '../catalogue/index.js'
import type { Change, Direction } from '../model/change.js'

const directionless: Readonly<Record<Direction, string>> = {
  request: 'Make what is sent fit the newer document.',
  response: 'Make sure that the code reads what the newer document describes.',
  neither: 'Look at whether the code relies on it.',
}

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string' || typeof value === 'number')
    return `\`${String(value).replaceAll('`', "'")}\``
  if (!Array.isArray(value) || value.length === 0) return undefined
  return value
    .map(textOf)
    .filter((one) => one !== undefined)
    .slice(0, 8)
    .join(', ')
}

/** The advice for a client about a change, as a sentence with names in backticks. */
export function adviceOf(change: Change): string {
  const { id, direction, sentence, before, after } = change
  const { advice = '' } = entryOf(id) ?? {}
  if (advice === '') return directionless[direction]
  const quoted = sentence.match(/`[^`]*`/g) ?? []
  const values: Readonly<Record<string, string | undefined>> = {
    1: quoted[0],
    2: quoted[1],
    3: quoted[2],
    before: textOf(before),
    after: textOf(after),
  }
  const fits = [...advice.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => values[name] !== undefined)
  const filled = advice.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  if (fits) return filled
  // If a value is missing, the part before the colon is still a complete sentence.
  const [start = ''] = advice.split(':')
  const isWhole = [...start.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => values[name] !== undefined)
  return isWhole && start !== advice ? `${filled.split(':')[0]}.` : directionless[direction]
}
