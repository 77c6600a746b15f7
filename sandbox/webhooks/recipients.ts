import type { Store } from '../state/store.js'
import type { Topic } from './kinds.js'

const OLDEST_FIRST = { order: 'oldest-first' } as const

/** The webhooks that an event of a topic is for: those that are enabled, and take it, when it happens. */
export const recipientsOf = (
  { webhooks }: Pick<Store, 'webhooks'>,
  partnerId: string,
  topic: Topic,
): readonly string[] => {
  const ids: string[] = []
  for (const { id, enabled, topics } of webhooks.walk({ partnerId }, OLDEST_FIRST))
    if (enabled && topics.includes(topic)) ids.push(id)
  return ids
}
