import { setTimeout } from 'node:timers/promises'

import type { Table } from '../primitives/table.js'
import type { Answer } from './answer.js'

/** An answer together with whether it was given before, to the first request with its key. */
export interface Outcome {
  readonly answer: Answer
  readonly replay: boolean
}

/** Answers by partner, operation and key. */
export interface IdempotencyStore {
  /**
   * Runs `execute` once for a key, however many requests carry the key and however close they come: the others get
   * the first one's answer. An answer of 500 or above is shared by those who wait for it and then forgotten.
   */
  readonly once: (key: string, execute: () => Promise<Answer>) => Promise<Outcome>
}

/** Idempotency records; those of requests that are answered are kept in a table. */
export function createIdempotency(
  answers: Table<Answer>,
  isOff: (promise: string) => boolean = () => false,
): IdempotencyStore {
  const running = new Map<string, Promise<Answer>>()
  const uncoordinated = isOff('idempotency/concurrent')
  return {
    once: async (key, execute) => {
      const earlier = answers.get(key) ?? running.get(key)
      if (earlier !== undefined) return { answer: await earlier, replay: true }
      const first = uncoordinated ? setTimeout(20).then(execute) : execute()
      if (!uncoordinated) running.set(key, first)
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
 * The answer to a retried request: the stored status and body, and of the stored headers none (Idempotency). The content
 * type alone is stated again, since it describes the body that is being sent now; `Vary` stays where the specification is read so.
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
