import { ClientError, type FailedResponse } from './failure.js'
import { Secrets } from './secrets.js'
import { isObject } from '../json.js'
import type { CallResponse } from './types.js'

const longest = 300

// Members with error messages (RFC 9457 and others), the most informative first.
const members = ['message', 'detail', 'title', 'error_description', 'error', 'errors', 'code', 'reason']

const wordsOf = (body: unknown): string => {
  if (typeof body === 'string') return body.trim()
  if (Array.isArray(body)) return body.map(wordsOf).filter(Boolean).join('; ')
  if (!isObject(body)) return ''
  return members.map((name) => wordsOf(body[name])).find(Boolean) ?? ''
}

/**
 * The error of `bodyOf` for an error response: names the operation and the status, and quotes the body. Like
 * its response, it may repeat text of the service.
 */
export class RefusedError extends ClientError {
  override readonly name = 'RefusedError'
  declare readonly response: FailedResponse

  constructor({ operation, httpStatus: status, body, headers }: CallResponse) {
    super('refused', `${status} ${wordsOf(body).slice(0, longest)}`.trim(), {
      operation,
      response: { status, headers: new Secrets().headers(headers), body },
    })
  }
}

type Successful<Given> = Given extends { readonly ok: true; readonly body: infer Body } ? Body : never

/**
 * Returns the body of a successful response, for callers who prefer exceptions.
 * @throws RefusedError for any other response.
 */
export async function bodyOf<Given extends CallResponse>(
  given: Given | Promise<Given>,
): Promise<Successful<Given>> {
  const isSuccess = (response: Given): response is Given & { body: Successful<Given> } => response.ok
  const response = await given
  if (!isSuccess(response)) throw new RefusedError(response)
  return response.body
}
