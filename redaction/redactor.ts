import { Candidates } from './candidates.js'
import { findTruncated } from './find-truncated.js'
import { findIn } from './find.js'
import { type Match, masked } from './match.js'
import { layersOf } from './layers.js'
import { isShort, type Secret, spellingsOf } from './spellings.js'
import { WholeValues } from './whole-value.js'

/** Takes secrets out of a text. */
export type Redact = (text: string) => string

/** Stands for a text that could not be searched: then nothing of it is shown. */
export const unsearched = '[redacted: this text could not be searched for secrets]'

const unguarded = (secrets: readonly Secret[]): Redact => {
  const exact = new Map(secrets.toReversed().map(({ value, mask }) => [value, mask]))
  const spellings = secrets.filter(({ value }) => !isShort(value)).flatMap(spellingsOf)
  const candidates = new Candidates(spellings)
  const wholeValues = new WholeValues(secrets.filter(({ value }) => isShort(value)))
  return (text) => {
    const mask = exact.get(text)
    if (mask !== undefined) return mask
    const found: Match[] = []
    for (const layer of layersOf(text)) {
      for (const one of findIn(layer, candidates)) found.push(one)
      for (const one of findTruncated(layer, spellings)) found.push(one)
      for (const one of wholeValues.in(layer)) found.push(one)
    }
    return found.length === 0 ? text : masked(text, found)
  }
}

/** An error may hold what is protected, in its message or its stack: nothing of it goes on. */
const guarded =
  (redact: Redact): Redact =>
  (text) => {
    try {
      return redact(text)
    } catch {
      return unsearched
    }
  }

/**
 * Makes a function that takes every spelling of the given secrets out of a text, in time that grows with the text
 * alone; docs/redaction.md says which. It never throws. Of two secrets that are spelled alike, the first is named.
 */
export function makeRedactor(secrets: readonly Secret[]): Redact {
  try {
    const known = secrets.filter(({ value }) => value !== '')
    return known.length === 0 ? (text) => text : guarded(unguarded(known))
  } catch {
    return () => unsearched
  }
}
