import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import type { WebhookDocument } from './documents.js'
import { isObject, type JsonObject, objectOf } from '../../document/index.js'
import { smallestValue } from '../../document/values/index.js'
import { containerSchema } from './schemas.js'

/** An event before serialization: the WebhookContainer of its type (Events, delivery 1). */
export interface WebhookEvent extends JsonObject {
  readonly type: string
  readonly timestamp: string
  readonly data: JsonObject
}

export interface EventChoice {
  /** When it happened; now by default. */
  readonly at?: Date
  /** The customer; a new one by default. */
  readonly customerId?: string
  /** The source of ids; random UUIDs by default, so that events are never duplicates. */
  readonly newId?: () => string
}

const readMessages = (): JsonObject =>
  objectOf(createRequire(import.meta.url)('#fixtures/webhooks/messages.json'))

const filled = (value: unknown, values: Readonly<Record<string, string>>): unknown => {
  if (typeof value === 'string') return values[value] ?? value
  if (Array.isArray(value)) return value.map((item) => filled(item, values))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, values)]))
}

/** The minimal event by the document, for members that no fixture has. */
const leastOf = (document: WebhookDocument, type: string): JsonObject => {
  const { schemas } = document.surface
  const source = { schemas, pointer: '#/webhooks', direction: 'response' } as const
  return objectOf(smallestValue(containerSchema(document, type), source))
}

/**
 * A valid event of a delivered type, with its message from the fixtures, or generated from the document if the fixtures
 * lack the type.
 */
export function eventOf(document: WebhookDocument, type: string, choice: EventChoice = {}): WebhookEvent {
  const { at = new Date(), newId = randomUUID } = choice
  const customer = choice.customerId ?? newId()
  const least = leastOf(document, type)
  const data = objectOf(least['data'])
  const messages = readMessages()
  const message = Object.hasOwn(messages, type)
    ? filled(messages[type], { '{id}': newId(), '{customer}': customer })
    : data['message']
  const known = { type, timestamp: at.toISOString(), data: { customer_id: customer, message } }
  return { ...least, ...known, data: { ...known.data, ...data, ...known.data } }
}
