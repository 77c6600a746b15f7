import { failure, type Reply, type Run } from './attempt.js'
import { Unreadable } from './body.js'
import type { FailureDetails, FailureKind } from './failure.js'
import { isObject } from './serialize.js'
import type { CallAnswer } from './untyped.js'

const isVersionError = (body: unknown): boolean =>
  isObject(body) && body['error'] === 'unsupported_api_version'

/**
 * Makes of a reply the answer that the document describes.
 * @throws ClientError for a reply that the document does not describe, or that is of another version.
 */
export async function conclude(run: Run, { response, body }: Reply): Promise<CallAnswer> {
  const {
    service: { versionHeader, judge },
    id,
    operation,
    prepared,
    options,
    request,
  } = run
  const { status, headers } = response
  const fail = (kind: FailureKind, message: string, details?: Partial<FailureDetails>) =>
    failure(run, kind, message, {
      answer: {
        status,
        headers: prepared.secrets.headers(headers),
        body: prepared.secrets.body(body instanceof Unreadable ? body.text : body),
      },
      ...details,
    })
  const statuses = operation.statuses.split(' ')
  const range = `${status}`.replace(/..$/, 'XX')
  // In the order in which they count: statuses, then ranges, then `default`. What a browser hides of a redirect is 0.
  const entry = statuses.find(
    (known) => status && [`${status}`, range, 'DEFAULT'].includes(known.replace('-', '').toUpperCase()),
  )
  if (!entry) {
    const isRedirect = status < 400 && status !== 304 && (status > 299 || !status)
    if (isRedirect) throw fail('redirect', 'redirects are not followed')
    throw fail('undocumented', `the status ${status} is not documented`)
  }
  const type = headers.get('content-type') ?? ''
  const mayBeEmpty = operation.method === 'HEAD' || /-$|^(204|205|304)/.test(entry)
  // A gateway's page is not the answer, whatever its status. A text may be sent as it is.
  const isForeign = type && !operation.accept && !/json|^text\/plain/i.test(type)
  if (body instanceof Unreadable || (!mayBeEmpty && (body === undefined || isForeign)))
    throw fail('unreadable', `the body of the ${status} is ${body ? 'not JSON' : 'missing'}`)
  const requested = prepared.version
  const { echo = 'check', validate } = { ...options, ...request }
  if (versionHeader && requested && echo !== 'ignore' && !isVersionError(body)) {
    const served = headers.get(versionHeader) ?? undefined
    const isReplay = operation.idempotency !== undefined
    if (served ? served !== requested : echo === 'require' && !isReplay)
      throw fail('version-mismatch', `asked for ${requested}, served ${served}`, {
        requested,
        served,
      })
  }
  if (validate !== undefined && validate !== 'requests') {
    const problems = await (await judge()).answer(id, status, type, body)
    if (problems.length > 0) throw fail('invalid-answer', `the ${status} is not as documented`, { problems })
  }
  const isSuccess = (known: string): boolean => known.startsWith('2')
  const isDefault = entry.startsWith('d') && !statuses.some(isSuccess)
  const ok = isSuccess(isDefault ? `${status}` : entry)
  return {
    status: Number.parseInt(entry) === status ? status : entry.replace('-', ''),
    httpStatus: status,
    ok,
    body,
    headers,
  }
}
