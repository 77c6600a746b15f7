import { createHmac } from 'node:crypto'
import type { Delivery } from '../sending/delivery.js'

/** What stands for a header that is missing, once a language made a text of it. */
const missing = ['', 'undefined', 'null', 'None']

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')

/** The keys that receivers make of a secret: its text, and what they decode from it. */
export function keysOf(secret: string): readonly Buffer[] {
  const bare = secret.replace(/^whsec_/, '')
  return [Buffer.from(secret), ...(bare === secret ? [] : [Buffer.from(bare)]), Buffer.from(bare, 'base64')]
}

const separators = ['', '.', ':', '\n'] as const

/** What receivers put under the key: in the right way, and in the wrong ways that are known best. */
const textsOf = ({ headers, body }: Delivery): Buffer[] => {
  const values = (name: string): string[] =>
    headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value)
  const timestamps = values('webhook-timestamp')
  const id = bytesOf(values('webhook-id')[0] ?? '')
  return (timestamps.length === 0 ? missing : timestamps).map(bytesOf).flatMap((timestamp) => {
    const signed = separators.map((text) => [timestamp, Buffer.from(text), body])
    const withId = separators.map((text) => [id, Buffer.from(text), timestamp, Buffer.from(text), body])
    return [...signed, ...withId, [body, timestamp], [body]].map((parts) => Buffer.concat(parts))
  })
}

/** The digests that a receiver may have expected of a delivery as it was posted, as bytes read in latin1. */
export function expectedDigests(delivery: Delivery, secret: string): ReadonlySet<string> {
  const texts = textsOf(delivery)
  const digests = keysOf(secret).flatMap((key) =>
    texts.map((text) => createHmac('sha256', key).update(text).digest().toString('latin1')),
  )
  return new Set(digests)
}
