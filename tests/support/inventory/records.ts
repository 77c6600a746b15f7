import type { FaultName, Oddity } from './faults.js'

/** A record as it is stored and shown. */
export type InventoryRecord = Record<string, unknown>

/** Records of one kind, in the order of creation. */
export class Collection {
  readonly #records = new Map<string, InventoryRecord>()
  #next = 1

  constructor(readonly idMember = 'id') {}

  get all(): InventoryRecord[] {
    return [...this.#records.values()]
  }

  /** A number that no record had before. */
  number(): number {
    return this.#next++
  }

  find(id: string): InventoryRecord | undefined {
    return this.#records.get(id)
  }

  put(record: InventoryRecord): InventoryRecord {
    this.#records.set(String(record[this.idMember]), record)
    return record
  }

  remove(id: string): void {
    this.#records.delete(id)
  }
}

/** All records of one inventory. */
export class Inventory {
  readonly warehouses = new Collection()
  readonly shelves = new Collection()
  readonly articles = new Collection()
  readonly tags = new Collection('slug')

  constructor(readonly faults: ReadonlySet<FaultName | Oddity>) {}

  has(fault: FaultName | Oddity): boolean {
    return this.faults.has(fault)
  }
}
