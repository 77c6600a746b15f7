import type { Result } from '../service/call.js'

/** An answer that is ready to be sent: the body is what goes over the wire. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export const jsonMediaType = 'application/json; charset=utf-8'

/** A result as text, with its content type and the headers given. */
export function toAnswer(result: Result, headers: Readonly<Record<string, string>> = {}): Answer {
  return result.body === undefined
    ? { status: result.status, headers }
    : {
        status: result.status,
        headers: { 'content-type': jsonMediaType, ...headers },
        body: JSON.stringify(result.body),
      }
}

/** A refusal whose body is bare text, where that is how string bodies are read. */
export function toTextAnswer(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: text }
}

type VersionHeaders = Readonly<Record<'x-api-version' | 'vary', string>>

/** The headers that every answer below `/api` carries, replays apart (Versioning 4). */
export function versionHeaders(served: string): VersionHeaders {
  return {
    'x-api-version': served,
    vary: 'X-API-Version',
  }
}
