import { type Bytes, concatenated } from './bytes.js'

/** The part of a stream of Node's that is needed to read it. */
export interface NodeStream {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  on(event: 'end' | 'close' | 'error', listener: () => void): unknown
}

/** The bytes of a request up to a limit; undefined when there are more, or when they do not all come. */
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
    // Nobody is left to be answered.
    request.on('error', () => resolve(undefined))
    request.on('close', () => resolve(undefined))
  })
}
