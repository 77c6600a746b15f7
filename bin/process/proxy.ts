import { RampartError } from '../../diagnostics/index.js'

/** A proxy would look for these names on its own machine. */
const thisMachine = 'localhost,127.0.0.1,[::1]'

/**
 * Sends requests through the proxies of HTTPS_PROXY and HTTP_PROXY, as curl and npm do, apart from those of NO_PROXY and
 * those to this machine. Node 20 does not do so by itself.
 * @param env the environment of the process, which undici reads
 * @throws RampartError USAGE_INVALID for a variable that is not the URL of a proxy, without its value
 */
export async function useProxies(env: NodeJS.ProcessEnv): Promise<void> {
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].filter((name) => env[name])
  if (names.length === 0) return
  for (const name of names) {
    const text = env[name] ?? ''
    const url = text.includes('://') ? text : `http://${text}`
    if (!/^https?:\/\/./.test(url) || !URL.canParse(url)) {
      const fix = 'Give it as http://proxy.example:3128, or unset it.'
      throw new RampartError('USAGE_INVALID', { message: `${name} is not the URL of a proxy`, fix })
    }
    env[name] = url
  }
  const [undici, { proxiesOf }] = await Promise.all([import('undici'), import('../../conformance/index.js')])
  const without = env['no_proxy'] ?? env['NO_PROXY'] ?? ''
  // The client of a run opens agents of its own, which read the variable as this one does.
  if (without !== '*') env['no_proxy'] = `${thisMachine},${without}`
  undici.setGlobalDispatcher(proxiesOf(undici))
}
