import type * as undici from 'undici'
import { codeOf, proxyClosed } from '../../diagnostics/index.js'

/**
 * An agent that sends requests through the proxies of the environment. A proxy that closes the connection when it is
 * asked for the way to a service is an error of the request: undici takes it for a connection that was cut by chance,
 * and connects again without end.
 * @param library undici, which both callers load late
 */
export function proxiesOf(
  library: typeof undici,
  options: undici.EnvHttpProxyAgent.Options = {},
): undici.EnvHttpProxyAgent {
  class ProxyPool extends library.Pool {
    // The agent waits for the promise alone, and gives no callback.
    override connect = (wanted: undici.Dispatcher.ConnectOptions) =>
      super.connect(wanted).catch((cause: unknown) => {
        if (codeOf(cause) !== 'UND_ERR_SOCKET') throw cause
        throw Object.assign(new Error('the proxy closed the connection', { cause }), { code: proxyClosed })
      })
  }
  return new library.EnvHttpProxyAgent({
    ...options,
    clientFactory: (origin, opened) => new ProxyPool(origin, opened),
  })
}
