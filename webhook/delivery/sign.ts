import { createHmac } from 'node:crypto'

/** How a digest is written: the specification does not show it (Events, delivery). */
export type DigestEncoding = 'hex' | 'base64'

/** The bytes that are signed, and the secret. */
export interface ToSign {
  /** The text of webhook-timestamp. A valid one has ten digits; a wrong one is signed just the same. */
  readonly timestamp: string
  readonly body: string | Uint8Array
  readonly secret: string | Uint8Array
  readonly encoding?: DigestEncoding
}

/**
 * The value of webhook-signature: `v1=` and HMAC-SHA256 under the secret, of which a text is taken as it is, over the timestamp and the
 * raw body with nothing between (Events, delivery 2 to 4).
 */
export function sign({ timestamp, body, secret, encoding = 'hex' }: ToSign): string {
  return `v1=${createHmac('sha256', secret).update(timestamp).update(body).digest(encoding)}`
}

/** A time as webhook-timestamp has it: Unix seconds of ten digits. */
export function timestampOf(time: Date): string {
  return String(Math.floor(time.getTime() / 1000)).padStart(10, '0')
}

/** Headers of a delivery, in the order in which they are sent (Events, delivery 1 and 2). */
export function signedHeaders(id: string, signed: ToSign): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': signed.timestamp,
    'webhook-signature': sign(signed),
  }
}
