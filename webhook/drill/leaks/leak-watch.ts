import type { Exchange } from '../../../conformance/index.js'
import { makeRedactor } from '../../../redaction/index.js'
import type { Delivery, Reply } from '../sending/delivery.js'
import { digestIn, expectedDigests, secretIn, type Sighting, soughtSecret } from './sought.js'
import { traceIn } from './traces.js'

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

const textsOf = ({ statusText = '', headers, body }: Reply) => [
  { where: 'the status text', text: statusText },
  ...headers.flatMap(([name, value]) => [
    { where: 'the name of a header', text: name },
    { where: `the header ${name.toLowerCase()}`, text: value },
  ]),
  { where: 'the body', text: body },
]

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
    const sent = [exchange.request.url, ...delivery.headers.flat(), delivery.body.toString('utf8')].join('\n')
    // Computed only for suspicious responses.
    let computed: ReadonlySet<string> | undefined
    const digests = (): ReadonlySet<string> => (computed ??= expectedDigests(delivery, this.#secret))
    const texts = textsOf(reply)
    const found = texts.flatMap(({ where, text }) =>
      [
        { kind: 'secret' as const, where, sighting: this.#secretIn(text, sent) },
        { kind: 'digest' as const, where, sighting: this.#digestIn(text, sent, digests) },
      ].flatMap(({ sighting, ...rest }) => (sighting === undefined ? [] : [{ ...rest, sighting }])),
    )
    const sightings = found.map(({ sighting }) => sighting)
    const clean = found.length === 0 ? exchange : this.#without(exchange, sightings, digests())
    for (const { kind, where, sighting } of found) this.#note(kind, where, sighting.encoding, clean)
    for (const { where, text } of texts) this.#noteTrace(where, text, sent, clean)
    return clean
  }

  /** A trace in the request may be echoed. */
  #noteTrace(where: string, text: string, sent: string, exchange: Exchange): void {
    // One trace is enough, and debug pages are long.
    if (this.leaks.some(({ kind }) => kind === 'trace')) return
    const language = traceIn(text)
    if (language === undefined || traceIn(sent) !== undefined) return
    this.#note('trace', where, language, exchange)
  }

  #note(kind: Leak['kind'], where: string, encoding: string | undefined, exchange: Exchange): void {
    const key = [kind, where, encoding].join('\n')
    if (this.#leaks.has(key)) return
    this.#leaks.set(key, { kind, where, exchange, ...(encoding !== undefined && { encoding }) })
  }

  /** A digest of which the response shows more than the request did. */
  #digestIn(text: string, sent: string, digests: () => ReadonlySet<string>): Sighting | undefined {
    // A text that recurs in other responses is not the digest of one delivery.
    if (this.#familiar.has(text)) return undefined
    if (text.length <= longestFamiliar && this.#familiar.size < mostFamiliar) this.#familiar.add(text)
    const found = digestIn(text, digests)
    if (found === undefined) return undefined
    return (digestIn(sent, digests)?.shown.length ?? 0) >= found.shown.length ? undefined : found
  }

  #secretIn(text: string, sent: string): Sighting | undefined {
    if (this.#sought === undefined) return undefined
    const found = secretIn(text, this.#sought)
    // The request may be echoed; the URL of a receiver may contain its secret.
    return found === undefined || secretIn(sent, this.#sought) ? undefined : found
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
