import { failure, type Reply, type Run } from './attempt.js'
import { Unreadable } from './body.js'
import type { FailureDetails, FailureKind } from './failure.js'
import type { ClientService } from './service.js'
import type { WebHeaders } from './web.js'

/** An answer as the untyped core sees it. */
export interface CallAnswer {
  readonly status: number
  readonly ok: boolean
  readonly body: unknown
  readonly headers: WebHeaders
}

/** How the document describes a status: by its own entry, by its range, or by `default`. */
const entryFor = (statuses: readonly string[], status: number): string | undefined =>
  [`${status}`, `${`${status}`[0]}XX`, 'default'].flatMap((name) =>
    statuses.filter((entry) => entry.replace('-', '') === name),
  )[0]

const isVersionError = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'error' in body && body.error === 'unsupported_api_version'

/**
 * Makes of a reply the answer that the document describes.
 * @throws ClientError for a reply that the document does not describe, or that is of another version.
 */
export async function conclude(
  { versionHeader, judge }: ClientService,
  run: Run,
  { response, body }: Reply,
): Promise<CallAnswer> {
  const { id, operation, prepared, options, request } = run
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
  const entry = entryFor(statuses, status)
  if (!entry) {
    const isRedirect = response.type === 'opaqueredirect' || (status > 299 && status < 400 && status !== 304)
    if (isRedirect)
      throw fail('redirect', 'the service redirects, which is not followed: credentials would go along')
    throw fail('undocumented', `the status ${status} is not documented`)
  }
  const mayBeEmpty = operation.method === 'HEAD' || /-$|^(204|205|304)/.test(entry)
  if (body instanceof Unreadable) throw fail('unreadable', `the body of the ${status} is no JSON`)
  if (body === undefined && !mayBeEmpty) throw fail('unreadable', `the body of the ${status} is empty`)
  const requested = prepared.version
  const { echo = 'check', validate = 'none' } = { ...options, ...request }
  if (versionHeader && requested && echo !== 'ignore' && !isVersionError(body)) {
    const served = headers.get(versionHeader) ?? undefined
    const isMissing = served === undefined && echo === 'require' && !operation.idempotency
    if (isMissing || (served !== undefined && served !== requested))
      throw fail('version-mismatch', `asked for ${requested}, served ${served ?? 'without a version'}`, {
        requested,
        served,
      })
  }
  if (validate === 'responses' || validate === 'both') {
    const problems = await (await judge()).answer(id, status, headers.get('content-type') ?? '', body)
    if (problems.length > 0) throw fail('invalid-answer', `the ${status} is not as documented`, { problems })
  }
  const ok =
    entry === 'default' || entry === 'default-'
      ? status > 199 && status < 300 && !statuses.some((other) => other.startsWith('2'))
      : entry.startsWith('2')
  return { status, ok, body, headers }
}
