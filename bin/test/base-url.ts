import type { CommandContext } from '../process/context.js'
import { RampartError } from '../../diagnostics/index.js'
import { isObject, listOf, resolvePath } from '../../document/index.js'
import { baseUrlOf } from '../input/service-urls.js'

/** Milliseconds that these requests may take together. */
const probeMs = 3_000

/** The status of the response to a path; undefined where there is none. */
const statusOf = async (url: string, signal: AbortSignal): Promise<number | undefined> => {
  const response = await fetch(url, { redirect: 'manual', signal }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status
}

/**
 * Of several API roots, the first one below which a path of the document answers other than 404. Sends
 * nothing when there is only one root, and no credentials.
 * @param paths paths of operations that read and need nothing
 */
export async function reachableRoot(
  roots: readonly string[],
  paths: () => readonly string[],
  { signal }: Pick<CommandContext, 'signal'>,
): Promise<string> {
  const [first = '', ...others] = roots
  if (others.length === 0) return first
  const ends = AbortSignal.any([signal, AbortSignal.timeout(probeMs)])
  for (const path of paths()) {
    for (const root of roots) {
      const status = await statusOf(`${root}${path}`, ends)
      if (status !== undefined && status !== 404) return root
    }
  }
  return first
}

type Document = Readonly<Record<string, unknown>>

/** The URL of a server with the defaults of its variables; undefined where one has none. */
const serverUrl = (server: unknown): string | undefined => {
  const url = resolvePath(server, ['url'])
  if (typeof url !== 'string') return undefined
  const variables = resolvePath(server, ['variables'])
  const filled = url.replaceAll(/\{([^{}]+)\}/g, (text, name: string) => {
    const value = resolvePath(isObject(variables) ? variables[name] : undefined, ['default'])
    return typeof value === 'string' ? value : text
  })
  return /[{}]/.test(filled) ? undefined : filled
}

/** URLs of the servers of a document; without any there is the root of the host. */
const serversOf = (document: Document): readonly string[] => {
  const servers = listOf(document['servers'])
  return servers.length === 0 ? ['/'] : servers.flatMap((server) => serverUrl(server) ?? [])
}

/** The origin of a document that came from a URL; undefined for a file. */
export function originOf(file: string): string | undefined {
  return /^https?:/i.test(file) && URL.canParse(file) ? new URL(file).origin : undefined
}

// The address of cloud metadata services, which return keys.
const isInternal = ({ hostname }: URL): boolean =>
  /^169\.254\.|^\[(?:fe[89ab]|::ffff:a9fe:|fd00:ec2::254\])|^100\.100\.100\.200$|^metadata(?:\.google\.internal)?\.?$/.test(
    hostname,
  )

const baseUrlError = (message: string, fix: string): RampartError =>
  new RampartError('OPTION_INVALID', { message, fix })

const otherwise = 'set RAMPART_BASE_URL, or put baseUrl into rampart.config.ts'

/** The error for a document whose servers need permission, with the option that allows the first one. */
const unconfirmed = (file: string, server: URL | undefined): RampartError => {
  const none = 'no base URL was given'
  if (server === undefined)
    return baseUrlError(
      `${none}, and ${file} names no server that could be called`,
      `Pass --base-url URL, ${otherwise}.`,
    )
  const what =
    originOf(file) === undefined
      ? 'a file does not decide where requests go'
      : 'that is another origin than its own'
  if (isInternal(server))
    return baseUrlError(
      `${none}, and ${file} names the server ${server.href}, which is an internal address`,
      `Pass --base-url with the address of the service, ${otherwise}.`,
    )
  return baseUrlError(
    `${none}; ${file} names the server ${server.href}, and ${what}`,
    `If requests and credentials may go there, pass --base-url ${server.href}, ${otherwise}.`,
  )
}

const urlsOf = (servers: readonly string[], base: string | undefined): readonly URL[] =>
  servers.flatMap((server) => (URL.canParse(server, base) ? [new URL(server, base)] : []))

/**
 * API roots that a document may describe, the likeliest first: the given one, and the given one with the path of the
 * document's server. Without a given one, the document's first server on the origin that the document came from,
 * because a document must not send requests and credentials elsewhere.
 * @param file path or URL that the document came from
 * @throws RampartError OPTION_INVALID.
 */
export function candidateUrls(
  given: string | undefined,
  file: string,
  document: Document,
): readonly string[] {
  const servers = serversOf(document)
  if (given === undefined || given === '') {
    const origin = originOf(file)
    const urls = urlsOf(servers, origin && file).filter(({ protocol }) => /^https?:$/.test(protocol))
    const own = origin && urls.find((url) => url.origin === origin)
    if (!own) throw unconfirmed(file, urls[0])
    return [baseUrlOf(own.href)]
  }
  const root = baseUrlOf(given)
  const [server] = urlsOf(servers, root)
  const below = (server?.pathname ?? '/').replace(/\/+$/, '')
  return new URL(root).pathname === '/' && below !== '' ? [root, `${root}${below}`] : [root]
}
