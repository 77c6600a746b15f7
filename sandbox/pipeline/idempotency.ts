import type { Table } from '../primitives/table.js'
import type { Answer } from './answer.js'

/** A response, and whether it is a replay of the response to the first request with its key. */
export interface Outcome {
  readonly answer: Answer
  readonly replay: boolean
}

/** Responses by partner, operation and key. */
export interface IdempotencyStore {
  /**
   * Runs `execute` once per key, even for concurrent requests: the others get the first one's response. A response of
   * 500 or above is shared with requests that wait for it, but not stored.
   */
  readonly once: (key: string, execute: () => Promise<Answer>) => Promise<Outcome>
}

/** An idempotency store, with completed responses in a table. */
export function createIdempotency(answers: Table<Answer>): IdempotencyStore {
  const running = new Map<string, Promise<Answer>>()
  return {
    once: async (key, execute) => {
      const earlier = answers.get(key) ?? running.get(key)
      if (earlier !== undefined) return { answer: await earlier, replay: true }
      const first = execute()
      running.set(key, first)
      try {
        const answer = await first
        if (answer.status < 500) answers.set(key, answer)
        return { answer, replay: false }
      } finally {
        running.delete(key)
      }
    },
  }
}

/**
 * The replay of a response: the stored status and body without the stored headers (Idempotency). The content type is
 * kept because it describes the body; `Vary` is kept in one reading of the specification.
 */
export function replayOf({ status, headers, body }: Answer, keepsVary: boolean): Answer {
  const { 'content-type': mediaType, vary } = headers
  return {
    status,
    headers: {
      ...(mediaType === undefined ? {} : { 'content-type': mediaType }),
      ...(keepsVary && vary !== undefined ? { vary } : {}),
    },
    ...(body === undefined ? {} : { body }),
  }
}
