import type { Table } from '../primitives/table.js'
import type { ServedResponse } from './response.js'

/** A response, and whether it is a replay of the response to the first request with its key. */
export interface Outcome {
  readonly response: ServedResponse
  readonly replay: boolean
}

/** Responses by partner, operation and key. */
export interface IdempotencyStore {
  /**
   * Runs `execute` once per key, even for concurrent requests: the others get the first one's response. A response of
   * 500 or above is shared with requests that wait for it, but not stored.
   */
  readonly once: (key: string, execute: () => Promise<ServedResponse>) => Promise<Outcome>
}

/** An idempotency store, with completed responses in a table. */
export function createIdempotency(responses: Table<ServedResponse>): IdempotencyStore {
  const running = new Map<string, Promise<ServedResponse>>()
  return {
    once: async (key, execute) => {
      const earlier = responses.get(key) ?? running.get(key)
      if (earlier !== undefined) return { response: await earlier, replay: true }
      const first = execute()
      running.set(key, first)
      try {
        const response = await first
        if (response.status < 500) responses.set(key, response)
        return { response, replay: false }
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
export function replayOf({ status, headers, body }: ServedResponse, keepsVary: boolean): ServedResponse {
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
