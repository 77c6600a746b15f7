import { createHmac } from 'node:crypto'
import { layersOf, makeRedactor } from '../../../redaction/index.js'
import type { Delivery, Reply } from '../../delivery/delivery.js'
import type { Exchange } from '../../../conformance/index.js'
import { type DrillRule, type Outcome, outcomeFrom, violation, type Violation } from '../rules/rule.js'

/** A secret or digest found in a text. */
interface Sighting {
  /** Its encoding; undefined for plain text. */
  readonly encoding: string | undefined
  /** The bytes found, read in latin1: all, or the beginning of a digest. */
  readonly shown: string
}

/** Encodings of eight bytes or more; shorter runs reveal nothing, and occur anywhere. */
const encodings = [
  { name: 'hexadecimal', runs: /[\da-f]{2}(?:[ :-]?[\da-f]{2}){7,}/gi, offsets: 2, as: 'hex' },
  { name: 'base64', runs: /[\da-z+/_-]{11,}/gi, offsets: 4, as: 'base64' },
] as const

/** Bytes as JSON prints a Buffer. */
const decimals = /\d{1,3}(?:,\s?\d{1,3}){7,}/g

interface Reading {
  readonly text: string
  readonly encoding: string | undefined
}

// All readings of a text: with its escapes decoded, and the bytes encoded in parts of it, at each offset of a run.
const readingsOf = function* (text: string): Generator<Reading> {
  for (const layer of layersOf(text)) {
    yield { text: layer.text, encoding: undefined }
    for (const { name: encoding, runs, offsets, as } of encodings) {
      for (const [run] of layer.text.matchAll(runs)) {
        const letters = as === 'hex' ? run.replaceAll(/[ :-]/g, '') : run
        for (let offset = 0; offset < offsets; offset += 1) {
          const bytes = Buffer.from(letters.slice(offset), as).toString('latin1')
          for (const inner of layersOf(bytes)) yield { text: inner.text, encoding }
        }
      }
    }
    for (const [list] of layer.text.matchAll(decimals))
      yield { text: Buffer.from(list.split(',').map(Number)).toString('latin1'), encoding: 'a list of bytes' }
  }
}

/** The fewest bytes of a digest that are not a coincidence: sixteen hexadecimal digits. */
const telling = 8

const beginningIn = (text: string, digest: string): string => {
  const at = text.indexOf(digest.slice(0, telling))
  if (at < 0) return ''
  let length = telling
  while (length < digest.length && text[at + length] === digest[length]) length += 1
  return digest.slice(0, length)
}

/** The longest beginning, of eight bytes or more, of a digest in a text. Digests are computed for a text that may have one. */
const digestIn = (text: string, digests: () => Iterable<string>): Sighting | undefined => {
  let longest: Sighting | undefined
  for (const reading of readingsOf(text)) {
    // A digest consists of bytes, which a text can only contain in an encoding.
    if (reading.encoding === undefined) continue
    for (const digest of digests()) {
      const shown = beginningIn(reading.text, digest)
      if (shown.length > (longest?.shown.length ?? 0)) longest = { encoding: reading.encoding, shown }
    }
  }
  return longest
}

const bareOf = (secret: string): string => secret.replace(/^whsec_/, '')

/** A missing header, as converted to text in several languages. */
const missing = ['', 'undefined', 'null', 'None']

/** The digests that a receiver may have expected: over timestamp and body, under the secret as text or decoded, in latin1. */
const expectedDigests = ({ headers, body }: Delivery, secret: string): ReadonlySet<string> => {
  const own = headers.filter(([name]) => name.toLowerCase() === 'webhook-timestamp')
  const timestamps = own.length === 0 ? missing : own.map(([, value]) => value)
  const keys = [secret, bareOf(secret), Buffer.from(bareOf(secret), 'base64')]
  const digestOf = (key: string | Buffer, timestamp: string): string =>
    createHmac('sha256', key).update(timestamp, 'latin1').update(body).digest().toString('latin1')
  return new Set(keys.flatMap((key) => timestamps.map((timestamp) => digestOf(key, timestamp))))
}

interface SoughtSecret {
  /** The secret as bytes read in latin1, with and without its prefix, decoded, and the beginning of a long one. */
  readonly forms: readonly string[]
  /** A word may occur in any sentence, so in plain text it counts only as a whole value. */
  readonly isWord: boolean
}

const fewestLetters = 8
/** The length of a beginning of a secret that no text has by chance, and that masks do not show. */
const beginning = 12
const longestWord = 15

/** Prepares a secret for the search; undefined for one so short that it occurs by chance. */
const soughtSecret = (secret: string): SoughtSecret | undefined => {
  if (secret.length < fewestLetters) return undefined
  const bare = bareOf(secret)
  const decoded = bare === secret ? '' : Buffer.from(bare, 'base64').toString('latin1')
  const begun = bare.length < 2 * beginning ? '' : bare.slice(0, beginning)
  const forms = [secret, Buffer.from(secret).toString('latin1'), bare, decoded, begun]
  return {
    forms: [...new Set(forms)].filter(({ length }) => length >= fewestLetters),
    isWord: !/\d/.test(secret) && secret.length <= longestWord,
  }
}

const isValue = (text: string, at: number, length: number): boolean =>
  /(?:^|["'`=]|[:=]\s?)$/.test(text.slice(0, at)) && /^(?:$|["'`&;,<)}\]\s])/.test(text.slice(at + length))

const secretIn = (text: string, { forms, isWord }: SoughtSecret): Sighting | undefined => {
  for (const reading of readingsOf(text)) {
    const lower = reading.text.toLowerCase()
    for (const form of forms) {
      const at = lower.indexOf(form.toLowerCase())
      if (at < 0) continue
      const { encoding } = reading
      const isSeen = encoding !== undefined || !isWord || isValue(reading.text, at, form.length)
      if (isSeen) return { encoding, shown: form }
    }
  }
  return undefined
}

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

interface Leak {
  readonly kind: 'secret' | 'digest' | 'trace'
  /** The location in the response, such as `the header x-debug`. */
  readonly where: string
  /** The encoding of a secret or digest; undefined for plain text. For a trace its language, or `path`. */
  readonly encoding: string | undefined
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

/** Watches every exchange for leaks: of the secret, the expected digest, or traces of code. */
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
    const reason = 'a secret of fewer than 8 letters can occur in a text by chance'
    if (kind === 'secret' && this.#sought === undefined) return { state: 'not-applicable', reason }
    return outcomeFrom(this.leaks.filter((leak) => leak.kind === kind).map(leakShown))
  }

  /** Searches a response. @returns the exchange without the leaks */
  see(delivery: Delivery, reply: Reply, exchange: Exchange): Exchange {
    const sent = [exchange.request.url, ...delivery.headers.flat(), delivery.body.toString('utf8')].join('\n')
    // Computed only for suspicious responses.
    let computed: ReadonlySet<string> | undefined
    const digests = (): ReadonlySet<string> => (computed ??= expectedDigests(delivery, this.#secret))
    const texts = textsOf(reply)
    const found = texts.flatMap(({ where, text }) => {
      const [secret, digest] = [this.#secretIn(text, sent), this.#digestIn(text, sent, digests)]
      return [
        ...(secret ? [{ kind: 'secret' as const, where, sighting: secret }] : []),
        ...(digest ? [{ kind: 'digest' as const, where, sighting: digest }] : []),
      ]
    })
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
    if (!this.#leaks.has(key)) this.#leaks.set(key, { kind, where, exchange, encoding })
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
