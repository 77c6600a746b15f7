import { randomUUID } from 'node:crypto'
import { type HeaderLines, headerValue } from '../../delivery/delivery.js'
import { type DigestEncoding, signedHeaders, timestampOf } from '../../delivery/sign.js'

const encodingOf = (headers: HeaderLines): DigestEncoding =>
  /^v1=[A-Za-z0-9+/]{43}=$/.test(headerValue(headers, 'webhook-signature') ?? '') ? 'base64' : 'hex'

/**
 * Headers with a new id, time and signature, like a retry of the service; the encoding of the digest and all other
 * headers stay.
 */
export function resigned(headers: HeaderLines, body: Uint8Array, secret: string | Uint8Array): HeaderLines {
  const encoding = encodingOf(headers)
  const timestamp = timestampOf(new Date())
  const fresh = signedHeaders(randomUUID(), { timestamp, body, secret, encoding })
  const others = headers.filter(([name]) => !Object.hasOwn(fresh, name.toLowerCase()))
  const type = headerValue(headers, 'content-type')
  return [...others, ...Object.entries({ ...fresh, ...(type !== undefined && { 'content-type': type }) })]
}

/** The age of a signature in seconds; undefined where its timestamp is invalid. */
export function signatureAge(headers: HeaderLines, now: Date): number | undefined {
  const timestamp = headerValue(headers, 'webhook-timestamp') ?? ''
  return /^\d{10}$/.test(timestamp) ? now.getTime() / 1000 - Number(timestamp) : undefined
}
