import {
  conclude,
  attemptOf,
  attemptOnce,
  failure,
  notify,
  type Reply,
  type Run,
  askedDelay,
  isPassing,
  isSafe,
  nextDelay,
  wait,
} from './attempt.js'
import { ClientError } from './failure.js'
import type {
  ClientOptions,
  ClientOperation,
  ClientService,
  CallResponse,
  CallRequest,
  Client,
} from './types.js'
import { prepare } from './request.js'

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

/** The generated client of one version. */
interface ClientModule {
  readonly createClient: (options: ClientOptions) => Client
  readonly call: (client: Client, id: string, request?: CallRequest) => Promise<CallResponse>
}

/** A client of all versions, without types of operations. */
interface UntypedVersionedClient {
  version(version: string): Client
  call(id: string, request: CallRequest & { readonly version: string }): Promise<CallResponse>
}

/**
 * Creates a client of all versions, whose modules are loaded on first use: `call` takes the version of each call, and
 * `version` returns a client for the functions of one version.
 */
export function createVersionedClient(
  loaders: Readonly<Record<string, () => Promise<ClientModule>>>,
  options: ClientOptions,
): UntypedVersionedClient {
  const opened = new Map<string, Promise<readonly [ClientModule, Client]>>()
  const open = async (version: string, operation: string): Promise<readonly [ClientModule, Client]> => {
    const loader = Object.hasOwn(loaders, version) ? loaders[version] : undefined
    if (!loader) throw new ClientError('configuration', `there is no version ${version}`, { operation })
    const module = await loader()
    return [module, module.createClient(options)]
  }
  const openOnce = (version: string, operation: string): Promise<readonly [ClientModule, Client]> => {
    const known = opened.get(version) ?? open(version, operation)
    opened.set(version, known)
    // A module that could not be loaded may be there later.
    known.catch(() => opened.delete(version))
    return known
  }
  return {
    version: (version) => ({
      version,
      send: async (operation, request) => {
        const [, client] = await openOnce(version, operation.id)
        return client.send(operation, request)
      },
    }),
    call: async (id, { version, ...request }) => {
      const [{ call }, client] = await openOnce(version, id)
      return call(client, id, request)
    },
  }
}
