import { createHash } from 'node:crypto'
import { type DeliveryChoice, DeliveryFactory } from '../sending/delivery.js'
import { type CaseOptions, type DrillRule, sends, refused, taken } from './rule.js'

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

type Made = Readonly<Record<'id' | 'timestamp' | 'body', string>>

/** A delivery, and one that has something of it. */
const following = (
  [first, options]: readonly [DeliveryChoice, CaseOptions],
  second: (first: Made, other: Made) => DeliveryChoice,
) =>
  sends((factory) => {
    const make = (): Made => ({ id: factory.newId(), timestamp: factory.timestamp(), body: factory.text() })
    const made = make()
    return [{ ...made, ...first }, second(made, make())]
  }, options)

const known = [{}, { dues: ['taken', 'refused'], prelude: 1 }] as const
const forged = [{ signature: otherDigest }, { dues: ['open', 'taken'] }] as const

const fixVerify =
  'Compute HMAC-SHA256 with the secret over timestamp and raw body, and refuse a delivery unless the whole signature is equal.'
const fixHeader = 'Refuse deliveries without the header before you read anything else.'
const fixPrefix = 'Refuse signatures that do not begin with "v1=", and remove exactly these three characters.'
const fixDigits =
  'Remove "v1=" as a whole (removeprefix), not all of some letters (lstrip), and print each byte of a digest with two digits.'

/** Rules that a receiver which refuses some right signatures breaks by chance. */
export const acceptances =
  'every-* missing-prefix forged-first same-moment duplicate out-of-order unknown-* raw-* non-ascii recent clock-ahead tolerance-inside content-type header-case slow-body split-letters keep-alive steady window#container'

/** Right signatures must be accepted, and wrong ones refused. */
export const signatureRules: readonly DrillRule[] = [
  taken(
    {
      one: sends(beginsWith('1'))`
        an event whose digest begins with "1"
        prefix-letters: Your receiver removes more than the prefix from some signatures, and so refuses about one in sixteen valid events.`,
      zero: sends(beginsWith('0'))`
        an event whose digest begins with "0"
        leading-zeros: Your receiver loses leading zeros of a digest, as printed numbers do, and so refuses about one in sixteen valid events.`,
    },
    { implies: acceptances },
  )`
    every-digest | error | Events, delivery 2 and 3
    The prefix "v1=" is removed once and as a whole, so that a digest that begins with 1 keeps its first digit.
    ${fixDigits}`,
  refused(
    {
      absent: sends({ without: 'webhook-signature' })`
        an event without webhook-signature
        optional-signature: Your receiver verifies a signature only when there is one: without the header it accepts everything.`,
      bare: sends({ headers: (fields) => fields.filter(([name]) => !name.startsWith('webhook-')) })`
        an event without webhook-signature, webhook-timestamp and webhook-id
        no-headers: Your receiver accepts deliveries without the headers of webhooks, and does not verify them.`,
    },
    { implies: 'missing-timestamp empty-signature' },
  )`
    missing-signature | error | Events, delivery 3
    A delivery without webhook-signature cannot be verified, and is refused.
    ${fixHeader}`,
  refused({
    empty: sends(signed(() => ''))`an event with an empty webhook-signature`,
    'prefix-alone': sends(signed(() => 'v1='))`an event with the signature "v1="`,
  })`
    empty-signature | error | Events, delivery 3
    A signature without a digest is refused.
    ${fixVerify}
    empty-signature: Your receiver accepts a signature without a digest.`,
  refused(
    {
      absent: sends({ timestamp: null })`an event without webhook-timestamp`,
      'body-alone': sends({ timestamp: null, signed: { timestamp: '' } })`
        an event without webhook-timestamp whose body alone was signed`,
    },
    { implies: 'malformed-timestamp#empty' },
  )`
    missing-timestamp | error | Events, delivery 3
    A delivery without webhook-timestamp cannot be verified, and is refused.
    ${fixHeader}
    optional-timestamp: Your receiver accepts events without a timestamp.`,
  refused(({ settings: { seed, secret } }) => ({
    other: sends({ secret: `rampart-drill-${seed}` })`an event signed with another secret`,
    longer: sends({ secret: `${secret}x` })`an event signed with the secret and one letter more`,
    empty: sends({ secret: '' })`an event signed with an empty secret`,
    ...Object.fromEntries(
      ['undefined', 'null', 'None', 'secret', 'test', 'changeme'].map((word) => [
        word,
        sends({ secret: word })`an event signed with the word "${word}"`,
      ]),
    ),
  }))`
    wrong-secret | error | Events, delivery 3
    An event signed with another secret, or with an empty one, is refused.
    Verify only with the secret of this webhook, and refuse to start without one.
    guessable-secret: Your receiver accepts events that are signed with another secret:`,
  refused(
    ({ settings: { kinds } }) => ({
      random: sends(signed(otherDigest))`an event with a digest of something else`,
      'first-digit': sends(signed(otherFirst))`an event with one digit of its signature changed`,
      'last-digit': sends(signed(otherLast))`
      an event with the last digit of its signature changed
      end-ignored: Your receiver does not compare the end of the digest, as a comparison of numbers or of the first letters does.`,
      zeros: sends(signed((right) => `v1=${'0'.repeat(digestOf(right).length)}`))`
      an event with a digest of zeros`,
      unkeyed: sends(unkeyed)`an event with a SHA-256 that needs no secret`,
      ping: sends((factory) => ({ body: factory.text('ping'), signature: otherDigest }))`
      a ping with a digest of something else
      ping-unverified: Your receiver acknowledges a ping without verifying it.`,
      'unknown-kind': sends({
        event: (event) => ({ ...event, type: 'rampart_drill_unknown' }),
        signature: otherDigest,
      })`
      an event of a kind that does not exist yet, with a digest of something else
      kind-before-signature: Your receiver acknowledges kinds of events that it ignores without verifying them.`,
      half: sends(signed((right) => otherDigest(right).slice(0, 35)))`
      an event with half a digest of something else`,
      'other-type': sends({ contentType: 'text/plain', signature: otherDigest })`
      an event of type text/plain with a digest of something else
      type-unverified: Your receiver verifies only deliveries of type application/json, and accepts forged ones of another type, as when a JSON parser verifies.
      Verify in the handler, whatever the content type is, or answer 415 to every other type.`,
      'no-json': sends({ body: 'no JSON', signature: otherDigest })`
      a body that is not JSON, with a digest of something else
      unparsed-unverified: Your receiver acknowledges a body that it cannot parse, and does not verify it.`,
      'no-body': sends({ body: '', signature: otherDigest })`
      a delivery without a body, with a digest of something else
      empty-unverified: Your receiver acknowledges a delivery without a body, and does not verify it.`,
      'two-wrong': sends(signed((right) => [otherDigest(right), otherFirst(right)].join(',')))`
      an event with two wrong signatures`,
      'no-digest': sends(signed(() => 'v1=undefined'))`an event with a signature that is a word`,
      ...Object.fromEntries(
        // A receiver with a handler for each kind of event may forget to verify in one of them.
        kinds
          .slice(1)
          .filter((kind) => kind !== 'ping')
          .map((kind) => [
            `kind-${kind}`,
            sends((factory) => ({ body: factory.text(kind), signature: otherDigest }))`
            an event of kind ${kind} with a digest of something else`,
          ]),
      ),
    }),
    { implies: 'moved-boundary decoded-body#mark' },
  )`
    forged-signature | error | Events, delivery 3
    A well-formed signature that is wrong is refused.
    ${fixVerify}
    weak-comparison: Your receiver accepts some wrong signatures:`,
  refused(
    {
      half: sends(cutDigest(32))`an event with the first half of its signature`,
      eight: sends(cutDigest(8))`an event with the first eight digits of its signature`,
      one: sends(cutDigest(1))`an event with the first digit of its signature`,
    },
    {
      // A missing header is read as an empty one.
      implies:
        'missing-signature empty-signature extended-signature malformed-signature forged-signature#(no-digest|last-digit)',
    },
  )`
    truncated-signature | error | Events, delivery 3
    A signature that is only the beginning of the right digest is refused.
    Compare whole digests of equal length, in constant time, and never with startsWith.
    prefix-compare: Your receiver accepts the beginning of a digest.`,
  refused(({ settings: { encoding } }) => ({
    longer: sends(signed((right) => `${right}${encoding === 'hex' ? '0000' : 'AAAA'}`))`
      an event with its signature and two bytes more`,
  }))`
    extended-signature | warning | Good practice, from Events, delivery 3
    A signature with extra bytes after the right digest is refused.
    Compare whole digests of equal length.
    long-signature: Your receiver compares only the beginning of the signature.`,
  refused({
    odd: sends(signed((right) => right.slice(0, right.endsWith('=') ? -3 : -1)))`
      an event with its signature cut at its end`,
    'no-digits': sends(signed((right) => `v1=${'!'.repeat(digestOf(right).length)}`))`
      an event with a signature of letters that are not digits`,
    unicode: sends(signed((right) => `v1=${'é'.repeat(digestOf(right).length)}`))`
      an event with a signature of letters beyond ASCII`,
    'no-equals': sends(signed(() => 'rampart'))`an event with a signature without "="`,
  })`
    malformed-signature | error | Events, delivery 3
    A signature with another length, alphabet or form is refused.
    ${fixVerify}
    malformed-signature: Your receiver accepts signatures that are not digests:`,
  // Removing the prefix only if it is present follows the specification, which does not define values without
  // it.
  refused({
    bare: sends(signed(digestOf))`an event with the right digest and no "v1=" before it`,
  })`
    missing-prefix | warning | Good practice, from Events, delivery 2 and 3
    A digest without the prefix "v1=" is refused, because the service always sends the prefix.
    ${fixPrefix}
    optional-prefix: Your receiver accepts a signature without its prefix "v1=", which the sender always sends.`,
  refused({
    capital: sends(prefixed('V1='))`an event with the signature "V1=" and the right digest`,
  })`
    prefix-case | warning | Good practice, from Events, delivery 2 and 3
    A signature with the prefix "V1=" is refused, because the service sends the prefix in lower case.
    ${fixPrefix}
    prefix-case: Your receiver accepts the prefix "V1=" instead of "v1=".`,
  refused(
    {
      v2: sends(prefixed('v2='))`an event with the signature "v2=" and the right digest`,
      v0: sends(prefixed('v0='))`an event with the signature "v0=" and the right digest`,
      sha256: sends(prefixed('sha256='))`an event with the signature "sha256=" and the right digest`,
    },
    { implies: 'missing-prefix prefix-case' },
  )`
    wrong-prefix | error | Events, delivery 2 and 3
    A signature with a prefix other than "v1=" is refused: it belongs to another scheme, and what is stripped is "v1=".
    ${fixPrefix}
    any-prefix: Your receiver does not check the prefix of the signature: it accepts one other than "v1=".`,
  refused({
    later: sends((factory) => ({ signed: { timestamp: factory.timestamp(-1) } }))`
      an event whose timestamp was set a second forward after it was signed`,
    refreshed: sends((factory) => ({ signed: { timestamp: factory.timestamp(-7 * 86_400) } }))`
      an event of last week with the timestamp of now`,
    'body-alone': sends({ signed: { timestamp: '' } })`
      an event whose body alone was signed, with the timestamp of now`,
    aged: sends((factory) => ({ timestamp: -60, signed: { timestamp: factory.timestamp() } }))`
      an event whose timestamp was set back a minute after it was signed`,
  })`
    tampered-timestamp | error | Events, delivery 3
    A timestamp that was changed after signing is refused.
    Compute the signature over the text of webhook-timestamp followed by the body, with nothing in between.
    unsigned-timestamp: Your receiver does not verify that the timestamp is the one that was signed:`,
  refused({
    digit: sends(movedText((timestamp, body) => [timestamp.slice(0, -1), `${timestamp.slice(-1)}${body}`]))`
      an event with the last digit of its timestamp moved into the body`,
    brace: sends(movedText((timestamp, body) => [`${timestamp}${body.slice(0, 1)}`, body.slice(1)]))`
      an event with the first letter of its body moved into the timestamp`,
    body: sends(movedText((timestamp, body) => [`${timestamp}${body}`, '']))`
      an event with its whole body moved into the timestamp, so that its body is empty`,
  })`
    moved-boundary | error | Events, delivery 3: nothing between the two
    A delivery with text moved between timestamp and body is refused, although its digest is the same.
    Require exactly ten digits in webhook-timestamp before you calculate with it.
    moved-boundary: Your receiver accepts text that was moved between timestamp and body.`,
  refused({
    'same-id': following(known, ({ id }) => ({ id, signature: otherDigest }))`
      a forged event under the webhook-id of one that was taken
      deduplicates-first: Your receiver acknowledges a webhook-id that it has seen without verifying the delivery.`,
    'same-content': following(known, ({ body }) => ({ body, signature: otherDigest }))`
      a forged event with the customer and message of one that was taken
      deduplicates-first: Your receiver acknowledges a content that it has seen without verifying the delivery.`,
    'same-signature': following(known, (signed, { body }) => ({ timestamp: signed.timestamp, body, signed }))`
      another event under the signature of one that was taken
      signature-remembered: Your receiver accepts a signature that it has seen with any body.`,
  })`
    verified-first | error | Events, delivery 3 and 6
    A forged delivery is refused even if its webhook-id or content is known.
    Verify each delivery before you look for duplicates.`,
  taken({
    'same-id': following(forged, ({ id }) => ({ id }))`a valid event under the webhook-id of a forged one`,
    'same-content': following(forged, ({ body }) => ({ body }))`
      a valid event with the customer and message of a forged one`,
  })`
    forged-first | error | Events, delivery 3 and 5
    A valid event is accepted after a forged one with the same webhook-id or content. Responses do not show whether it is processed.
    Remember a delivery after it was verified and processed, and never before.
    forged-remembered: Your receiver notes an event before it verifies it: after a forged one it refuses the valid one with the same webhook-id or content.`,
]
