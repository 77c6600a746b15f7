import type { Table } from '../primitives/table.js'

/** How long writes are buffered, in milliseconds of real time; events whose progress is lost are delivered twice. */
const gatheredWrites = 50

/** Buffers values and writes them to a table in batches. */
export interface WriteBuffer {
  readonly put: <T>(table: Table<T>, key: string, value: T) => void
  readonly remove: <T>(table: Table<T>, key: string) => void
  /** Writes the buffered values. */
  readonly flush: () => void
}

/**
 * Buffers progress, so that responses of the service need not wait until it is on disk: losing it only causes a
 * repeated delivery. `written` is called after each batch.
 */
export function createWriteBuffer(written: () => void): WriteBuffer {
  const gathered = new Map<string, () => void>()
  const names = new Map<unknown, number>()
  let timer: NodeJS.Timeout | undefined
  const nameOf = (table: unknown): number => {
    const name = names.get(table) ?? names.size
    names.set(table, name)
    return name
  }
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (gathered.size === 0) return
    for (const write of gathered.values()) write()
    gathered.clear()
    written()
  }
  const gather = (table: unknown, key: string, write: () => void): void => {
    gathered.set(`${nameOf(table)}/${key}`, write)
    timer ??= setTimeout(flush, gatheredWrites).unref()
  }
  return {
    put: (table, key, value) => gather(table, key, () => void table.set(key, value)),
    remove: (table, key) => gather(table, key, () => void table.delete(key)),
    flush,
  }
}
