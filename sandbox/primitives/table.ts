/** Values by key, in the order of their coming. A `Map` is one that lives as long as the process. */
export type Table<T> = Pick<Map<string, T>, 'get' | 'set' | 'delete' | 'values'>

/** Where the state of a sandbox is: the table of a name holds what was last written to it, also after a restart. */
export interface Tables {
  readonly table: <T>(name: string) => Table<T>
}

/** Tables in memory. */
export const memoryTables: Tables = { table: () => new Map() }
