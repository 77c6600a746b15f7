import { createHash } from 'node:crypto'
import { type DeliveryChoice, DeliveryFactory } from '../sending/delivery.js'
import { type CaseRow, drillRule, type DrillRule, refused, taken } from './rule.js'

/** A signature without its prefix. */
const digestOf = (signature: string): string => signature.slice('v1='.length)

/** Another digest of the same length and encoding. */
const otherDigest = (signature: string): string => {
  const other = createHash('sha256').update(signature)
  return `v1=${other.digest(digestOf(signature).length === 64 ? 'hex' : 'base64')}`
}

type Signature = NonNullable<DeliveryChoice['signature']>

const signed = (signature: Signature): DeliveryChoice => ({ signature })

const cutDigest = (letters: number): DeliveryChoice =>
  signed((right) => `v1=${digestOf(right).slice(0, letters)}`)

const prefixed = (prefix: string): DeliveryChoice => signed((right) => prefix + digestOf(right))

const otherFirst = (signature: string): string => {
  const digest = digestOf(signature)
  return `v1=${digest.startsWith('a') ? 'b' : 'a'}${digest.slice(1)}`
}

const otherLast = (signature: string): string => {
  const at = signature.endsWith('=') ? -2 : -1
  return `${signature.slice(0, at)}${signature.at(at) === 'a' ? 'b' : 'a'}${signature.slice(at).slice(1)}`
}

const unkeyed = (factory: DeliveryFactory): DeliveryChoice => {
  const [body, timestamp] = [factory.text(), factory.timestamp()]
  const digest = createHash('sha256').update(timestamp).update(body).digest(factory.settings.encoding)
  return { body, timestamp, signature: () => `v1=${digest}` }
}

/** Receivers with a handler for each kind of event may forget to verify in one of them. */
const forgedOf = (kind: string): CaseRow => [
  `an event of kind ${kind} with a digest of something else`,
  (factory) => ({ body: factory.text(kind), signature: otherDigest }),
  'kind-unverified: Your receiver acknowledges some kinds of events without verifying them:',
]

const mostTries = 2048

/** A new valid event whose digest begins with a letter: about one in 16 does, one in 64 in base64. */
const beginsWith =
  (letter: string) =>
  (factory: DeliveryFactory): DeliveryChoice => {
    // A separate factory, because the number of tries is random and must not change the ids of later deliveries.
    const seed = Number.parseInt(factory.newId().slice(-12), 16)
    const own = new DeliveryFactory({ ...factory.settings, seed })
    for (let tries = 1; ; tries += 1) {
      const [body, timestamp] = [own.text(), own.timestamp()]
      const { headers } = own.delivery({ body, timestamp })
      if (tries === mostTries || headers.some(([, value]) => value.startsWith(`v1=${letter}`)))
        return { body, timestamp }
    }
  }

/** Text moved between timestamp and body, which leaves the digest unchanged. */
const movedText =
  (move: (timestamp: string, body: string) => readonly [string, string]) =>
  (factory: DeliveryFactory): DeliveryChoice => {
    const right = { timestamp: factory.timestamp(), body: factory.text() }
    const [timestamp, body] = move(right.timestamp, right.body)
    return { timestamp, body, signed: right }
  }

const fixVerify =
  'Compute HMAC-SHA256 with the secret over timestamp and raw body, and refuse a delivery unless the whole signature is equal.'
const fixHeader = 'Refuse deliveries without the header before you read anything else.'
const fixPrefix = 'Refuse signatures that do not begin with "v1=", and remove exactly these three characters.'
const fixDigits =
  'Remove "v1=" as a whole (removeprefix), not all of some letters (lstrip), and print each byte of a digest with two digits.'

/** Rules that a receiver which refuses some right signatures breaks by chance. */
const acceptances =
  'every-* missing-prefix forged-first same-moment duplicate out-of-order unknown-* raw-* non-ascii recent clock-ahead tolerance-inside content-type header-case slow-body split-letters keep-alive steady window#container'

/** Right signatures must be accepted, and wrong ones refused. */
export const signatureRules: readonly DrillRule[] = [
  drillRule(
    `every-digest | error | Events, delivery 2 and 3
     The prefix "v1=" is removed once and as a whole, so that a digest that begins with 1 keeps its first digit.
     ${fixDigits}`,
    taken({
      one: [
        'an event whose digest begins with "1"',
        beginsWith('1'),
        'prefix-letters: Your receiver removes more than the prefix from some signatures, and so refuses about one in sixteen valid events.',
      ],
      zero: [
        'an event whose digest begins with "0"',
        beginsWith('0'),
        'leading-zeros: Your receiver loses leading zeros of a digest, as printed numbers do, and so refuses about one in sixteen valid events.',
      ],
    }),
    { implies: acceptances },
  ),
  drillRule(
    `missing-signature | error | Events, delivery 3
     A delivery without webhook-signature cannot be verified, and is refused.
     ${fixHeader}
     optional-signature: Your receiver verifies a signature only when there is one: without the header it accepts everything.`,
    refused({ absent: ['an event without webhook-signature', { without: 'webhook-signature' }] }),
    { implies: 'missing-timestamp empty-signature' },
  ),
  drillRule(
    `empty-signature | error | Events, delivery 3
     A signature without a digest is refused.
     ${fixVerify}
     empty-signature: Your receiver accepts a signature without a digest.`,
    refused({
      empty: ['an event with an empty webhook-signature', signed(() => '')],
      'prefix-alone': ['an event with the signature "v1="', signed(() => 'v1=')],
    }),
  ),
  drillRule(
    `missing-timestamp | error | Events, delivery 3
     A delivery without webhook-timestamp cannot be verified, and is refused.
     ${fixHeader}
     optional-timestamp: Your receiver accepts events without a timestamp.`,
    refused({
      absent: ['an event without webhook-timestamp', { timestamp: null }],
      'body-alone': [
        'an event without webhook-timestamp whose body alone was signed',
        { timestamp: null, signed: { timestamp: '' } },
      ],
    }),
    { implies: 'malformed-timestamp#empty' },
  ),
  drillRule(
    `wrong-secret | error | Events, delivery 3
     An event signed with another secret, or with an empty one, is refused.
     Verify only with the secret of this webhook, and refuse to start without one.
     guessable-secret: Your receiver accepts events that are signed with another secret:`,
    refused(({ settings: { seed, secret } }) => ({
      other: ['an event signed with another secret', { secret: `rampart-drill-${seed}` }],
      longer: ['an event signed with the secret and one letter more', { secret: `${secret}x` }],
      empty: ['an event signed with an empty secret', { secret: '' }],
      ...Object.fromEntries(
        ['undefined', 'null', 'None'].map((word) => [
          word,
          [`an event signed with the word "${word}"`, { secret: word }] as const,
        ]),
      ),
    })),
  ),
  drillRule(
    `forged-signature | error | Events, delivery 3
     A well-formed signature that is wrong is refused.
     ${fixVerify}
     weak-comparison: Your receiver accepts some wrong signatures:`,
    refused(({ settings: { kinds } }) => ({
      random: ['an event with a digest of something else', signed(otherDigest)],
      'first-digit': ['an event with one digit of its signature changed', signed(otherFirst)],
      'last-digit': [
        'an event with the last digit of its signature changed',
        signed(otherLast),
        'end-ignored: Your receiver does not compare the end of the digest, as a comparison of numbers or of the first letters does.',
      ],
      zeros: [
        'an event with a digest of zeros',
        signed((right) => `v1=${'0'.repeat(digestOf(right).length)}`),
      ],
      unkeyed: ['an event with a SHA-256 that needs no secret', unkeyed],
      ping: [
        'a ping with a digest of something else',
        (factory) => ({ body: factory.text('ping'), signature: otherDigest }),
        'ping-unverified: Your receiver acknowledges a ping without verifying it.',
      ],
      'unknown-kind': [
        'an event of a kind that does not exist yet, with a digest of something else',
        (factory) => ({
          body: JSON.stringify({ ...factory.event(), type: 'rampart_drill_unknown' }),
          signature: otherDigest,
        }),
        'kind-before-signature: Your receiver acknowledges kinds of events that it ignores without verifying them.',
      ],
      half: [
        'an event with half a digest of something else',
        signed((right) => otherDigest(right).slice(0, 35)),
      ],
      'other-type': [
        'an event of type text/plain with a digest of something else',
        { contentType: 'text/plain', signature: otherDigest },
        [
          'type-unverified: Your receiver verifies only deliveries of type application/json, and accepts forged ones of another type, as when a JSON parser verifies.',
          'Verify in the handler, whatever the content type is, or answer 415 to every other type.',
        ],
      ],
      'two-wrong': [
        'an event with two wrong signatures',
        signed((right) => [otherDigest(right), otherFirst(right)].join(',')),
      ],
      'no-digest': ['an event with a signature that is a word', signed(() => 'v1=undefined')],
      ...Object.fromEntries(
        kinds
          .slice(1)
          .flatMap((kind) => (kind === 'ping' ? [] : [[`kind-${kind}`, forgedOf(kind)] as const])),
      ),
    })),
  ),
  drillRule(
    `truncated-signature | error | Events, delivery 3
     A signature that is only the beginning of the right digest is refused.
     Compare whole digests of equal length, in constant time, and never with startsWith.
     prefix-compare: Your receiver accepts the beginning of a digest.`,
    refused({
      half: ['an event with the first half of its signature', cutDigest(32)],
      eight: ['an event with the first eight digits of its signature', cutDigest(8)],
      one: ['an event with the first digit of its signature', cutDigest(1)],
    }),
    {
      // A missing header is read as an empty one.
      implies:
        'missing-signature empty-signature extended-signature malformed-signature forged-signature#(no-digest|last-digit)',
    },
  ),
  drillRule(
    `extended-signature | warning | Good practice, from Events, delivery 3
     A signature with extra bytes after the right digest is refused.
     Compare whole digests of equal length.
     long-signature: Your receiver compares only the beginning of the signature.`,
    refused(({ settings: { encoding } }) => ({
      longer: [
        'an event with its signature and two bytes more',
        signed((right) => `${right}${encoding === 'hex' ? '0000' : 'AAAA'}`),
      ],
    })),
  ),
  drillRule(
    `malformed-signature | error | Events, delivery 3
     A signature with another length, alphabet or form is refused.
     ${fixVerify}
     malformed-signature: Your receiver accepts signatures that are not digests:`,
    refused({
      odd: [
        'an event with its signature cut at its end',
        signed((right) => right.slice(0, right.endsWith('=') ? -3 : -1)),
      ],
      'no-digits': [
        'an event with a signature of letters that are not digits',
        signed((right) => `v1=${'!'.repeat(digestOf(right).length)}`),
      ],
      unicode: [
        'an event with a signature of letters beyond ASCII',
        signed((right) => `v1=${'é'.repeat(digestOf(right).length)}`),
      ],
      'no-equals': ['an event with a signature without "="', signed(() => 'rampart')],
    }),
  ),
  // Removing the prefix only if it is present follows the specification, which does not define values without
  // it.
  drillRule(
    `missing-prefix | warning | Good practice, from Events, delivery 2 and 3
     A digest without the prefix "v1=" is refused, because the service always sends the prefix.
     ${fixPrefix}
     optional-prefix: Your receiver accepts a signature without its prefix "v1=", which the sender always sends.`,
    refused({ bare: ['an event with the right digest and no "v1=" before it', signed(digestOf)] }),
  ),
  drillRule(
    `prefix-case | warning | Good practice, from Events, delivery 2 and 3
     A signature with the prefix "V1=" is refused, because the service sends the prefix in lower case.
     ${fixPrefix}
     prefix-case: Your receiver accepts the prefix "V1=" instead of "v1=".`,
    refused({ capital: ['an event with the signature "V1=" and the right digest', prefixed('V1=')] }),
  ),
  drillRule(
    `wrong-prefix | error | Events, delivery 2 and 3
     A signature with another prefix than "v1=" is refused: it belongs to another scheme, and what is stripped is "v1=".
     ${fixPrefix}
     any-prefix: Your receiver does not check the prefix of the signature: it accepts another one than "v1=".`,
    refused({
      v2: ['an event with the signature "v2=" and the right digest', prefixed('v2=')],
      v0: ['an event with the signature "v0=" and the right digest', prefixed('v0=')],
      sha256: ['an event with the signature "sha256=" and the right digest', prefixed('sha256=')],
    }),
    { implies: 'missing-prefix prefix-case' },
  ),
  drillRule(
    `tampered-timestamp | error | Events, delivery 3
     A timestamp that was changed after signing is refused.
     Compute the signature over the text of webhook-timestamp followed by the body, with nothing in between.
     unsigned-timestamp: Your receiver does not verify that the timestamp is the one that was signed:`,
    refused({
      later: [
        'an event whose timestamp was set a second forward after it was signed',
        (factory) => ({ signed: { timestamp: factory.timestamp(-1) } }),
      ],
      refreshed: [
        'an event of last week with the timestamp of now',
        (factory) => ({ signed: { timestamp: factory.timestamp(-7 * 86_400) } }),
      ],
      'body-alone': [
        'an event whose body alone was signed, with the timestamp of now',
        { signed: { timestamp: '' } },
      ],
    }),
  ),
  drillRule(
    `moved-boundary | error | Events, delivery 3: nothing between the two
     A delivery with text moved between timestamp and body is refused, although its digest is the same.
     Require exactly ten digits in webhook-timestamp before you calculate with it.
     moved-boundary: Your receiver accepts text that was moved between timestamp and body.`,
    refused({
      digit: [
        'an event with the last digit of its timestamp moved into the body',
        movedText((timestamp, body) => [timestamp.slice(0, -1), `${timestamp.slice(-1)}${body}`]),
      ],
      brace: [
        'an event with the first letter of its body moved into the timestamp',
        movedText((timestamp, body) => [`${timestamp}${body.slice(0, 1)}`, body.slice(1)]),
      ],
      body: [
        'an event with its whole body moved into the timestamp, so that its body is empty',
        movedText((timestamp, body) => [`${timestamp}${body}`, '']),
      ],
    }),
  ),
  drillRule(
    `verified-first | error | Events, delivery 3 and 6
     A forged delivery is refused even if its webhook-id or content is known.
     Verify each delivery before you look for duplicates.`,
    refused({
      'same-id': [
        'a forged event under the webhook-id of one that was taken',
        (factory) => {
          const id = factory.newId()
          return [{ id }, { id, signature: otherDigest }]
        },
        'deduplicates-first: Your receiver acknowledges a webhook-id that it has seen without verifying the delivery.',
        { dues: ['taken', 'refused'], prelude: 1 },
      ],
      'same-content': [
        'a forged event with the customer and message of one that was taken',
        (factory) => {
          const body = factory.text()
          return [{ body }, { body, signature: otherDigest }]
        },
        'deduplicates-first: Your receiver acknowledges a content that it has seen without verifying the delivery.',
        { dues: ['taken', 'refused'], prelude: 1 },
      ],
    }),
  ),
  drillRule(
    `forged-first | error | Events, delivery 3 and 5
     A valid event is accepted after a forged one with the same webhook-id or content. Responses do not show whether it is processed.
     Remember a delivery after it was verified and processed, and never before.
     forged-remembered: Your receiver notes an event before it verifies it: after a forged one it refuses the valid one with the same webhook-id or content.`,
    taken({
      'same-id': [
        'a valid event under the webhook-id of a forged one',
        (factory) => {
          const id = factory.newId()
          return [{ id, signature: otherDigest }, { id }]
        },
        undefined,
        { dues: ['open', 'taken'] },
      ],
      'same-content': [
        'a valid event with the customer and message of a forged one',
        (factory) => {
          const body = factory.text()
          return [{ body, signature: otherDigest }, { body }]
        },
        undefined,
        { dues: ['open', 'taken'] },
      ],
    }),
  ),
]
