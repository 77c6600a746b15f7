import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { EventEmitter } from 'node:events'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import type { Agent } from 'undici'
import {
  isHost,
  isLoopback,
  isPublic,
  literalOf,
  isAllowedHost,
  isAllowedLiteral,
  type ReachableHosts,
} from './url.js'

const longestExcerpt = 1024

/** Maximum of bytes read for that, with a margin so that a secret at the end of an excerpt is recognized. */
export const longestStart = longestExcerpt + 128

/** Characters that are not shown: controls and bidirectional marks. Joiners in emoji and tags in flags are kept. */
const hidden =
  /(?<flag>\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

const plain = /^[ -~]*$/

/** Text with control and bidirectional characters replaced, so that it is safe to show. */
const shownText = (text: string): string =>
  plain.test(text) ? text : text.replaceAll(hidden, (_hit, flag: string | undefined) => flag ?? '\uFFFD')

const withoutSecret = (text: string, secret: string): string => text.replaceAll(secret, '[secret]')

/** Removes the beginning of a secret from the end of a text that was cut there. */
const withoutCutSecret = (text: string, secret: string): string => {
  let length = secret.length - 1
  while (length > 0 && !text.endsWith(secret.slice(0, length))) length -= 1
  return text.slice(0, text.length - length)
}

/** The start of a response as safe text, without the webhook's secret, which a receiver could echo. */
export function excerptOf(bytes: Buffer, secret: string): string {
  if (bytes.length === 0) return ''
  const text = withoutSecret(new TextDecoder().decode(bytes), secret)
  // A mask is shorter than the secret, so masking can move the cut end of the text into the excerpt.
  const whole = bytes.length < longestStart ? text : withoutCutSecret(text, secret)
  return shownText(whole.slice(0, longestExcerpt))
}

export type HeaderLine = readonly [name: string, value: string]

/** Maximum of stored characters of one value, and of all headers together. */
const longestValue = 1024
const longestHeaders = 4096

/** The headers of a response as safe text, without the secret, values and all of them limited. */
export function shownHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  secret: string,
): readonly HeaderLine[] {
  const lines: HeaderLine[] = []
  let room = longestHeaders
  for (const [name, values = []] of Object.entries(headers))
    for (const value of typeof values === 'string' ? [values] : values) {
      const line = [safeText(name, secret), safeText(value, secret)] as const
      room -= line[0].length + line[1].length
      if (room < 0) return lines
      lines.push(line)
    }
  return lines
}

const safeText = (text: string, secret: string): string =>
  shownText(withoutSecret(text, secret).slice(0, longestValue))

/** Resolves a name to all its addresses. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

type Allowed = (address: string) => boolean

class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError'
  readonly code = 'ADDRESS_REFUSED'
}

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true })

/** Public addresses; if loopback is allowed, also loopback ones, and without TLS only those. Allowed hosts may be private. */
const allowedFor = (url: URL, { allowsLoopback, allowedHosts }: ReachableHosts): Allowed => {
  if (isAllowedHost(url, allowedHosts)) return isHost
  if (!allowsLoopback) return isPublic
  return url.protocol === 'https:' ? (address) => isPublic(address) || isLoopback(address) : isLoopback
}

/** A lookup that rejects names with an address that is not permitted: a connection may use any. */
const guardedLookup =
  (resolve: Resolve, isAllowed: Allowed): LookupFunction =>
  (hostname, _options, settle) => {
    const checked = async (): Promise<LookupAddress[]> => {
      const addresses = await resolve(hostname)
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address)))
        throw new AddressRefusedError('the name leads to an address that is not public')
      return [...addresses]
    }
    checked().then(
      (addresses) => settle(null, addresses),
      (reason: unknown) => settle(reason instanceof Error ? reason : new Error(String(reason)), []),
    )
  }

const trust =
  'the certificate is not trusted; for one of your own, start the sandbox with NODE_EXTRA_CA_CERTS=file.pem, the certificate of its issuer'

const words: Readonly<Record<string, string>> = {
  ADDRESS_REFUSED: 'the address is not public',
  ENOTFOUND: 'the host name was not found',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ABORTED: 'no response in time',
  UND_ERR_CONNECT_TIMEOUT: 'no response in time',
  HTTPParserError: 'the response is not HTTP',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the response are too long',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  CERT_REVOKED: 'the certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: trust,
  SELF_SIGNED_CERT_IN_CHAIN: trust,
  UNABLE_TO_GET_ISSUER_CERT: trust,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: trust,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: trust,
  ERR_SSL_WRONG_VERSION_NUMBER: 'the port does not speak TLS, which https:// needs',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the port does not speak TLS, which https:// needs',
}

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'HTTPParserError') return error.name
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** The reason why a request has no response. It contains no text from the endpoint. */
const reasonOf = (error: unknown, wasLate: boolean): string => {
  if (wasLate) return 'no response in time'
  const code = codeOf(error)
  const known = Object.hasOwn(words, code) ? words[code] : undefined
  if (known !== undefined) return known
  const shown = code.replaceAll(/[^\w-]/g, '').slice(0, 60)
  return code.startsWith('ERR_SSL_') ? `TLS failed (${shown})` : `the request failed (${shown})`
}

/** The ends of responses, with the reason why they do not count; `long` ones are not read to their end. */
const endings = {
  whole: undefined,
  cut: 'the response was incomplete',
  late: 'the response was not complete in time',
  long: 'the response is longer than 16 MiB',
}

type Ending = keyof typeof endings

/** The reason why a response does not acknowledge (Delivery 5); `undefined` for a complete 200 in time. */
const failureOf = (status: number, ending: Ending): string | undefined => {
  if (status === 200) return endings[ending]
  return status >= 300 && status < 400
    ? `answered ${status}; redirects are not followed`
    : `answered ${status}; only 200 acknowledges`
}

/** Maximum of bytes read from a response; only the first ones are kept. */
const longestResponse = 16 * 2 ** 20

/** Reads a body up to 16 MiB, and keeps its start. Never rejects. */
const readResponse = (body: Readable): Promise<{ readonly bytes: Buffer; readonly ending: Ending }> =>
  new Promise((resolve) => {
    const parts: Buffer[] = []
    let length = 0
    const settle = (ending: Ending): void => resolve({ bytes: Buffer.concat(parts), ending })
    body.on('data', (part: Buffer) => {
      if (length < longestStart) parts.push(part.subarray(0, longestStart - length))
      length += part.length
      if (length <= longestResponse) return
      settle('long')
      body.destroy()
    })
    body.on('end', () => settle('whole'))
    body.on('error', () => settle('cut'))
    body.on('close', () => settle('cut'))
  })

/** A response, or the reason why there is none. */
interface Outcome {
  readonly status?: number
  readonly failure: string | undefined
  readonly responseHeaders?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly bytes: Buffer
  /** Milliseconds of real time. */
  readonly duration: number
}

export interface DeliveryRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly method?: string
}

interface HttpClientOptions extends ReachableHosts {
  /** Timeout in milliseconds, to the end of the response. */
  readonly timeout: number
  readonly resolve?: Resolve
}

const mostConnections = 64

/** Creates agents on demand, because undici takes longer to load than a sandbox without webhooks takes to start. */
const createAgents = (options: HttpClientOptions) => {
  const { allowedHosts, resolve = systemResolve, timeout } = options
  const agents = new Map<string, Promise<Agent>>()
  const open = async (url: URL): Promise<Agent> => {
    const { Agent } = await import('undici')
    const lookup = guardedLookup(resolve, allowedFor(url, options))
    // Passed to the socket by undici, whose types do not have this option.
    const connect: object = { lookup, timeout }
    // With the selection of families, sockets ask for all addresses of a name.
    const choice = { autoSelectFamily: true, connections: mostConnections }
    return new Agent({ connect, ...choice, headersTimeout: 0, bodyTimeout: 0 })
  }
  return {
    agentFor: (url: URL): Promise<Agent> => {
      // Protocol and host permission determine the permitted addresses, so agents are shared by these.
      const kind = `${url.protocol} ${isAllowedHost(url, allowedHosts)}`
      const agent = agents.get(kind) ?? open(url)
      agents.set(kind, agent)
      return agent
    },
    close: async (): Promise<void> => {
      for (const agent of agents.values()) await (await agent).destroy()
    },
  }
}

const checkLiteral = (url: URL, options: HttpClientOptions): void => {
  const literal = literalOf(url)
  if (literal === undefined || isAllowedLiteral(url, options.allowedHosts)) return
  // Sockets do no lookup for a literal address, so it is checked here.
  if (!allowedFor(url, options)(literal)) throw new AddressRefusedError('the address is not public')
}

/** An HTTP client that only connects to permitted addresses, follows no redirects, and never rejects. */
export function createHttpClient(options: HttpClientOptions) {
  const { agentFor, close } = createAgents(options)
  const send = async (
    request: DeliveryRequest,
    signal: EventEmitter,
    isLate: () => boolean,
  ): Promise<Omit<Outcome, 'duration'>> => {
    const { headers, body, method = 'POST' } = request
    const url = new URL(request.url)
    checkLiteral(url, options)
    const agent = await agentFor(url)
    // The first agent waits for undici to load; an abort before the request begins would be lost.
    if (isLate()) throw new Error('no time was left for the request')
    const path = `${url.pathname}${url.search}`
    const response = await agent.request({ origin: url.origin, path, method, headers, body, signal })
    const { bytes, ending: read } = await readResponse(response.body)
    const ending: Ending = read === 'cut' && isLate() ? 'late' : read
    const { statusCode: status, headers: responseHeaders } = response
    return { status, failure: failureOf(status, ending), responseHeaders, bytes }
  }
  const post = async (request: DeliveryRequest): Promise<Outcome> => {
    const began = performance.now()
    // An EventEmitter, because an AbortSignal takes a considerable part of a delivery's time.
    const late = new EventEmitter()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      late.emit('abort')
    }, options.timeout)
    const took = (): number => Math.round(performance.now() - began)
    try {
      const outcome = await send(request, late, () => isLate)
      return { ...outcome, duration: took() }
    } catch (error) {
      return { failure: reasonOf(error, isLate), bytes: Buffer.alloc(0), duration: took() }
    } finally {
      clearTimeout(timer)
    }
  }
  return { post, close }
}
