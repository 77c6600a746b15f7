import { randomUUID } from 'node:crypto'

const mostKept = 10_000

/** Tells a form that is sent twice, by a reload or a second click, from two forms. */
export interface FormIds {
  /** A mark for a form that is about to be shown. */
  readonly create: () => string
  /** Whether a mark comes for the first time, and is noted with that. */
  readonly isFirst: (mark: string) => boolean
}

/** Remembers the latest marks that came. */
export function createFormIds(): FormIds {
  const used = new Set<string>()
  return {
    create: () => randomUUID(),
    isFirst: (mark) => {
      if (used.has(mark)) return false
      const [oldest] = used
      if (used.size >= mostKept && oldest !== undefined) used.delete(oldest)
      used.add(mark)
      return true
    },
  }
}
