import type { Entity, Repository, Scope } from './repository.js'

/** The scope of a customer's records, for repositories with the index `customer`. */
export function ofCustomer({ id, partnerId }: Entity): Scope {
  return { partnerId, index: 'customer', value: id }
}

/** The newest record of a scope that fits, if there is any. */
export function newest<T extends Entity>(
  repository: Repository<T>,
  scope: Scope,
  fits: (record: T) => boolean = () => true,
): T | undefined {
  for (const record of repository.walk(scope, { order: 'newest-first' })) if (fits(record)) return record
  return undefined
}
