import type { Exchange } from '../../../conformance/index.js'
import { layersOf, makeRedactor } from '../../../redaction/index.js'
import { type DrillRule, type Outcome, outcomeFrom, violation, type Violation } from '../rules/rule.js'
import type { Delivery, Reply } from '../../delivery/request.js'
import { digestIn, expectedDigests, secretIn, type Sighting, soughtSecret } from './secret-search.js'

const source = String.raw`[\w.@+~-]+\.(?:[cm]?[jt]sx?|py|rb|php|go|java|kts?|scala|cs|fs|rs|exs?)`

/** Stack frames of several languages, and source files with a line number. */
const traces: readonly (readonly [language: string, RegExp])[] = [
  ['Python', /Traceback \(most recent call last\)|\bFile "[^"\n]{1,300}", line \d+/],
  ['Java', /\bat [\w.$/<>]+\((?:[\w$]+\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)/],
  ['.NET', /\bat [\w.`<>[\]]+\([^()\n]{0,300}\) in [^\n]{1,300}:line \d+/],
  ['Node', /\bat (?:[^\n()]{1,200} \()?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\s()]{1,300}:\d+:\d+/],
  ['Go', /\bgoroutine \d+ \[[^\]\n]{1,60}\]:/],
  ['Ruby', /[\w)]:\d+:in [`'‘]/],
  ['PHP', /\bStack trace:\s+#0 |\.php(?:<\/b>)? on line (?:<b>)?\d+|\.php\(\d+\): /],
  ['Rust', /\bpanicked at [^\n]{1,300}:\d+:\d+/],
]

/** An absolute path that is not part of a URL. */
const path = new RegExp(
  String.raw`(?:^|[\s"'(=\[<>])(?:/[\w.@+~-]+)*/${source}:\d+|[A-Za-z]:(?:\\[\w .@+~-]+)*\\${source}:\d+`,
)

/** The language of a stack trace in a text, or `path` for a source file with a line. */
const traceIn = (text: string): string | undefined => {
  for (const layer of layersOf(text)) {
    const found = traces.find(([, pattern]) => pattern.test(layer.text))
    if (found) return found[0]
    if (path.test(layer.text)) return 'path'
  }
  return undefined
}

export interface Leak {
  readonly kind: 'secret' | 'digest' | 'trace'
  /** The location in the response, such as `the header x-debug`. */
  readonly where: string
  /** The encoding of a secret or digest; undefined for plain text. For a trace its language, or `path`. */
  readonly encoding?: string
  /** The first exchange that shows it, with the leak removed. */
  readonly exchange: Exchange
}

const leakKinds: Readonly<Record<string, Leak['kind']>> = {
  'receiver/secret-in-answer': 'secret',
  'receiver/digest-in-answer': 'digest',
  'receiver/trace-in-answer': 'trace',
}

/** True for rules about leaks in responses, which are judged even if no valid event was acknowledged. */
export function isAboutLeaks({ id }: Pick<DrillRule, 'id'>): boolean {
  return id in leakKinds
}

const leaked = { secret: 'the secret', digest: 'the digest that was expected and not sent' } as const

const leakShown = (leak: Leak): Violation => {
  const { kind, where, encoding } = leak
  if (kind === 'trace') {
    const what = encoding === 'path' ? 'the path of a source file and a line' : `a stack trace of ${encoding}`
    return violation(kind, `${where} of a response shows ${what}`, leak)
  }
  const how = encoding === undefined ? '' : `, as ${encoding}`
  return violation(kind, `${where} of a response shows ${leaked[kind]}${how}`, leak)
}

const textsOf = ({ statusText = '', headers, body }: Reply) => [
  { where: 'the status text', text: statusText },
  ...headers.flatMap(([name, value]) => [
    { where: 'the name of a header', text: name },
    { where: `the header ${name.toLowerCase()}`, text: value },
  ]),
  { where: 'the body', text: body.toString('utf8') },
]

/** Limits of the texts remembered because they recur in every response, such as a server name. */
const longestFamiliar = 200
const mostFamiliar = 5000

const withheld = '[redacted: this text shows a secret]'

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

  /** The leaks, without repetitions. */
  get leaks(): readonly Leak[] {
    return [...this.#leaks.values()]
  }

  judge({ id }: Pick<DrillRule, 'id'>): Outcome {
    const kind = leakKinds[id]
    if (kind === 'secret' && this.#sought === undefined) {
      return {
        state: 'not-applicable',
        reason: 'a secret of fewer than 8 letters can occur in a text by chance',
      }
    }
    return outcomeFrom(this.leaks.filter((leak) => leak.kind === kind).map(leakShown))
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

  /** A digest of which the response shows more than the request. */
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
