import { ClientError } from './failure.js'
import type { ClientOptions } from './options.js'
import type { CallAnswer, CallRequest, UntypedClient } from './untyped.js'

type Maker = (options: ClientOptions) => UntypedClient

/** A client of all versions; each one's table of operations is loaded with its first call. */
export interface UntypedVersionedClient {
  version(version: string): UntypedClient
  call(id: string, request: CallRequest & { readonly version: string }): Promise<CallAnswer>
}

/** Makes a client that pins a version per call, or for all calls of `version(...)`. */
export function createVersionedClient(
  loaders: Readonly<Record<string, () => Promise<Maker>>>,
  options: ClientOptions,
): UntypedVersionedClient {
  const clients = new Map<string, Promise<UntypedClient>>()
  const load = async (version: string, operation: string): Promise<UntypedClient> => {
    const loader = Object.hasOwn(loaders, version) ? loaders[version] : undefined
    if (!loader) throw new ClientError('configuration', `there is no version ${version}`, { operation })
    return (await loader())(options)
  }
  const call = async (version: string, id: string, request?: CallRequest): Promise<CallAnswer> => {
    const client = clients.get(version) ?? load(version, id)
    clients.set(version, client)
    return (await client).call(id, request)
  }
  return {
    version: (version) => ({ call: (id, request) => call(version, id, request) }),
    call: (id, { version, ...request }) => call(version, id, request),
  }
}
