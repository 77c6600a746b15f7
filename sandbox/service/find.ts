import { notFound } from '../primitives/refusal.js'
import type { Entity, Repository } from '../state/repository.js'

/** The record with this id. Throws `Refusal` 404 that calls it `what`, also when it is another partner's. */
export function found<T extends Entity>(
  repository: Repository<T>,
  partnerId: string,
  id: string,
  what: string,
): T {
  const record = repository.find(partnerId, id)
  if (record === undefined) throw notFound(what)
  return record
}
