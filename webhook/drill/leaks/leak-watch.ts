import type { Exchange } from '../../../conformance/index.js'
import { makeRedactor } from '../../../redaction/index.js'
import type { Delivery, Reply } from '../sending/delivery.js'
import { expectedDigests } from './expected-digests.js'
import { traceIn } from './traces.js'
import { digestIn, secretIn, type Sighting, soughtSecret } from './sought.js'

/** A leak in a response. */
export interface Leak {
  readonly kind: 'secret' | 'digest' | 'trace'
  /** The location in the response, such as `the header x-debug`. */
  readonly where: string
  /** The encoding of a secret or digest; undefined for plain text. For a trace its language, or `path`. */
  readonly encoding?: string
  /** The first exchange that shows it, with the leak removed. */
  readonly exchange: Exchange
}

interface Shown {
  readonly where: string
  readonly text: string
}

const textsOf = ({ statusText = '', headers, body }: Reply): Shown[] => [
  { where: 'the status text', text: statusText },
  ...headers.flatMap(([name, value]) => [
    { where: 'the name of a header', text: name },
    { where: `the header ${name.toLowerCase()}`, text: value },
  ]),
  { where: 'the body', text: body },
]

/** A request, with values that are computed only for suspicious responses. */
class Request {
  readonly #delivery: Delivery
  readonly #url: string
  readonly #secret: string
  #digests: ReadonlySet<string> | undefined

  constructor(delivery: Delivery, url: string, secret: string) {
    this.#delivery = delivery
    this.#url = url
    this.#secret = secret
  }

  get text(): string {
    const { headers, body } = this.#delivery
    return [this.#url, ...headers.flat(), body.toString('utf8')].join('\n')
  }

  /** The digests that the receiver may have expected. */
  get digests(): ReadonlySet<string> {
    this.#digests ??= expectedDigests(this.#delivery, this.#secret)
    return this.#digests
  }
}

/** Limits of the texts remembered because they recur in every response, such as a server name. */
const longestFamiliar = 200
const mostFamiliar = 5000

const withheld = '[redacted: this text gives away what it must not]'

/**
 * Watches every exchange of a drill for leaks: the receiver's secret, the digest that it expected, or traces of its
 * code.
 */
export class LeakWatch {
  readonly #secret: string
  readonly #sought: ReturnType<typeof soughtSecret>
  readonly #leaks = new Map<string, Leak>()
  readonly #familiar = new Set<string>()

  /** @param secret the receiver's secret */
  constructor(secret: string) {
    this.#secret = secret
    this.#sought = soughtSecret(secret)
  }

  /** Each leak once, even if several responses show it. */
  get leaks(): readonly Leak[] {
    return [...this.#leaks.values()]
  }

  /** False for a secret that is so short that it occurs by chance. */
  get looksForSecret(): boolean {
    return this.#sought !== undefined
  }

  /** Searches a response. @returns the exchange without the leaks */
  see(delivery: Delivery, reply: Reply, exchange: Exchange): Exchange {
    const request = new Request(delivery, exchange.request.url, this.#secret)
    const found = textsOf(reply).flatMap(({ where, text }) =>
      [
        { kind: 'secret' as const, where, sighting: this.#secretIn(text, request) },
        { kind: 'digest' as const, where, sighting: this.#digestIn(text, request) },
      ].flatMap(({ sighting, ...rest }) => (sighting === undefined ? [] : [{ ...rest, sighting }])),
    )
    const clean = found.length === 0 ? exchange : this.#cleaned(exchange, found, request)
    for (const { kind, where, sighting } of found) this.#note(kind, where, sighting, clean)
    for (const { where, text } of textsOf(reply)) this.#noteTrace(where, text, request, clean)
    return clean
  }

  /** A trace in the request may be echoed. */
  #noteTrace(where: string, text: string, request: Request, exchange: Exchange): void {
    // One trace is enough, and debug pages are long.
    if (this.leaks.some(({ kind }) => kind === 'trace')) return
    const encoding = traceIn(text)
    if (encoding === undefined || traceIn(request.text) !== undefined) return
    this.#note('trace', where, { encoding }, exchange)
  }

  #cleaned(
    exchange: Exchange,
    found: readonly { readonly sighting: Sighting }[],
    request: Request,
  ): Exchange {
    return this.#without(
      exchange,
      found.map(({ sighting }) => sighting),
      request.digests,
    )
  }

  #note(
    kind: Leak['kind'],
    where: string,
    { encoding }: Pick<Sighting, 'encoding'>,
    exchange: Exchange,
  ): void {
    const key = [kind, where, encoding].join('\n')
    if (this.#leaks.has(key)) return
    this.#leaks.set(key, { kind, where, exchange, ...(encoding !== undefined && { encoding }) })
  }

  /** A digest of which the response shows more than the request did. */
  #digestIn(text: string, request: Request): Sighting | undefined {
    // A text that recurs in other responses is not the digest of one delivery.
    if (this.#familiar.has(text)) return undefined
    if (text.length <= longestFamiliar && this.#familiar.size < mostFamiliar) this.#familiar.add(text)
    const shown = digestIn(text, () => request.digests)
    if (shown === undefined) return undefined
    const carried = digestIn(request.text, () => request.digests)
    return (carried?.shown.length ?? 0) >= shown.shown.length ? undefined : shown
  }

  #secretIn(text: string, request: Request): Sighting | undefined {
    if (this.#sought === undefined) return undefined
    const shown = secretIn(text, this.#sought)
    // The request may be echoed; the URL of a receiver may contain its secret.
    return shown === undefined || secretIn(request.text, this.#sought) ? undefined : shown
  }

  #without(exchange: Exchange, found: readonly Sighting[], digests: ReadonlySet<string>): Exchange {
    const whole = (shown: string): string => [...digests].find((one) => one.startsWith(shown)) ?? shown
    const values = found
      .flatMap(({ shown }) => [whole(shown), shown])
      .map((text) => Buffer.from(text, 'latin1'))
      .flatMap((bytes) => [bytes.toString('hex'), bytes.toString('base64')])
    const forms = this.#sought?.forms ?? []
    const redact = makeRedactor([...forms, ...values].map((value) => ({ value, mask: '[redacted]' })))
    const showsSecret = (text: string): boolean =>
      this.#sought !== undefined && secretIn(text, this.#sought) !== undefined
    const clean = (text: string): string => {
      const redacted = redact(text)
      return digestIn(redacted, () => digests) || showsSecret(redacted) ? withheld : redacted
    }
    const { response } = exchange
    const headers = response.headers.map(([name, value]) => [clean(name), clean(value)] as const)
    return { ...exchange, response: { ...response, headers, body: clean(response.body) } }
  }
}
