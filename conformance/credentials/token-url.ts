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
  /** Origin that the document came from; absent for a file. */
  readonly origin?: string
  /** The variable by which the user may name the URL. */
  readonly variable: string
  /** As the settings, or that variable, name it. */
  readonly configured?: string
  /** As the document names it. */
  readonly documented?: string
  /** Where the document says that an OpenID provider describes itself. */
  readonly discovery?: string
}

const unusable = ({ scheme }: TokenPlace, message: string, fix: string): RampartError =>
  new RampartError('CREDENTIALS_UNUSABLE', { message: `"${printable(scheme)}": ${message}`, fix })

/** How the user names a URL for tokens. */
const nameIt = ({ scheme, variable }: TokenPlace, url = 'URL'): string =>
  `${variable}=${url} in the environment, or auth.${printable(scheme)}.tokenUrl in the config file`

/** Relative URLs of a document are below the API root; some frameworks mean the root of the host. */
const resolved = (place: TokenPlace, text: string): readonly URL[] => {
  const { baseUrl } = place
  const bases = [`${baseUrl}/`, new URL('/', baseUrl).href].filter((base) => URL.canParse(text, base))
  const urls = bases.map((base) => new URL(text, base)).filter(({ protocol }) => /^https?:$/.test(protocol))
  if (urls.length === 0)
    throw unusable(place, 'the token URL is no http or https URL', `Set ${nameIt(place)}.`)
  return [...new Map(urls.map((url) => [url.href, url])).values()]
}

const isOwn = ({ origin }: URL, { baseUrl, origin: own }: TokenPlace): boolean =>
  origin === new URL(baseUrl).origin || origin === own

/** A document does not decide that a secret goes to another origin than the service's, or its own: the user does. */
const requireOwn = (place: TokenPlace, url: URL): URL => {
  if (isOwn(url, place)) return url
  throw unusable(
    place,
    `the document has tokens got from ${url.origin}, another origin than the service's`,
    `If its secret may go there, set ${nameIt(place, printable(url.href))}.`,
  )
}

const discover = async (place: TokenPlace, discovery: string, transport: Transport): Promise<URL> => {
  const [at = new URL(place.baseUrl)] = resolved(place, discovery)
  if (!isOwn(at, place))
    throw unusable(
      place,
      `the document has an OpenID provider at ${at.origin}, another origin than the service's`,
      `If its secret may go there, name the provider's token endpoint: set ${nameIt(place)}.`,
    )
  const answer = await transport
    .send({ method: 'GET', url: at.href, headers: [['accept', 'application/json']] })
    .catch((error: unknown): ExchangeResponse => ({ status: 0, headers: [], body: reasonOf(error) }))
  const found = textOf(member(answer.status === 200 ? jsonBody(answer) : undefined, 'token_endpoint'))
  if (found === undefined || !URL.canParse(found)) {
    const came = answer.status === 0 ? answer.body : `${answer.status}`
    const message = `${at.origin}${at.pathname} names no token endpoint (${came})`
    throw unusable(place, message, `Set ${nameIt(place)}.`)
  }
  return requireOwn(place, new URL(found))
}

/**
 * URLs at which tokens are got, the likeliest first: on the origin of the service or of the document, or where the
 * user says.
 * @throws RampartError CREDENTIALS_UNUSABLE, with what to set where the document names another origin.
 */
export async function tokenUrls(place: TokenPlace, transport: Transport): Promise<readonly URL[]> {
  const { configured, documented, discovery } = place
  if (configured !== undefined) return resolved(place, configured)
  if (documented !== undefined) return resolved(place, documented).map((url) => requireOwn(place, url))
  if (discovery !== undefined) return [await discover(place, discovery, transport)]
  const message = 'neither the document nor the settings say where tokens are got'
  throw unusable(place, message, `Set ${nameIt(place)}.`)
}
