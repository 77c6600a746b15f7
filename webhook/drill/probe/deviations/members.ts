import type { JsonObject } from '../../../../document/index.js'
import { type Deviation, objectIn } from './deviation.js'

interface Alias {
  readonly title: string
  readonly members: (event: JsonObject) => JsonObject
}

const typeUnder = (name: string): Alias => ({
  title: `Your receiver reads the kind of an event from "${name}", and not from "type".`,
  members: ({ type }) => ({ [name]: type ?? null }),
})

const dataUnder = (name: string): Alias => ({
  title: `Your receiver reads the notification from "${name}", and not from "data".`,
  members: ({ data }) => ({ [name]: data ?? null }),
})

/** Other names under which receivers look for members of a container; one event can have them all. */
const aliases: readonly Alias[] = [
  ...['event', 'event_type', 'eventType', 'kind', 'topic', 'name', 'action', 'event_name', 'Type'].map(
    typeUnder,
  ),
  ...['payload', 'body', 'content', 'object', 'notification', 'Data'].map(dataUnder),
  {
    title: 'Your receiver reads what stands in "data" from the top of the container.',
    members: (event) => ({ ...objectIn(event, 'data'), ...objectIn(objectIn(event, 'data'), 'message') }),
  },
  {
    title: 'Your receiver reads the fields of "message" from "data" itself.',
    members: (event) => {
      const data = objectIn(event, 'data')
      return { data: { ...objectIn(data, 'message'), type: event['type'] ?? null, ...data } }
    },
  },
  {
    title: 'Your receiver expects the message in an object that is named after its topic.',
    members: (event) => {
      const data = objectIn(event, 'data')
      const message = objectIn(data, 'message')
      const type = String(event['type'])
      const topic = type
        .split('_')
        .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
        .join('')
      return { data: { ...data, message: { ...message, [topic]: message, Event: message } } }
    },
  },
  {
    title: 'Your receiver expects an id in the container.',
    members: (event) => ({ id: objectIn(objectIn(event, 'data'), 'message')['id'] ?? null }),
  },
  {
    title: 'Your receiver expects the container to hold the version, or a time of creation.',
    members: ({ timestamp }) => ({
      version: '1',
      created_at: timestamp ?? null,
      created: 1,
      api_version: '1',
    }),
  },
]

const merged = (event: JsonObject, used: readonly Alias[]): JsonObject => {
  const result: Record<string, unknown> = {}
  for (const { members } of used) {
    for (const [name, value] of Object.entries(members(event))) {
      const before = result[name]
      result[name] =
        name === 'data' && typeof before === 'object' ? { ...before, ...Object(value) } : (before ?? value)
    }
  }
  return { ...event, ...result }
}

const holding = (used: readonly Alias[], description: string): Deviation => ({
  mistake: 'other-members',
  aspect: 'members',
  description,
  ...(used.length === 1 && used[0] && { title: used[0].title }),
  plan: { members: (event) => merged(event, used) },
})

/** An event with its kind and data under all known names. */
export const underAllNames: Deviation = holding(
  aliases,
  'that holds its kind and data under other names as well',
)

/** The same with one name each. */
export const underEachName: readonly Deviation[] = aliases.map((alias) =>
  holding([alias], 'with one more name'),
)

/** An event whose own timestamp is a number. */
export const ofContainerTimes: readonly Deviation[] = [
  ['seconds', 1000],
  ['milliseconds', 1],
].map(([unit, divisor]) => ({
  mistake: 'container-timestamp',
  aspect: 'members',
  description: `whose container has its timestamp in ${unit}`,
  title: `Your receiver expects the timestamp of the container as a number of ${unit}.`,
  plan: { members: (event) => ({ ...event, timestamp: Math.floor(Date.now() / Number(divisor)) }) },
}))
