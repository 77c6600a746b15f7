import type { Problem } from '../../runtime/problems.js'
import { deduplicationKey, messageOf } from '../../runtime/webhooks/verify.js'
import type { WebhookDocument } from '../events/documents.js'
import { member, memberAt, textOf } from '../../document/index.js'
import { problemsWith } from '../events/events.js'

/** The content of a delivery's body. */
export interface Content {
  readonly isJson: boolean
  /** The body in one word: every event is an object. */
  readonly form: 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null' | 'no JSON'
  readonly type: string | undefined
  readonly customerId: string | undefined
  /** The id in the message. */
  readonly messageId: string | undefined
  /** The time in the body. */
  readonly time: string | undefined
  /** A key that repetitions of the delivery share; undefined if the body is not JSON. */
  readonly key: () => Promise<string | undefined>
  /** The body's problems by a document; none if it does not know the type. */
  readonly problems: (document: WebhookDocument) => Promise<readonly Problem[]>
}

const parsedJson = (body: Uint8Array): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) }
  } catch {
    return undefined
  }
}

// A value may be nested too deeply for recursion, so nothing is known about it.
const tooDeep = (error: unknown): undefined => {
  if (!(error instanceof RangeError)) throw error
}

const formOf = (event: { readonly value: unknown } | undefined): Content['form'] => {
  if (event === undefined) return 'no JSON'
  const { value } = event
  if (Array.isArray(value)) return 'list'
  if (value === null) return 'null'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'object'
}

/** Reads the content of a body. Never throws; a body that is not JSON has no content. */
export function contentOf(body: Uint8Array): Content {
  const event = parsedJson(body)
  const value = event?.value
  const type = textOf(member(value, 'type'))
  return {
    isJson: event !== undefined,
    form: formOf(event),
    type,
    customerId: textOf(memberAt(value, 'data', 'customer_id')),
    messageId: textOf(member(messageOf(value), 'id')),
    time: textOf(member(value, 'timestamp')),
    key: () => (event === undefined ? Promise.resolve(undefined) : deduplicationKey(value).catch(tooDeep)),
    problems: (document) =>
      type === undefined
        ? Promise.resolve([])
        : problemsWith(document, type, value).catch((error: unknown) => tooDeep(error) ?? []),
  }
}
