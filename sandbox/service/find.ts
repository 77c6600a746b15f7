import { notFound } from '../primitives/refusal.js'
import type { Entity, Repository } from '../state/repository.js'

/**
 * The partner's record with this id. Throws `Refusal` 404, which calls it `what`, if there is none or another partner
 * owns it.
 */
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
