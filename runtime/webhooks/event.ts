import { isObject } from '../json.js'
import { bytesOf } from './bytes.js'

/**
 * The message of an event, unwrapped from an object with one key if there is one; undefined if there is no message.
 * The specification does not show which of the two forms a service sends.
 */
export function messageOf(event: unknown): unknown {
  if (!isObject(event)) return undefined
  const message =
    isObject(event['data']) && 'message' in event['data'] ? event['data']['message'] : event['message']
  if (!isObject(message) || 'id' in message) return message
  const [inner, ...others] = Object.values(message)
  return isObject(inner) && others.length === 0 ? inner : message
}

// Sorts members, so that the text does not depend on their order.
const ordered = (_key: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value

const identityOf = (event: unknown): unknown => {
  const message = messageOf(event)
  if (!isObject(event) || message === undefined) return event
  const data = event['data']
  return [isObject(data) ? (data['customer_id'] ?? null) : null, message]
}

/**
 * The key that all attempts of a delivery share: data.customer_id and the content of the message, since each retry
 * has its own webhook-id (Events, delivery 6). An event of another shape is used as a whole. 64 hexadecimal digits.
 */
export async function deduplicationKey(event: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(JSON.stringify(identityOf(event), ordered)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
