import { randomUUID } from 'node:crypto'
import type { HeaderLines } from '../../delivery/delivery.js'
import { signedHeaders, timestampOf } from '../../delivery/sign.js'

/** Headers of a delivery with an id, a time and a signature of now; all others stay. */
export function resigned(headers: HeaderLines, body: Uint8Array, secret: string): HeaderLines {
  const fresh = signedHeaders(randomUUID(), { timestamp: timestampOf(new Date()), body, secret })
  const others = headers.filter(([name]) => !Object.hasOwn(fresh, name.toLowerCase()))
  return [...others, ...Object.entries(fresh)]
}
