import { randomUUID } from 'node:crypto'

/**
 * What this process keeps between the answer to a form and the page that shows it: never on disk, for the session
 * that sent the form, and no more than so many entries. The oldest go first.
 */
export interface Memory<T> {
  /** Keeps a value under a new name that nobody can guess, or under the one given. Returns the name. */
  readonly keep: (session: string, value: T, name?: string) => string
  /** The value, which stays. */
  readonly read: (session: string, name: string) => T | undefined
  /** The value, which is gone with that. */
  readonly take: (session: string, name: string) => T | undefined
  /** Forgets everything of a session. */
  readonly forget: (session: string) => void
}

/** A memory of so many entries. */
export function createMemory<T>(most: number): Memory<T> {
  const entries = new Map<string, T>()
  const keyOf = (session: string, name: string): string => `${session}/${name}`
  const read = (session: string, name: string): T | undefined => entries.get(keyOf(session, name))
  return {
    keep: (session, value, name = randomUUID()) => {
      const key = keyOf(session, name)
      entries.delete(key)
      const [oldest] = entries.keys()
      if (entries.size >= most && oldest !== undefined) entries.delete(oldest)
      entries.set(key, value)
      return name
    },
    read,
    take: (session, name) => {
      const value = read(session, name)
      entries.delete(keyOf(session, name))
      return value
    },
    forget: (session) => {
      for (const key of entries.keys()) if (key.startsWith(`${session}/`)) entries.delete(key)
    },
  }
}
