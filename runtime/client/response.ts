import { failure, type Reply, type Run, Unreadable } from './attempt.js'
import type { ClientError, FailureDetails, FailureKind } from './failure.js'
import type { OperationValidators } from '../validators.js'
import type { CallResponse } from './types.js'

/** Creates a failure that includes the response. */
type Fail = (kind: FailureKind, message: string, details?: Partial<FailureDetails>) => ClientError

// In order of precedence: exact statuses, ranges, `default`. Browsers report a hidden redirect as status 0.
const entryOf = (statuses: readonly string[], status: number, fail: Fail): string => {
  const range = `${status}`.replace(/..$/, 'XX')
  const entry = statuses.find(
    (known) => status && [`${status}`, range, 'DEFAULT'].includes(known.replace('-', '').toUpperCase()),
  )
  if (entry) return entry
  const isRedirect = status < 400 && status !== 304 && (status > 299 || !status)
  if (isRedirect) throw fail('redirect', 'redirects are not followed')
  throw fail('undocumented', `the status ${status} is not documented`)
}

const checkVersion = ({ service, operation, prepared, options }: Run, reply: Reply, fail: Fail): void => {
  const { requested } = prepared
  const { echo = 'check' } = options
  const isUnasked = !service.versionHeader || !requested || operation.unechoed || echo === 'ignore'
  if (isUnasked || service.isVersionError?.(reply.body)) return
  const served = reply.response.headers.get(service.versionHeader) ?? undefined
  const isReplay = operation.idempotency !== undefined
  if (served ? served !== requested : echo === 'require' && !isReplay)
    throw fail(
      'version-mismatch',
      `requested ${requested}, served ${served ?? 'none'}; the option "echo" can allow it`,
      { requested, served },
    )
}

/**
 * Converts an HTTP response to the documented one.
 * @throws ClientError for a response that is not documented, or of another version.
 */
export function conclude(run: Run, reply: Reply, validators: OperationValidators | undefined): CallResponse {
  const { operation, prepared } = run
  const { response, body } = reply
  const { status, headers } = response
  const fail: Fail = (kind, message, details) =>
    failure(run, kind, message, {
      response: {
        status,
        headers: prepared.secrets.headers(headers),
        body: prepared.secrets.body(body instanceof Unreadable ? body.text : body),
      },
      ...details,
    })
  const statuses = operation.statuses.split(' ')
  const entry = entryOf(statuses, status, fail)
  const type = headers.get('content-type') ?? ''
  const mayBeEmpty = operation.method === 'HEAD' || /-$|^(204|205|304)/.test(entry)
  // An HTML page of a gateway is not a documented response, whatever its status. Plain text is accepted.
  const isForeign = type && !operation.accept && !/json|^text\/plain/i.test(type)
  if (body instanceof Unreadable || (!mayBeEmpty && (body === undefined || isForeign)))
    throw fail('unreadable', `the body of the ${status} is ${body ? 'not JSON' : 'missing'}`)
  checkVersion(run, reply, fail)
  const problems = validators?.response(status, type, body) ?? []
  if (problems.length > 0) throw fail('invalid-response', `the ${status} is not as documented`, { problems })
  const isSuccess = (known: string): boolean => known.startsWith('2')
  const isDefault = entry.startsWith('d') && !statuses.some(isSuccess)
  return {
    operation: operation.id,
    status: Number.parseInt(entry) === status ? status : entry.replace('-', ''),
    httpStatus: status,
    ok: isSuccess(isDefault ? `${status}` : entry),
    body,
    headers,
  }
}
