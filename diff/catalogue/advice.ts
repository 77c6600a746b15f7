import type { Change } from '../model/change.js'
import { entryOf } from './index.js'

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

/** The names in backticks. A status alone would not show that it is a response. */
const quotedIn = (sentence: string): readonly string[] =>
  sentence.match(/response `[^`]*`(?= of)|`[^`]*`/gi)?.map((one) => one.replace(/^R/, 'r')) ?? []

/**
 * The advice for a client about a change, as a sentence with names in backticks; undefined if the catalogue
 * has no advice, or if the change lacks a value that it needs.
 * @param names the first names of several changes whose sentences are the same otherwise
 */
export function adviceOf({ id, sentence, before, after }: Change, names?: string): string | undefined {
  const { advice = '' } = entryOf(id) ?? {}
  if (advice === '') return undefined
  const quoted = quotedIn(sentence)
  const values: Readonly<Record<string, string | undefined>> = {
    1: names ?? quoted[0],
    2: quoted[1],
    3: quoted[2],
    before: textOf(before),
    after: textOf(after),
  }
  const filled = (text: string): string | undefined => {
    const isWhole = [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => values[name] !== undefined)
    return isWhole ? text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '') : undefined
  }
  // The part before a colon is a complete sentence; the rest is about one name.
  const start = advice.includes(':') ? filled(`${advice.split(':')[0]}.`) : undefined
  return names === undefined ? (filled(advice) ?? start) : (start ?? filled(advice))
}
