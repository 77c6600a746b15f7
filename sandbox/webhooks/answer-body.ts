import type { Readable } from 'node:stream'

import { longestStart } from './excerpt.js'

const nothing = Buffer.alloc(0)

/** Maximum of bytes read from a response; only the first ones are kept. */
const longestAnswer = 16 * 2 ** 20

/** The start of a body, and whether it was read completely. */
export interface AnswerBody {
  readonly bytes: Buffer
  readonly ending: 'whole' | 'cut' | 'long'
}

/** Reads a body up to 16 MiB, and keeps its start. Never rejects. */
export function readAnswer(body: Readable): Promise<AnswerBody> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let length = 0
    const settle = (ending: AnswerBody['ending']): void =>
      resolve({
        bytes: parts.length === 0 ? nothing : Buffer.concat(parts).subarray(0, longestStart),
        ending,
      })
    body.on('data', (part: Buffer) => {
      if (length < longestStart) parts.push(part.subarray(0, longestStart - length))
      length += part.length
      if (length <= longestAnswer) return
      settle('long')
      body.destroy()
    })
    body.on('end', () => settle('whole'))
    body.on('error', () => settle('cut'))
    body.on('close', () => settle('cut'))
  })
}
