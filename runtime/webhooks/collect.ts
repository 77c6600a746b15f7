import { type Bytes, concatenated } from './bytes.js'

/** The part of a Node stream that is needed to read it. */
export interface NodeStream {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  on(event: 'end' | 'close' | 'error', listener: () => void): unknown
}

/** Collects the bytes of a request up to a limit; undefined if there are more, or if the request is incomplete. */
export function collected(request: NodeStream, limit: number): Promise<Bytes | undefined> {
  return new Promise((resolve) => {
    const parts: Uint8Array[] = []
    let length = 0
    request.on('data', (chunk) => {
      length += chunk.length
      if (length <= limit) parts.push(chunk)
      else resolve(undefined)
    })
    request.on('end', () => resolve(concatenated(parts)))
    // The connection is gone, so no response is needed.
    request.on('error', () => resolve(undefined))
    request.on('close', () => resolve(undefined))
  })
}
