import { ClientError, type FailedAnswer } from './failure.js'
import { Secrets } from './secrets.js'
import { isObject } from '../json.js'
import type { CallAnswer } from './types.js'

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
  declare readonly answer: FailedAnswer

  constructor({ operation, httpStatus: status, body, headers }: CallAnswer) {
    super('refused', `${status} ${wordsOf(body).slice(0, longest)}`.trim(), {
      operation,
      answer: { status, headers: new Secrets().headers(headers), body },
    })
  }
}

type Successful<Given> = Given extends { readonly ok: true; readonly body: infer Body } ? Body : never

/**
 * Returns the body of a successful response, for callers who prefer exceptions.
 * @throws RefusedError for any other response.
 */
export async function bodyOf<Given extends CallAnswer>(
  given: Given | Promise<Given>,
): Promise<Successful<Given>> {
  const isSuccess = (answer: Given): answer is Given & { body: Successful<Given> } => answer.ok
  const answer = await given
  if (!isSuccess(answer)) throw new RefusedError(answer)
  return answer.body
}
