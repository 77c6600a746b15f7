import { randomUUID } from 'node:crypto'

/**
 * Values stored in memory between the response to a form and the page that shows it: never on disk, only for the
 * session that sent the form, and limited in number. The oldest are dropped first.
 */
export interface Memory<T> {
  /** Stores a value under a new unguessable name, or the one given. Returns the name. */
  readonly keep: (session: string, value: T, name?: string) => string
  /** Returns the value, and keeps it. */
  readonly read: (session: string, name: string) => T | undefined
  /** Returns the value, and removes it. */
  readonly take: (session: string, name: string) => T | undefined
  /** Removes all values of a session. */
  readonly forget: (session: string) => void
}

/** A memory with a maximum number of entries. */
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
