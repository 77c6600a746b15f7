import { type ExchangeResponse, jsonBody } from '../exchange/exchange.js'
import { reasonOf } from '../client/failure.js'
import type { Transport } from '../client/transport.js'
import { RampartError } from '../../diagnostics/index.js'
import { member, textOf } from '../../document/index.js'
import { printable } from '../../reporting/index.js'

/** Where tokens of a scheme are got. */
export interface TokenPlace {
  readonly scheme: string
  readonly baseUrl: string
  /** As the settings name it. */
  readonly configured?: string
  /** As the document names it. */
  readonly documented?: string
  /** Where the document says that an OpenID provider describes itself. */
  readonly discovery?: string
}

const unusable = (scheme: string, message: string, fix?: string): RampartError =>
  new RampartError('CREDENTIALS_UNUSABLE', {
    message: `"${printable(scheme)}": ${message}`,
    ...(fix !== undefined && { fix }),
  })

const nameIt = (scheme: string): string =>
  `Name the URL as auth.${printable(scheme)}.tokenUrl in the config file, if you trust it.`

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Relative URLs of a document are below the API root; some frameworks mean the root of the host. */
const resolved = (scheme: string, text: string, baseUrl: string): readonly URL[] => {
  const bases = [`${baseUrl}/`, new URL('/', baseUrl).href].filter((base) => URL.canParse(text, base))
  const urls = bases.map((base) => new URL(text, base)).filter(({ protocol }) => /^https?:$/.test(protocol))
  if (urls.length === 0) throw unusable(scheme, 'the token URL is no http or https URL', nameIt(scheme))
  return [...new Map(urls.map((url) => [url.href, url])).values()]
}

/** A secret goes to another host only where it cannot be read on the way. */
const requireSafe = (scheme: string, url: URL, baseUrl: string): URL => {
  if (url.protocol === 'https:' || isLoopback(url) || url.origin === new URL(baseUrl).origin) return url
  throw unusable(scheme, `the document has its tokens got without TLS, from ${url.origin}`, nameIt(scheme))
}

const discover = async (place: TokenPlace, discovery: string, transport: Transport): Promise<URL> => {
  const { scheme, baseUrl } = place
  const [url = new URL(baseUrl)] = resolved(scheme, discovery, baseUrl)
  const at = requireSafe(scheme, url, baseUrl)
  const answer = await transport
    .send({ method: 'GET', url: at.href, headers: [['accept', 'application/json']] })
    .catch((error: unknown): ExchangeResponse => ({ status: 0, headers: [], body: reasonOf(error) }))
  const found = textOf(member(answer.status === 200 ? jsonBody(answer) : undefined, 'token_endpoint'))
  if (found === undefined || !URL.canParse(found)) {
    const came = answer.status === 0 ? answer.body : `${answer.status}`
    throw unusable(scheme, `${at.origin}${at.pathname} names no token endpoint (${came})`, nameIt(scheme))
  }
  const endpoint = new URL(found)
  if (endpoint.origin === at.origin || endpoint.origin === new URL(baseUrl).origin) return endpoint
  throw unusable(
    scheme,
    `${at.origin} has its tokens got from another origin, ${endpoint.origin}`,
    nameIt(scheme),
  )
}

/**
 * URLs at which tokens are got, the likeliest first. They are on another origin than the service only where the
 * document or the settings say so.
 * @throws RampartError CREDENTIALS_UNUSABLE.
 */
export async function tokenUrls(place: TokenPlace, transport: Transport): Promise<readonly URL[]> {
  const { scheme, baseUrl, configured, documented, discovery } = place
  if (configured !== undefined) return resolved(scheme, configured, baseUrl)
  if (documented !== undefined) {
    return resolved(scheme, documented, baseUrl).map((url) => requireSafe(scheme, url, baseUrl))
  }
  if (discovery !== undefined) return [await discover(place, discovery, transport)]
  throw unusable(
    scheme,
    'neither the document nor the config file says where tokens are got',
    `Name the URL as auth.${printable(scheme)}.tokenUrl in the config file.`,
  )
}
