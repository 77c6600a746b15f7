import type { Store } from '../state/store.js'
import type { Topic } from '../api/event-types.js'

const oldestFirst = { order: 'oldest-first' } as const

/** The webhooks that receive an event of a topic: those enabled and subscribed when it happens. */
export function recipientsOf(
  { webhooks }: Pick<Store, 'webhooks'>,
  isOff: (promise: string) => boolean,
  partnerId: string,
  topic: Topic,
): readonly string[] {
  const ids: string[] = []
  for (const { id, enabled, topics } of webhooks.walk({ partnerId }, oldestFirst))
    if ((enabled || isOff('webhooks/disabled')) && (topics.includes(topic) || isOff('webhooks/topics')))
      ids.push(id)
  return ids
}
