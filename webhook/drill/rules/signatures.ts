import { createHash } from 'node:crypto'
import type { Bench, Choice } from '../bench.js'
import type { Fields } from '../delivery.js'
import { type Case, type DrillRule, one } from '../rule.js'

/** Takes headers of one name out. */
export const without =
  (name: string) =>
  (fields: Fields): Fields =>
    fields.filter(([field]) => field !== name)

const chosen = (key: string, says: string, choice: Choice): Case =>
  one(key, says, (bench) => bench.delivery(choice))

const signed = (key: string, says: string, signature: Choice['signature']): Case =>
  chosen(key, says, signature ? { signature } : {})

const digestOf = (signature: string): string => signature.slice('v1='.length)

const cut = (signature: string, letters: number): string => `v1=${digestOf(signature).slice(0, letters)}`

/** Another digest of the same length and encoding. */
const otherDigest = (signature: string, bench?: Bench): string => {
  const other = createHash('sha256').update(bench ? bench.newId() : signature)
  return `v1=${other.digest(digestOf(signature).length === 64 ? 'hex' : 'base64')}`
}

const otherFirst = (signature: string): string => {
  const digest = digestOf(signature)
  return `v1=${digest.startsWith('a') ? 'b' : 'a'}${digest.slice(1)}`
}

const unkeyed = (bench: Bench) => {
  const body = bench.text()
  const timestamp = bench.timestamp()
  const digest = createHash('sha256').update(timestamp).update(body).digest(bench.setting.encoding)
  return bench.delivery({ body, timestamp, signature: () => `v1=${digest}` })
}

const forged: readonly Case[] = [
  signed('random', 'an event with a digest of something else', (right) => otherDigest(right)),
  signed('first-digit', 'an event with one digit of its signature changed', otherFirst),
  signed('zeros', 'an event with a digest of zeros', (right) => `v1=${'0'.repeat(digestOf(right).length)}`),
  one('unkeyed', 'an event with a SHA-256 that needs no secret', unkeyed),
  signed('two-wrong', 'an event with two wrong signatures', (right) =>
    [otherDigest(right), otherFirst(right)].join(','),
  ),
  signed('no-digest', 'an event with a signature that is a word', () => 'v1=undefined'),
]

const missingTimestamp: readonly Case[] = [
  chosen('absent', 'an event without webhook-timestamp', { timestamp: null }),
  one('body-alone', 'an event without webhook-timestamp whose body alone was signed', (bench) =>
    bench.delivery({ timestamp: null, signed: { timestamp: '' } }),
  ),
]

const wrongSecrets = (bench: Bench): Case[] => [
  chosen('other', 'an event signed with another secret', { secret: `rampart-drill-${bench.setting.seed}` }),
  chosen('longer', 'an event signed with the secret and one letter more', {
    secret: `${bench.setting.secret}x`,
  }),
  chosen('empty', 'an event signed with an empty secret', { secret: '' }),
  chosen('undefined', 'an event signed with the word "undefined"', { secret: 'undefined' }),
]

const tamperedTimestamp: readonly Case[] = [
  one('later', 'an event whose timestamp was set a second forward after it was signed', (bench) =>
    bench.delivery({ signed: { timestamp: bench.timestamp(-1) } }),
  ),
  one('refreshed', 'an event of last week with the timestamp of now', (bench) =>
    bench.delivery({ signed: { timestamp: bench.timestamp(-7 * 86_400) } }),
  ),
]

const moved = (
  key: string,
  says: string,
  move: (timestamp: string, body: string) => [string, string],
): Case =>
  one(key, says, (bench) => {
    const right = { timestamp: bench.timestamp(), body: bench.text() }
    const [timestamp, body] = move(right.timestamp, right.body)
    return bench.delivery({ timestamp, body, signed: right })
  })

const movedBoundary: readonly Case[] = [
  moved('digit', 'an event with the last digit of its timestamp moved into the body', (timestamp, body) => [
    timestamp.slice(0, -1),
    `${timestamp.slice(-1)}${body}`,
  ]),
  moved('brace', 'an event with the first letter of its body moved into the timestamp', (timestamp, body) => [
    `${timestamp}${body.slice(0, 1)}`,
    body.slice(1),
  ]),
  moved('body', 'an event with its whole body moved into the timestamp', (timestamp, body) => [
    `${timestamp}${body}`,
    '',
  ]),
]

const mendVerify =
  'Compute HMAC-SHA256 over timestamp and raw body under the secret, and refuse what does not equal the whole signature.'

interface Given {
  readonly name: string
  readonly title: string
  readonly statement: string
  readonly mend?: string
  readonly section?: string
  readonly severity?: 'warning'
  readonly cases: DrillRule extends infer R ? (R extends { cases: infer C } ? C : never) : never
}

const rule = ({ name, section = 'Events, delivery 3', mend = mendVerify, ...given }: Given): DrillRule => ({
  id: `receiver/${name}`,
  section,
  mend,
  due: 'refused',
  ...given,
  severity: given.severity ?? 'error',
})

/** What is not signed rightly has to be refused. */
export const signatureRules: readonly DrillRule[] = [
  rule({
    name: 'missing-signature',
    title: 'An event without a signature is refused',
    statement: 'Without webhook-signature nothing is verified, and nothing is taken.',
    mend: 'Refuse deliveries that lack the header, before anything else is looked at.',
    cases: () => [
      chosen('absent', 'an event without webhook-signature', { headers: without('webhook-signature') }),
    ],
  }),
  rule({
    name: 'empty-signature',
    title: 'An empty signature is refused',
    statement: 'A signature without a digest is refused.',
    cases: () => [
      signed('empty', 'an event with an empty webhook-signature', () => ''),
      signed('prefix-alone', 'an event with the signature "v1="', () => 'v1='),
    ],
  }),
  rule({
    name: 'missing-timestamp',
    title: 'An event without a timestamp is refused',
    statement: 'Without webhook-timestamp neither the signature nor the time can be verified.',
    mend: 'Refuse deliveries that lack the header, before anything else is looked at.',
    cases: () => missingTimestamp,
  }),
  rule({
    name: 'wrong-secret',
    title: 'Another secret is refused',
    statement: 'What is signed with another secret, an empty one too, is refused.',
    cases: wrongSecrets,
  }),
  rule({
    name: 'forged-signature',
    title: 'A forged signature is refused',
    statement: 'A signature that is well formed and wrong is refused.',
    cases: () => forged,
  }),
  rule({
    name: 'truncated-signature',
    title: 'A cut signature is refused',
    statement: 'The beginning of the right digest is not the right digest.',
    mend: 'Compare whole digests of equal length, in constant time; never with a test for a beginning.',
    cases: () => [
      signed('half', 'an event with the first half of its signature', (right) => cut(right, 32)),
      signed('eight', 'an event with the first eight digits of its signature', (right) => cut(right, 8)),
      signed('one', 'an event with the first digit of its signature', (right) => cut(right, 1)),
    ],
  }),
  rule({
    name: 'extended-signature',
    title: 'A signature with more behind it is refused',
    section: 'Good practice, from Events, delivery 3',
    statement: 'The right digest with further bytes behind it is no digest of HMAC-SHA256.',
    mend: 'Compare whole digests of equal length.',
    severity: 'warning',
    cases: () => [
      one('longer', 'an event with two bytes more behind its signature', (bench) =>
        bench.delivery({
          signature: (right) => `${right}${bench.setting.encoding === 'hex' ? '0000' : 'AAAA'}`,
        }),
      ),
    ],
  }),
  rule({
    name: 'wrong-prefix',
    title: 'A signature of another scheme is refused',
    section: 'Good practice, from Events, delivery 2 and 3',
    statement:
      'What is not prefixed "v1=" is a signature of another kind, and is not read as one of this kind.',
    mend: 'Take signatures that begin with "v1=" and no others.',
    severity: 'warning',
    cases: () => [
      signed(
        'v2',
        'an event with the signature "v2=" and the right digest',
        (right) => `v2=${digestOf(right)}`,
      ),
    ],
  }),
  rule({
    name: 'tampered-timestamp',
    title: 'A changed timestamp is refused',
    statement: 'The timestamp is signed: one that was changed afterwards is refused.',
    mend: 'Sign the text of webhook-timestamp with the body: the two joined, with nothing between.',
    cases: () => tamperedTimestamp,
  }),
  rule({
    name: 'moved-boundary',
    title: 'The boundary of timestamp and body cannot be moved',
    section: 'Events, delivery 3: nothing between the two',
    statement: 'Text that was moved from body to timestamp or back keeps its digest, and is refused.',
    mend: 'Demand exactly ten digits of webhook-timestamp before any arithmetic.',
    cases: () => movedBoundary,
  }),
]
