import { createHmac } from 'node:crypto'
import type { Delivery } from '../sending/delivery.js'

/** A missing header, as converted to text in several languages. */
const missing = ['', 'undefined', 'null', 'None']

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')

/** The keys that receivers derive from a secret: its text, and its decodings. */
export function keysOf(secret: string): readonly Buffer[] {
  const bare = secret.replace(/^whsec_/, '')
  return [Buffer.from(secret), ...(bare === secret ? [] : [Buffer.from(bare)]), Buffer.from(bare, 'base64')]
}

const separators = ['', '.', ':', '\n'] as const

/** The texts that receivers sign: the right one, and the best-known wrong ones. */
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

/** The digests that a receiver may have expected for a delivery, as bytes read in latin1. */
export function expectedDigests(delivery: Delivery, secret: string): ReadonlySet<string> {
  const texts = textsOf(delivery)
  const digests = keysOf(secret).flatMap((key) =>
    texts.map((text) => createHmac('sha256', key).update(text).digest().toString('latin1')),
  )
  return new Set(digests)
}
