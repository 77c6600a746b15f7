import type { Entity, Filing, Repository } from './repository.js'
import { Shelf } from './collection.js'

/**
 * A repository in memory: finding, saving, searching and starting a walk take the same time however many records
 * there are.
 */
export const memoryRepository = <T extends Entity>(filing: Filing<T> = { indexes: {} }): Repository<T> => {
  const shelves = new Map<string, Shelf<T>>()
  const shelfOf = (partnerId: string): Shelf<T> => {
    const shelf = shelves.get(partnerId) ?? new Shelf(filing)
    shelves.set(partnerId, shelf)
    return shelf
  }
  return {
    find: (partnerId, id) => shelves.get(partnerId)?.find(id),
    save: (record) => {
      shelfOf(record.partnerId).save(record)
    },
    remove: (partnerId, id) => {
      shelves.get(partnerId)?.remove(id)
    },
    walk: (scope, walk) => shelves.get(scope.partnerId)?.walk(scope, walk) ?? [],
    clear: (partnerId) => {
      shelves.delete(partnerId)
    },
  }
}
