import type { Result } from '../service/call.js'

/** A response that is ready to be sent, with its serialized body. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export const jsonMediaType = 'application/json; charset=utf-8'

/** Serializes a result, with its content type and the given headers. */
export function toAnswer(result: Result, headers: Readonly<Record<string, string>> = {}): Answer {
  return result.body === undefined
    ? { status: result.status, headers }
    : {
        status: result.status,
        headers: { 'content-type': jsonMediaType, ...headers },
        body: JSON.stringify(result.body),
      }
}

/** A refusal with a plain text body, for the reading in which string bodies are plain text. */
export function toTextAnswer(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: text }
}

type VersionHeaders = Readonly<Record<'x-api-version' | 'vary', string>>

/** The headers of every response below `/api`, except for replays (Versioning 4). */
export function versionHeaders(served: string): VersionHeaders {
  return {
    'x-api-version': served,
    vary: 'X-API-Version',
  }
}
