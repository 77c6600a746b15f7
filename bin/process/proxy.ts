/** A proxy would look for these names on its own machine. */
const thisMachine = 'localhost,127.0.0.1,[::1]'

/**
 * Sends requests through the proxies of HTTPS_PROXY and HTTP_PROXY, as curl and npm do, apart from those of NO_PROXY and
 * those to this machine. Node 20 does not do so by itself.
 * @param env the environment of the process, which undici reads
 * @returns the name of a variable that is not the URL of a proxy
 */
export async function useProxies(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].filter((name) => env[name])
  if (names.length === 0) return undefined
  for (const name of names) {
    const text = env[name] ?? ''
    env[name] = text.includes('://') ? text : `http://${text}`
    if (!/^https?:\/\/./.test(env[name]) || !URL.canParse(env[name])) return name
  }
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici')
  const without = env['no_proxy'] ?? env['NO_PROXY'] ?? ''
  // The client of a run opens agents of its own, which read the variable as this one does.
  if (without !== '*') env['no_proxy'] = `${thisMachine},${without}`
  setGlobalDispatcher(new EnvHttpProxyAgent())
  return undefined
}
