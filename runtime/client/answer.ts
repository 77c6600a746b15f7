import { failure, type Reply, type Run } from './attempt.js'
import { Unreadable } from './body.js'
import type { FailureDetails, FailureKind } from './failure.js'
import type { WebHeaders } from './web.js'

/** An answer as the untyped core sees it. */
export interface CallAnswer {
  readonly status: number | string
  readonly httpStatus: number
  readonly ok: boolean
  readonly body: unknown
  readonly headers: WebHeaders
}

const isVersionError = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'error' in body && body.error === 'unsupported_api_version'

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
  // In the order in which they count: statuses, then ranges, then `default`.
  const range = `${status}`.replace(/..$/, 'XX')
  const entry = statuses.find((known) =>
    [`${status}`, range, 'DEFAULT'].includes(known.replace('-', '').toUpperCase()),
  )
  if (!entry) {
    // A browser shows nothing of a redirect, not even its status.
    const isRedirect = status < 400 && status !== 304 && (status > 299 || status === 0)
    if (isRedirect) throw fail('redirect', 'redirects are not followed: credentials would go along')
    throw fail('undocumented', `the status ${status} is not documented`)
  }
  const mayBeEmpty = operation.method === 'HEAD' || /-$|^(204|205|304)/.test(entry)
  if (body instanceof Unreadable || (body === undefined && !mayBeEmpty))
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
    const problems = await (await judge()).answer(id, status, headers.get('content-type') ?? '', body)
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
