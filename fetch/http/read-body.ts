import { RampartError } from '../../diagnostics/index.js'
import type { UnreadResponse } from './redirects.js'

/** Called after every chunk with the bytes so far, and the total if the service announced it. */
export type ProgressListener = (received: number, total: number | undefined) => void

const tooLarge = (url: URL, maxBytes: number): RampartError => {
  const message = `The answer of ${url.href} is larger than ${maxBytes} bytes.`
  return new RampartError('FETCH_LIMIT', { message, where: { url: url.href } })
}

/** The announced size; undefined for an encoded body, where it counts compressed bytes. */
const announced = (response: Response): number | undefined => {
  const length = response.headers.get('content-length')
  if (length === null || response.headers.has('content-encoding')) return undefined
  return /^\d+$/.test(length) ? Number(length) : undefined
}

/**
 * Reads a body in chunks, and stops as soon as it exceeds `maxBytes`.
 * @throws RampartError FETCH_LIMIT when it is larger
 */
export async function readBody(
  { url, response }: UnreadResponse,
  maxBytes: number,
  onBytes: ProgressListener,
): Promise<Uint8Array> {
  const total = announced(response)
  if (total !== undefined && total > maxBytes) {
    await response.body?.cancel()
    throw tooLarge(url, maxBytes)
  }
  const chunks: Uint8Array[] = []
  let received = 0
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    received += chunk.value.byteLength
    if (received > maxBytes) {
      await reader?.cancel()
      throw tooLarge(url, maxBytes)
    }
    chunks.push(chunk.value)
    onBytes(received, total)
  }
  return Buffer.concat(chunks)
}
