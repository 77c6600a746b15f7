/** Values by key, in insertion order. A `Map` is a table that is not persisted. */
export type Table<T> = Pick<Map<string, T>, 'get' | 'set' | 'delete' | 'values'>

/** Storage for the state of a sandbox: named tables, which keep their content across restarts. */
export interface Tables {
  readonly table: <T>(name: string) => Table<T>
}

export const memoryTables: Tables = { table: () => new Map() }
