import { layersOf } from './layers.js'
import { isSearchable, type Match, Search } from './search.js'
import type { Secret } from './spellings.js'

export type Redact = (text: string) => string

/** Replaces a text that could not be searched, so that none of it is shown. */
const unsearched = '[redacted: this text could not be searched for secrets]'

/** Finds short secrets only if they are the whole text, a quoted string or the value of a parameter. */
const wholeValuesIn = (text: string, secrets: readonly Secret[]): Match[] =>
  secrets.flatMap(({ value, mask }) => {
    const it = value.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
    const all = new RegExp(`^${it}$|(?<=")${it}(?=")|(?<==)${it}(?=[&#"\\s]|[:;,.)]+(?:\\s|$)|$)`, 'gi')
    return Array.from(text.matchAll(all), ({ index: start }) => ({ start, stop: start + value.length, mask }))
  })

/** Extends matches that end inside an escape: half of one beside a mask would break a JSON string or a URL. */
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

/** The text with all matches masked; overlapping ones are merged, with the mask of the first and longest. */
const masked = (text: string, found: readonly Match[]): string => {
  const pieces: string[] = []
  let done = 0
  for (const { start, stop, mask } of found.toSorted((a, b) => a.start - b.start || b.stop - a.stop)) {
    if (start >= done) pieces.push(text.slice(done, start), mask)
    done = Math.max(done, stop)
  }
  return pieces.concat(text.slice(done)).join('')
}

/** Texts of at most this length are remembered, as many as this: the same few headers are in every exchange. */
const [longestRemembered, mostRemembered] = [64, 1000]
/** The number of longer harmless texts remembered: a body is searched on arrival and again when recorded. */
const mostHarmless = 16

/** The function, with its results for short texts and the last long ones without a secret remembered. */
const remembering = (redact: Redact): Redact => {
  const known = new Map<string, string>()
  const harmless: string[] = []
  let searched = 0
  const long = (text: string): string => {
    if (harmless.includes(text)) return text
    const clean = redact(text)
    if (clean === text) harmless[searched++ % mostHarmless] = text
    return clean
  }
  return (text) => {
    if (text.length > longestRemembered) return long(text)
    const before = known.get(text)
    if (before !== undefined) return before
    const clean = redact(text)
    if (known.size >= mostRemembered) known.clear()
    known.set(text, clean)
    return clean
  }
}

const unguarded = (secrets: readonly Secret[]): Redact => {
  const known = secrets.filter(({ value }) => value !== '')
  const exact = new Map(known.toReversed().map(({ value, mask }) => [value, mask]))
  const longest = Math.max(0, ...known.map(({ value }) => value.length))
  const search = new Search(known.filter(({ value }) => isSearchable(value)))
  const short = known.filter(({ value }) => !isSearchable(value))
  return (text) => {
    // Longer texts are not looked up, because hashing a body takes as long as searching it.
    const mask = text.length > longest ? undefined : exact.get(text)
    if (mask !== undefined) return mask
    const found: Match[] = []
    let escapes: Uint32Array | undefined
    for (const { text: layer, origins } of layersOf(text)) {
      for (const { start, stop, mask } of search.in(layer).concat(wholeValuesIn(layer, short))) {
        found.push({ start: origins?.[start] ?? start, stop: origins?.[stop] ?? stop, mask })
      }
      escapes ??= origins
    }
    if (found.length === 0) return text
    return masked(text, escapes ? widened(found, escapes) : found)
  }
}

/**
 * Creates a function that masks every spelling of the secrets (docs/redaction.md lists them), in time linear in the
 * text. It never throws. If two secrets have the same spelling, the first one's mask is used.
 */
export function makeRedactor(secrets: readonly Secret[]): Redact {
  if (secrets.length === 0) return (text) => text
  let redact: Redact | undefined
  return (text) => {
    try {
      return (redact ??= remembering(unguarded(secrets)))(text)
    } catch {
      // The error is dropped, because its message and stack may contain secrets.
      return unsearched
    }
  }
}
