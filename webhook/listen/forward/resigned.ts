import { randomUUID } from 'node:crypto'
import { type HeaderLines, headerValue } from '../../delivery/delivery.js'
import { type DigestEncoding, signedHeaders, timestampOf } from '../../delivery/sign.js'

const encodingOf = (headers: HeaderLines): DigestEncoding =>
  /^v1=[A-Za-z0-9+/]{43}=$/.test(headerValue(headers, 'webhook-signature') ?? '') ? 'base64' : 'hex'

/**
 * Headers of a delivery with an id, a time and a signature of now, as a retry of the service has them; the digest is
 * written as it was, and all others stay.
 */
export function resigned(headers: HeaderLines, body: Uint8Array, secret: string | Uint8Array): HeaderLines {
  const encoding = encodingOf(headers)
  const timestamp = timestampOf(new Date())
  const fresh = signedHeaders(randomUUID(), { timestamp, body, secret, encoding })
  const others = headers.filter(([name]) => !Object.hasOwn(fresh, name.toLowerCase()))
  const type = headerValue(headers, 'content-type')
  return [...others, ...Object.entries({ ...fresh, ...(type !== undefined && { 'content-type': type }) })]
}

/** How old a signature is, in seconds; undefined where no timestamp can be read. */
export function signatureAge(headers: HeaderLines, now: Date): number | undefined {
  const timestamp = headerValue(headers, 'webhook-timestamp') ?? ''
  return /^\d{10}$/.test(timestamp) ? now.getTime() / 1000 - Number(timestamp) : undefined
}
