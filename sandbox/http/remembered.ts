import type { Clock } from '../state/clock.js'
import type { Span } from '../state/witness.js'
import type { Answer } from './answer.js'

/** Answers that would be the same if they were made again, by all that the request says. */
export interface RememberedAnswers {
  readonly find: (key: string) => Answer | undefined
  /**
   * Remembers an answer for as long as nothing changes and the clock stays within the span, from the second time on:
   * what is asked for once alone is not worth the memory.
   */
  readonly keep: (key: string, answer: Answer, span: Span) => void
  /** Called with every change of a record, whoever's it is. */
  readonly forget: () => void
}

interface Kept {
  readonly answer: Answer
  readonly span: Span
}

const MOST_CHARACTERS = 16 * 1024 * 1024

const lasts = ({ from, until }: Span): boolean => from < until

const SLOTS = 4096

const hashOf = (text: string): number => {
  let hash = 7
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return hash
}

/** Tells whether a text came before, as far as a small memory goes. */
const createAcquaintance = (): ((text: string) => boolean) => {
  const seen = new Int32Array(SLOTS)
  return (text) => {
    const hash = hashOf(text)
    const slot = hash & (SLOTS - 1)
    const known = seen[slot] === hash
    seen[slot] = hash
    return known
  }
}

/** Remembers answers up to a fixed amount of text, and begins anew beyond it. */
export const createRememberedAnswers = (clock: Clock): RememberedAnswers => {
  const kept = new Map<string, Kept>()
  const cameBefore = createAcquaintance()
  let characters = 0
  const forget = (): void => {
    if (characters === 0) return
    kept.clear()
    characters = 0
  }
  return {
    forget,
    find: (key) => {
      const found = kept.get(key)
      if (found === undefined) return undefined
      const { from, until } = found.span
      if (from === -Infinity && until === Infinity) return found.answer
      const now = clock().getTime()
      return from <= now && now < until ? found.answer : undefined
    },
    keep: (key, answer, span) => {
      if (!lasts(span) || answer.status !== 200 || typeof answer.body !== 'string') return
      if (!cameBefore(key)) return
      if (characters > MOST_CHARACTERS) forget()
      characters += key.length + answer.body.length
      kept.set(key, { answer, span })
    },
  }
}
