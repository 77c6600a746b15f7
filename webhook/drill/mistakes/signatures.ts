import { alone, type Pattern } from './mistake.js'

const refusals = [
  'missing-*',
  'empty-signature#*',
  'wrong-*',
  'forged-signature#*',
  'truncated-signature#*',
  'extended-signature#*',
  'tampered-*',
  'respelled-body#*',
  'moved-boundary#*',
  'stale-timestamp#*',
  'future-timestamp#*',
  'malformed-timestamp#*',
  'ten-digits#*',
  'tolerance-outside#*',
  'window#*',
  'refused-unacted#*',
]

/** Rules that a receiver may fail anywhere when it refuses one right signature in so many. */
const acceptances = [
  'every-*',
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
    when: ['every-digest#*'],
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
  alone(
    'any-prefix',
    'wrong-prefix#*',
    'Your receiver does not look at the prefix of the signature.',
    'Take signatures that begin with "v1=" and no others.',
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
]
