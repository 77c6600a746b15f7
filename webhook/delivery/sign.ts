import { createHmac } from 'node:crypto'

/** The encoding of a digest; the specification does not show it (Events, delivery). */
export type DigestEncoding = 'hex' | 'base64'

export interface ToSign {
  /** The text of webhook-timestamp. A valid one has ten digits; an invalid one is signed too. */
  readonly timestamp: string
  readonly body: string | Uint8Array
  readonly secret: string | Uint8Array
  readonly encoding?: DigestEncoding
}

/**
 * The value of webhook-signature: `v1=` and HMAC-SHA256 over the timestamp directly followed by the raw body (Events,
 * delivery 2 to 4). A secret given as text is used as UTF-8.
 */
export function sign({ timestamp, body, secret, encoding = 'hex' }: ToSign): string {
  return `v1=${createHmac('sha256', secret).update(timestamp).update(body).digest(encoding)}`
}

/** A time in the format of webhook-timestamp: Unix seconds of ten digits. */
export function timestampOf(time: Date): string {
  return String(Math.floor(time.getTime() / 1000)).padStart(10, '0')
}

/** Headers of a delivery, in the order of sending (Events, delivery 1 and 2). */
export function signedHeaders(id: string, signed: ToSign): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': signed.timestamp,
    'webhook-signature': sign(signed),
  }
}
