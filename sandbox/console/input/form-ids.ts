import { randomUUID } from 'node:crypto'

const MOST_KEPT = 10_000

/** Tells a form that is sent twice, by a reload or a second click, from two forms. */
export interface Once {
  /** A mark for a form that is about to be shown. */
  readonly mark: () => string
  /** Whether a mark comes for the first time, and is noted with that. */
  readonly isFirst: (mark: string) => boolean
}

/** Remembers the latest marks that came. */
export const createOnce = (): Once => {
  const used = new Set<string>()
  return {
    mark: () => randomUUID(),
    isFirst: (mark) => {
      if (used.has(mark)) return false
      const [oldest] = used
      if (used.size >= MOST_KEPT && oldest !== undefined) used.delete(oldest)
      used.add(mark)
      return true
    },
  }
}
