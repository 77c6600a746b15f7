import type { Entity, IndexDefinition, Repository } from './repository.js'
import { Collection } from './collection.js'

/**
 * A repository in memory. Finding, saving, searching and starting a walk take time that does not depend on the number
 * of records.
 */
export function memoryRepository<T extends Entity>(
  definition: IndexDefinition<T> = { indexes: {} },
): Repository<T> {
  const collections = new Map<string, Collection<T>>()
  const collectionOf = (partnerId: string): Collection<T> => {
    const collection = collections.get(partnerId) ?? new Collection(definition)
    collections.set(partnerId, collection)
    return collection
  }
  return {
    find: (partnerId, id) => collections.get(partnerId)?.find(id),
    save: (record) => {
      collectionOf(record.partnerId).save(record)
    },
    remove: (partnerId, id) => {
      collections.get(partnerId)?.remove(id)
    },
    walk: (scope, walk) => collections.get(scope.partnerId)?.walk(scope, walk) ?? [],
    clear: (partnerId) => {
      collections.delete(partnerId)
    },
  }
}
