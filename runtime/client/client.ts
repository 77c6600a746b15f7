import { conclude } from './answer.js'
import { attemptOnce, failure, type Reply, type Run, seen, tell } from './attempt.js'
import { ClientError } from './failure.js'
import type { ClientOptions } from './options.js'
import { prepare } from './request.js'
import { askedDelay, isPassing, isSafe, nextDelay, wait } from './retry.js'
import type { ClientOperation, ClientService } from './service.js'
import type { CallAnswer, CallRequest, UntypedClient } from './untyped.js'

export { ClientError } from './failure.js'

const orFailure = (error: unknown): ClientError => {
  if (error instanceof ClientError) return error
  throw error
}

// Repeated is what can do no harm: safe methods, and requests whose idempotency key makes a repetition a replay.
const repeat = async (run: Run): Promise<Reply> => {
  const { operation, prepared, request, options } = run
  const { retry = {} } = options
  const mayRepeat =
    (operation.idempotency !== undefined || isSafe(operation.method, retry)) &&
    !(prepared.body instanceof ReadableStream)
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(run, attempt).catch(orFailure)
    const isFailure = outcome instanceof ClientError
    const asked = isFailure ? undefined : askedDelay(outcome.response.headers)
    const isWorthIt = mayRepeat && (isFailure || isPassing(outcome.response.status))
    const delay = isWorthIt ? nextDelay(attempt, retry, asked) : undefined
    if (delay === undefined) {
      if (isFailure) throw outcome
      return outcome
    }
    const reason = isFailure ? outcome.kind : `${outcome.response.status}`
    tell(options.onRetry, { ...seen(run, attempt), reason, milliseconds: delay })
    await wait(delay, request.signal, retry)
  }
}

const callOperation = async (
  service: ClientService,
  options: ClientOptions,
  id: string,
  operation: ClientOperation,
  request: CallRequest,
): Promise<CallAnswer> => {
  let url = operation.path
  let headers = {}
  try {
    request.signal?.throwIfAborted()
    const prepared = await prepare(service, options, id, operation, request)
    const run: Run = { service, id, operation, options, request, prepared }
    ;({ url, headers } = seen(run, 0))
    const { validate = options.validate } = request
    if (validate !== undefined && validate !== 'responses') {
      const { contentType } = prepared
      const problems = await (await service.judge()).request(id, { ...request, contentType })
      if (problems.length > 0)
        throw failure(run, 'invalid-request', 'request is not as documented', { problems })
    }
    return await conclude(run, await repeat(run))
  } catch (error) {
    tell(options.onError, { operation: id, method: operation.method, url, headers, error })
    throw error
  }
}

/**
 * Makes a client of what was generated from one document. Credentials stay inside: the client shows nothing of them
 * when it is printed. Needs web standards alone: fetch, URL, Headers, AbortController, crypto.randomUUID.
 */
export function createClient(service: ClientService, options: ClientOptions): UntypedClient {
  return {
    call: async (id, request = {}) => {
      const operation = Object.hasOwn(service.operations, id) ? service.operations[id] : undefined
      if (!operation) throw new ClientError('configuration', 'no such operation', { operation: id })
      return callOperation(service, options, id, operation, request)
    },
  }
}
