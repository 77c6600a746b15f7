import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { wrongUse } from '../../diagnostics/index.js'
import {
  targetUrl,
  type HeaderLines,
  headerValue,
  isAcknowledged,
  type RawDelivery,
  type DigestEncoding,
  signedHeaders,
  timestampOf,
  NotAnswered,
  outcomeOf,
  post,
} from '../delivery/delivery.js'
import { typeNamed } from '../events/documents.js'
import type { ListenAnswer } from './server.js'

export interface Targets {
  /** Each target with its kinds; `rest` receives all others. */
  readonly all: readonly { readonly url: string; readonly kinds: readonly string[]; readonly rest: boolean }[]
  readonly urlFor: (type: string | undefined) => string | undefined
}

const isBare = (text: string): boolean => !text.includes('=') || /^[a-z][a-z0-9+.-]*:/i.test(text)

/**
 * Reads `--forward-to`: `URL` for all kinds without a target, `kind=URL` or `kind,kind=URL` for those of the known
 * kinds. A ping without a target goes to the first one, because it is always on (Events, registering).
 * @throws RampartError OPTION_INVALID or WEBHOOK_KIND_UNKNOWN.
 */
export function targetsOf(values: readonly string[], types: readonly string[]): Targets {
  const byKind = new Map<string, string>()
  let rest: string | undefined
  const add = (text: string): string => {
    if (isBare(text)) {
      if (rest !== undefined) throw wrongUse('--forward-to names two URLs without a kind')
      rest = targetUrl('--forward-to', text)
      return rest
    }
    const at = text.indexOf('=')
    const url = targetUrl('--forward-to', text.slice(at + 1))
    for (const name of text.slice(0, at).split(',')) {
      const type = typeNamed(name.trim(), types)
      if (byKind.has(type)) throw wrongUse(`--forward-to names two URLs for ${type}`)
      byKind.set(type, url)
    }
    return url
  }
  const urls = [...new Set(values.map(add))]
  const kindsOf = (url: string): string[] => [...byKind].flatMap(([type, of]) => (of === url ? [type] : []))
  const all = urls.map((url) => ({ url, kinds: kindsOf(url), rest: url === rest }))
  const urlFor = (type: string | undefined): string | undefined => {
    const own = type === undefined ? undefined : byKind.get(type)
    return own ?? rest ?? (type === 'ping' ? urls[0] : undefined)
  }
  return { all, urlFor }
}

/** Targets in a few words. */
export function targetsText({ all }: Targets): string {
  const [first] = all
  if (all.length === 1 && first?.rest === true && first.kinds.length === 0) return first.url
  return all
    .map(({ url, kinds, rest }) => `${[...kinds, ...(rest ? ['the rest'] : [])].join(', ')} to ${url}`)
    .join('; ')
}

export interface ForwardState {
  /** `delivered`: the target answered 2xx. `failed`: it did not; the sender got its response, or else 502. */
  readonly state: 'delivered' | 'failed'
  readonly target: string
  readonly status?: number
  readonly reason?: string
}

/** The outcome of a forwarded delivery, and the response for its sender. */
export interface Forwarded {
  readonly forward: ForwardState
  readonly answer: ListenAnswer
  /** False where there was no connection to the target. */
  readonly isReached: boolean
}

// Headers of one connection (RFC 9110, 7.6.1), and those that the next connection sets itself.
const ofTheConnection: ReadonlySet<string> = new Set(
  `connection content-length expect host keep-alive proxy-authenticate proxy-authorization
   proxy-connection te trailer transfer-encoding upgrade`.split(/\s+/),
)

const passedOn = /^(content-type|location|retry-after)$/i
const largestAnswer = 1024 * 1024

/** Forwards deliveries, each once, to the targets of their kinds. */
export class Forwarder {
  readonly #targets: Targets
  readonly #types: ReadonlySet<string> | undefined
  readonly #timeoutMs: number
  readonly #end = new AbortController()

  /**
   * @param types the types to forward, besides ping; all when it is undefined
   * @param timeout how long a target may take to answer, in seconds
   */
  constructor(targets: Targets, types: ReadonlySet<string> | undefined, timeout: number) {
    this.#targets = targets
    this.#types = types
    this.#timeoutMs = timeout * 1000
    // Every pending request listens to the signal.
    setMaxListeners(0, this.#end.signal)
  }

  /** The target of a kind, if it has one. A ping is always on (Events, registering). */
  urlFor(type: string | undefined): string | undefined {
    const isLeftOut = this.#types !== undefined && type !== 'ping' && !this.#types.has(type ?? '')
    return isLeftOut ? undefined : this.#targets.urlFor(type)
  }

  /** Sends a delivery with the same bytes and headers, except those of the connection. */
  async send(target: string, { headers, body }: RawDelivery): Promise<Forwarded> {
    const lines = headers.filter(([name]) => !ofTheConnection.has(name.toLowerCase()))
    try {
      const limits = { timeoutMs: this.#timeoutMs, most: largestAnswer, signal: this.#end.signal }
      const sent = { headers: lines, body: Buffer.from(body) }
      const { status, ...rest } = await post(sent, { url: new URL(target), ...limits })
      const forward: ForwardState = isAcknowledged({ status })
        ? { state: 'delivered', target, status }
        : { state: 'failed', target, status, reason: outcomeOf({ status, ...rest }) }
      const answer = {
        // A status outside of HTTP cannot be passed on.
        status: status >= 200 && status <= 599 ? status : 502,
        headers: Object.fromEntries(rest.headers.filter(([name]) => passedOn.test(name))),
        ...(status !== 204 && status !== 304 && { body: rest.body }),
      }
      return { isReached: true, forward, answer }
    } catch (error) {
      if (!(error instanceof NotAnswered)) throw error
      const { message: reason, failure } = error
      // Not 2xx, so that the service tries again.
      const body = Buffer.from(`The target of "rampart webhook listen" did not answer: ${reason}.\n`)
      const answer = { status: 502, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
      return { isReached: failure !== 'unreachable', forward: { state: 'failed', target, reason }, answer }
    }
  }

  /** Ends pending requests. */
  close(): void {
    this.#end.abort(new NotAnswered('broken', 'rampart is ending'))
  }
}

/**
 * Headers with a new id, time and signature, like a retry of the service: receivers refuse a signature of more than
 * five minutes. The encoding of the digest and all other headers stay.
 */
export function resigned(headers: HeaderLines, body: Uint8Array, secret: string | Uint8Array): HeaderLines {
  const isBase64 = /^v1=[A-Za-z0-9+/]{43}=$/.test(headerValue(headers, 'webhook-signature') ?? '')
  const encoding: DigestEncoding = isBase64 ? 'base64' : 'hex'
  const timestamp = timestampOf(new Date())
  const fresh = signedHeaders(randomUUID(), { timestamp, body, secret, encoding })
  const others = headers.filter(([name]) => !Object.hasOwn(fresh, name.toLowerCase()))
  const type = headerValue(headers, 'content-type')
  return [...others, ...Object.entries({ ...fresh, ...(type !== undefined && { 'content-type': type }) })]
}
