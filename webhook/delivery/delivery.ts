import { createHmac } from 'node:crypto'
import { RampartError } from '../../diagnostics/index.js'

/** Header lines as received, in order; names in any case. */
export type HeaderLines = readonly (readonly [name: string, value: string])[]

export interface RawDelivery {
  readonly headers: HeaderLines
  readonly body: Uint8Array
  /** The time of arrival, if known. */
  readonly receivedAt?: Date
}

/** The value of a JSON text; undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The non-blank values of a header. */
export function headerValues(headers: HeaderLines, name: string): readonly string[] {
  return headers
    .filter(([key]) => key.toLowerCase() === name)
    .map(([, value]) => value.trim())
    .filter((value) => value !== '')
}

/** The value of a header, repeated ones joined as in HTTP; undefined when there is none. */
export function headerValue(headers: HeaderLines, name: string): string | undefined {
  const values = headerValues(headers, name)
  return values.length === 0 ? undefined : values.join(',')
}

/** The encoding of a digest; the specification does not show it (Events, delivery). */
export type DigestEncoding = 'hex' | 'base64'

interface ToSign {
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

/**
 * The URL of deliveries, from an option.
 * @throws RampartError OPTION_INVALID, which does not repeat credentials in the URL.
 */
export function targetUrl(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url.href
  const what =
    url && url.username + url.password !== '' ? 'contains credentials' : 'is not an http or https URL'
  throw new RampartError('OPTION_INVALID', {
    message: `${option} ${what}`,
    fix: `Give a URL such as http://127.0.0.1:3000/webhooks.`,
  })
}
