import type { Table } from '../primitives/table.js'

/** How long marks are gathered, in milliseconds of real time: what is lost with them is delivered twice. */
const gatheredWrites = 50

/** Values that are written to a table now and then, all that came meanwhile at once. */
export interface WriteBuffer {
  readonly put: <T>(table: Table<T>, key: string, value: T) => void
  readonly remove: <T>(table: Table<T>, key: string) => void
  /** Writes what was gathered. */
  readonly flush: () => void
}

/**
 * Gathers marks, so that an answer of the service that is due meanwhile need not wait until they are on the disk:
 * losing them costs a delivery that is made again. `written` is called after each batch.
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
