import { list, look, text } from './look.js'
import type { Sandbox } from './sandbox.js'

/** An event of the log. */
interface Seen {
  readonly type: string
  readonly topic: string
  readonly customerId: string
  readonly message: unknown
  /** The container that is delivered. */
  readonly body: unknown
}

const seen = (event: unknown): Seen => ({
  type: text(event, 'body', 'type'),
  topic: text(event, 'topic'),
  customerId: text(event, 'body', 'data', 'customer_id'),
  message: look(event, 'body', 'data', 'message'),
  body: look(event, 'body'),
})

/** The events of the log, oldest first. */
export const eventsOf = async ({ send }: Sandbox, query = ''): Promise<readonly Seen[]> => {
  const events: Seen[] = []
  let cursor = ''
  do {
    const reply = await send('GET', `/controls/events?sort_order=asc&page_size=100&${query}${cursor}`)
    events.push(...list(reply, 'items').map(seen))
    const next = look(reply, 'cursor')
    cursor = typeof next === 'string' ? `&cursor=${next}` : ''
  } while (cursor !== '')
  return events
}

export const typesOf = (events: readonly Seen[]): readonly string[] => events.map(({ type }) => type)
