import { conclude } from './response.js'
import { attemptOf, attemptOnce, failure, notify, type Reply, type Run } from './attempt.js'
import { ClientError } from './failure.js'
import type { ClientOptions } from './options.js'
import { prepare } from './request.js'
import { askedDelay, isPassing, isSafe, nextDelay, wait } from './retry.js'
import type { ClientOperation, ClientService } from './service.js'
import type { CallResponse, CallRequest, Client } from './types.js'

// Only requests that are safe to repeat are retried: safe methods, and requests with an idempotency key.
const repeat = async (run: Run): Promise<Reply> => {
  const { operation, prepared, request, options } = run
  const { retry = {} } = options
  const mayRepeat =
    (operation.idempotency !== undefined || isSafe(operation.method, retry)) &&
    !(prepared.body instanceof ReadableStream)
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(run, attempt)
    const isFailure = outcome instanceof ClientError
    const asked = isFailure ? undefined : askedDelay(outcome.response.headers)
    const isWorthIt = mayRepeat && (isFailure || isPassing(outcome.response.status))
    const delay = isWorthIt ? nextDelay(attempt, retry, asked) : undefined
    if (delay === undefined) {
      if (isFailure) throw outcome
      return outcome
    }
    const reason = isFailure ? outcome.kind : `${outcome.response.status}`
    notify(options.onRetry, { ...attemptOf(run, attempt), reason, milliseconds: delay })
    await wait(delay, request.signal, retry)
  }
}

const ownValue = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

const sendValidated = async (
  service: ClientService,
  options: ClientOptions,
  operation: ClientOperation,
  request: CallRequest,
): Promise<CallResponse> => {
  const { id, method } = operation
  let url = operation.path
  let headers = {}
  try {
    request.signal?.throwIfAborted()
    const { validators = ownValue(options.validators ?? {}, id), validate = options.validate ?? 'both' } =
      request
    const prepared = await prepare(service, options, operation, request)
    const run: Run = { service, operation, options, request, prepared }
    ;({ url, headers } = attemptOf(run, 0))
    if (!validators && (request.validate ?? options.validate))
      throw failure(run, 'configuration', '"validate" needs "validators"')
    if (validators && validate !== 'responses') {
      const problems = validators.request({ ...request, contentType: prepared.contentType })
      if (problems.length > 0)
        throw failure(run, 'invalid-request', 'request is not as documented', { problems })
    }
    const reply = await repeat(run)
    return conclude(run, reply, validate === 'requests' ? undefined : validators)
  } catch (error) {
    notify(options.onError, { operation: id, method, url, headers, error })
    throw error
  }
}

/**
 * Creates the client of one generated version. Printing the client does not reveal its credentials. Requires
 * only web standards: fetch, URL, Headers, AbortController, crypto.randomUUID.
 */
export function createClient<Version extends string>(
  service: ClientService<Version>,
  options: ClientOptions,
): Client<Version> {
  return {
    version: service.version,
    send: (operation, request = {}) => sendValidated(service, options, operation, request),
  }
}

/**
 * Looks up the function of an operation by name.
 * @throws ClientError `configuration` when there is none.
 */
export function operationOf<Call>(table: Readonly<Record<string, Call>>, id: string): Call {
  const call = ownValue(table, id)
  if (!call) throw new ClientError('configuration', 'no such operation', { operation: id })
  return call
}
