import { alone, type Pattern } from './mistake.js'

const refusals = [
  'missing-*',
  'empty-signature#*',
  'wrong-*',
  'forged-signature#*',
  'truncated-signature#*',
  'extended-signature#*',
  'malformed-signature#*',
  'verified-first#*',
  'tampered-*',
  'respelled-body#*',
  'moved-boundary#*',
  'stale-timestamp#*',
  'future-timestamp#*',
  'malformed-timestamp#*',
  'ten-digits#*',
  'tolerance-outside#*',
]

/** Rules that a receiver may fail anywhere when it refuses one right signature in so many. */
const acceptances = [
  'every-*',
  'missing-prefix#*',
  'forged-first#*',
  'same-moment#*',
  'duplicate#*',
  'out-of-order#*',
  'unknown-*',
  'raw-*',
  'non-ascii#*',
  'recent#*',
  'clock-ahead#*',
  'tolerance-inside#*',
  'content-type#*',
  'header-case#*',
  'slow-body#*',
  'split-letters#*',
  'keep-alive#*',
  'steady#*',
  'burst#*',
]

/** Mistakes with signatures, the one that explains most first. */
export const ofSignatures: readonly Pattern[] = [
  {
    name: 'prefix-letters',
    title:
      'Your receiver takes more than the prefix off some signatures, and so refuses one in sixteen right events or so.',
    mend: 'Take the first three characters off (removeprefix, slice(3)), not all of some letters (lstrip), and keep zeros.',
    when: ['every-digest#one'],
    unless: ['every-digest#zero'],
    explains: acceptances,
  },
  {
    name: 'leading-zeros',
    title:
      'Your receiver loses the zeros that a digest begins with, as a number does that is printed, and so refuses one in sixteen right events or so.',
    mend: 'Print each byte with two digits, and never the digest as a number.',
    when: ['every-digest#zero'],
    unless: ['every-digest#one'],
    explains: acceptances,
  },
  {
    name: 'no-verification',
    title: 'Your receiver does not verify signatures: it takes whatever is posted to it.',
    mend: 'Compute HMAC-SHA256 under the secret over webhook-timestamp and the raw body, compare it in constant time with what follows "v1=", and answer 401 when they differ.',
    when: ['forged-signature#random', 'wrong-secret#other', 'tampered-body#letter'],
    explains: refusals,
  },
  {
    name: 'optional-signature',
    title:
      'Your receiver verifies a signature only when there is one: without the header it takes everything.',
    mend: 'Refuse deliveries without webhook-signature, before anything else.',
    when: ['missing-signature#*'],
    explains: ['missing-*', 'empty-signature#*'],
  },
  {
    name: 'prefix-compare',
    title: 'Your receiver takes the beginning of a digest for the digest.',
    mend: 'Compare digests of equal length as a whole, with a constant-time comparison; never with startsWith.',
    when: ['truncated-signature#*'],
    explains: [
      'truncated-signature#*',
      'empty-signature#*',
      'extended-signature#*',
      'malformed-signature#*',
      'forged-signature#no-digest',
    ],
  },
  alone(
    'empty-signature',
    'empty-signature#*',
    'Your receiver takes a signature without a digest.',
    'Refuse a signature that has no digest of 32 bytes.',
  ),
  alone(
    'long-signature',
    'extended-signature#*',
    'Your receiver compares the beginning of the signature alone, and takes what stands behind it.',
    'Compare digests of equal length as a whole.',
  ),
  {
    name: 'deduplicates-first',
    title:
      'Your receiver acknowledges what has a webhook-id or a content that it has seen, without verifying it.',
    mend: 'Verify each delivery before you look it up among those that were seen.',
    when: ['verified-first#same-id', 'verified-first#same-content'],
    explains: ['verified-first#*'],
  },
  {
    name: 'deduplicates-first',
    title: 'Your receiver acknowledges what has a webhook-id that it has seen, without verifying it.',
    mend: 'Verify each delivery before you look it up; and look for customer and message, since each attempt has a new id.',
    when: ['verified-first#same-id'],
    explains: ['verified-first#*'],
  },
  alone(
    'deduplicates-first',
    'verified-first#*',
    'Your receiver acknowledges what has a content that it has seen, without verifying it.',
    'Verify each delivery before you look it up among those that were seen.',
  ),
  {
    name: 'any-prefix',
    title: 'Your receiver does not look at the prefix of the signature: it takes any, and none.',
    mend: 'Take signatures that begin with "v1=" and no others.',
    when: ['missing-prefix#*', 'wrong-prefix#(v0|v2)'],
    explains: ['missing-prefix#*', 'wrong-prefix#*'],
  },
  alone(
    'optional-prefix',
    'missing-prefix#*',
    'Your receiver takes a signature without its prefix "v1=", which the sender always sends.',
    'Refuse what does not begin with "v1=", and take exactly that off.',
  ),
  {
    name: 'prefix-case',
    title: 'Your receiver takes the prefix "V1=" for "v1=".',
    mend: 'Compare the prefix as it is: it is written in lower case.',
    when: ['wrong-prefix#V1'],
    unless: ['wrong-prefix#(v0|v2|sha256)'],
    explains: ['wrong-prefix#*'],
  },
  alone(
    'any-prefix',
    'wrong-prefix#*',
    'Your receiver takes signatures with other prefixes than "v1=".',
    'Take signatures that begin with "v1=" and no others.',
  ),
  alone(
    'malformed-signature',
    'malformed-signature#*',
    'Your receiver takes signatures that are no digests.',
    'Refuse what is no digest of 32 bytes, and compare all of them.',
  ),
  alone(
    'guessable-secret',
    'wrong-secret#*',
    'Your receiver takes events that are signed with another secret.',
    'Verify with the secret of this webhook alone, and refuse to start without one.',
  ),
  alone(
    'weak-comparison',
    'forged-signature#*',
    'Your receiver takes some wrong signatures.',
    'Compare the whole digest, computed under the secret, in constant time.',
  ),
  alone(
    'unsigned-timestamp',
    'tampered-timestamp#*',
    'Your receiver does not verify that the timestamp is the one that was signed.',
    'Sign the text of webhook-timestamp and the raw body together.',
  ),
  alone(
    'optional-timestamp',
    'missing-timestamp#*',
    'Your receiver takes events without a timestamp.',
    'Refuse deliveries without webhook-timestamp.',
  ),
  alone(
    'some-digests',
    'every-digest#*',
    'Your receiver refuses some right signatures.',
    'Compare the whole digest, as bytes, with what stands behind "v1=".',
  ),
]
