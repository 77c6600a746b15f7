import { layersOf } from './layers.js'
import { isSearchable, type Match, Search } from './search.js'
import type { Secret } from './spellings.js'

/** Takes secrets out of a text. */
export type Redact = (text: string) => string

/** Stands for a text that could not be searched: then nothing of it is shown. */
const unsearched = '[redacted: this text could not be searched for secrets]'

/** Finds short secrets where they are the whole text, a string in quotation marks or the value of a parameter. */
const wholeValuesIn = (text: string, secrets: readonly Secret[]): Match[] =>
  secrets.flatMap(({ value, mask }) => {
    const it = value.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
    const all = new RegExp(`^${it}$|(?<=")${it}(?=")|(?<==)${it}(?=[&#"\\s]|$)`, 'gi')
    return Array.from(text.matchAll(all), ({ index: start }) => ({ start, stop: start + value.length, mask }))
  })

/** Widens matches until they end inside no escape: half of one beside a mask would break a JSON string or a URL. */
const widened = (found: readonly Match[], origins: Uint32Array): Match[] => {
  const isBoundary = new Uint8Array((origins.at(-1) ?? 0) + 1)
  for (const origin of origins) isBoundary[origin] = 1
  return found.map((one) => {
    let { start, stop } = one
    while (isBoundary[start] === 0) start--
    while (isBoundary[stop] === 0) stop++
    return { start, stop, mask: one.mask }
  })
}

/** A text with all matches masked: those that overlap as one, with the mask of the first and longest. */
const masked = (text: string, found: readonly Match[]): string => {
  const pieces: string[] = []
  let done = 0
  for (const { start, stop, mask } of found.toSorted((a, b) => a.start - b.start || b.stop - a.stop)) {
    if (start >= done) pieces.push(text.slice(done, start), mask)
    done = Math.max(done, stop)
  }
  return pieces.concat(text.slice(done)).join('')
}

const unguarded = (secrets: readonly Secret[]): Redact => {
  const known = secrets.filter(({ value }) => value !== '')
  const exact = new Map(known.toReversed().map(({ value, mask }) => [value, mask]))
  const search = new Search(known.filter(({ value }) => isSearchable(value)))
  const short = known.filter(({ value }) => !isSearchable(value))
  return (text) => {
    const mask = exact.get(text)
    if (mask !== undefined) return mask
    const found: Match[] = []
    let escapes: Uint32Array | undefined
    for (const { text: layer, origins } of layersOf(text)) {
      for (const { start, stop, mask } of search.in(layer).concat(wholeValuesIn(layer, short))) {
        found.push({ start: origins?.[start] ?? start, stop: origins?.[stop] ?? stop, mask })
      }
      escapes ??= origins
    }
    return masked(text, escapes ? widened(found, escapes) : found)
  }
}

/**
 * Makes a function that takes every spelling of the given secrets out of a text (docs/redaction.md lists them), in time
 * that grows with the text alone. It never throws. Of two secrets that are spelled alike, the first is named.
 */
export function makeRedactor(secrets: readonly Secret[]): Redact {
  if (secrets.length === 0) return (text) => text
  let redact: Redact | undefined
  return (text) => {
    try {
      return (redact ??= unguarded(secrets))(text)
    } catch {
      // The message and the stack of an error may hold what is protected, so both are dropped.
      return unsearched
    }
  }
}
