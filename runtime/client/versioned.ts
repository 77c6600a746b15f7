import { ClientError } from './failure.js'
import type { ClientOptions } from './options.js'
import type { CallResponse, CallRequest, Client } from './types.js'

/** The generated client of one version. */
export interface ClientModule {
  readonly createClient: (options: ClientOptions) => Client
  readonly call: (client: Client, id: string, request?: CallRequest) => Promise<CallResponse>
}

/** A client of all versions, without types of operations. */
export interface UntypedVersionedClient {
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
