import { rawBytes } from './rules/bodies.js'

/** A cause that several rules show: recognized by its failed cases, each `<rule>#<case>`; `*` is any text. */
export interface Pattern {
  /** `name: behaviour of the receiver`. */
  readonly mistake: string
  readonly fix: string
  /** At least one case of each of these failed. */
  readonly when: readonly string[]
  /** No case of these failed. */
  readonly unless?: readonly string[]
  /** The failures that it explains. */
  readonly explains: readonly string[]
}

const refusals = [
  'missing-*',
  '(empty|forged|truncated|extended|malformed)-signature#*',
  'wrong-*',
  'prefix-case#*',
  'verified-first#*',
  'tampered-*',
  'respelled-body#*',
  'moved-boundary#*',
  '(stale|future|malformed)-timestamp#*',
  'ten-digits#*',
  'tolerance-outside#*',
  'window#*',
  'refused-unacted#*',
]

const times = ['(stale|future|malformed)-timestamp#*', 'ten-digits#*', 'tolerance-outside#*', 'window#*']

const thrown = (cases: string): string => `uncaught-exception#${cases}`

/** Signatures that may throw in a comparison of equal-length bytes, or in a decoder. */
const oddSignatures = [
  // A missing header is read as an empty one.
  thrown('missing-signature/*'),
  thrown('(empty|truncated|extended|malformed|forged)-signature/*'),
  thrown('(wrong|missing)-prefix/*'),
  thrown('(prefix-case|several-signatures|digest-spelling)/*'),
]

const bodies = (keys: string): string => thrown(`odd-bodies/(${keys})`)

const noEvents = 'array|null|number|text|object|(no|type|data|customer|message)-*'

/** Causes that several rules show, the one that explains most first. */
export const commonCauses: readonly Pattern[] = [
  {
    mistake: 'no-verification: Your receiver does not verify signatures: it takes whatever is posted to it.',
    fix: 'Compute HMAC-SHA256 under the secret over webhook-timestamp and the raw body, compare it in constant time with what follows "v1=", and answer 401 when they differ.',
    when: ['forged-signature#random', 'wrong-secret#other', 'tampered-body#letter'],
    explains: refusals,
  },
  {
    mistake: 'trimmed-body: Your receiver removes white space around the body before it verifies it.',
    fix: rawBytes,
    when: ['respelled-body#newline-end'],
    unless: ['respelled-body#white-space'],
    explains: ['raw-body#(newline-end|space-start)', 'respelled-body#newline-end'],
  },
  {
    mistake:
      "container-time: Your receiver judges the container's own timestamp, and not webhook-timestamp: old deliveries can be replayed with a new body, and late retries are lost.",
    fix: 'Compare webhook-timestamp with now: it is signed, and new for each attempt. The timestamp of the container says when the event happened.',
    when: ['window#container', 'stale-timestamp#*'],
    explains: times,
  },
  {
    mistake:
      'no-window: Your receiver verifies the signature and ignores the time: old deliveries can be replayed forever.',
    fix: 'Refuse timestamps that differ from now by more than the tolerance; 5 minutes in the examples of the guide.',
    when: ['stale-timestamp#*', 'future-timestamp#*'],
    unless: ['window#(container|other-*|thousandfold-*|wide-*)'],
    explains: times,
  },
  {
    mistake: 'rising-timestamps: Your receiver demands that each timestamp is as new as the last one.',
    fix: 'Take events in any order within the window: a retry comes after what happened later.',
    // After it accepted a future timestamp, it refuses current ones; a narrow window does not.
    when: ['out-of-order#older-last', 'recent#*', 'steady#*'],
    explains: ['out-of-order#older-last', 'recent#*', 'steady#*', 'tolerance-inside#*'],
  },
  {
    mistake: 'body-limit: Your receiver refuses events for their size:',
    fix: 'Raise the limit for bodies of your framework or proxy: to 1 MiB, since no limit for the size of an event is shown.',
    when: ['every-kind#size'],
    explains: [
      'every-kind#*',
      thrown('(every-kind/*|odd-bodies/deep)'),
      '(unknown-field|raw-body|non-ascii)#*',
    ],
  },
  {
    mistake: 'type-spelling: Your receiver expects the type of an event in another spelling:',
    fix: 'Compare with the type as it is sent, such as customer_status.',
    when: ['every-kind#spelling'],
    explains: ['every-kind#*', 'out-of-order#*', thrown('every-kind/*')],
  },
]

/** Causes of uncaught exceptions, by their trigger; the one that explains most first. */
export const exceptions: readonly Pattern[] = [
  {
    mistake:
      'refuses-with-server-error: Your receiver answers plain forgeries with a server error: its refusal is an exception that nobody catches, or has the wrong status.',
    fix: 'Catch what the verification throws, and answer 401.',
    when: [thrown('forged-signature/random')],
    explains: [
      thrown('(missing|empty|wrong|forged|truncated|extended|malformed|tampered|respelled|moved|verified)-*'),
      thrown('(stale-timestamp|future-timestamp|ten-digits|tolerance-outside|prefix-case)/*'),
      thrown('(several-signatures|digest-spelling|missing-id|other-types|replay)/*'),
    ],
  },
  {
    mistake:
      'breaks-at-other-length: Your receiver breaks at a signature of another length than the right one, as timingSafeEqual of Node does, and answers no refusal.',
    fix: 'Compare the lengths first, and refuse what differs with 401; then compare the bytes in constant time.',
    when: [thrown('truncated-signature/half')],
    explains: oddSignatures,
  },
  {
    mistake:
      'breaks-at-other-letters: Your receiver breaks at a signature with letters beyond ASCII, as compare_digest of Python does with texts.',
    fix: 'Compare bytes: encode both before compare_digest, or refuse what is not 64 digits with 401.',
    when: [thrown('malformed-signature/unicode')],
    unless: [thrown('malformed-signature/no-digits')],
    explains: [thrown('malformed-signature/unicode')],
  },
  {
    mistake:
      'breaks-at-no-digits: Your receiver breaks at a signature that it cannot decode, and answers no refusal.',
    fix: 'Refuse what is not 64 digits with 401 before you decode it, or catch what the decoder throws.',
    when: [thrown('malformed-signature/no-digits')],
    explains: oddSignatures,
  },
  {
    mistake:
      'breaks-without-prefix: Your receiver breaks at a signature that has no "=" or nothing behind it, and answers no refusal.',
    fix: 'Refuse what does not begin with "v1=" with 401, before you take it apart.',
    when: [thrown('(malformed-signature/no-equals|missing-prefix/bare|empty-signature/*)')],
    explains: oddSignatures,
  },
  {
    mistake:
      'breaks-at-timestamp: Your receiver breaks at a timestamp that is not a number as it reads it, and answers no refusal.',
    fix: 'Demand exactly ten digits before any arithmetic, and answer 401 to anything else.',
    when: [thrown('malformed-timestamp/*')],
    explains: [thrown('(malformed-timestamp|ten-digits|moved-boundary|missing-timestamp)/*')],
  },
  {
    mistake: 'breaks-without-header: Your receiver breaks when a header is missing, and answers no refusal.',
    fix: 'Look whether webhook-signature and webhook-timestamp are there, and answer 401 when one is not.',
    when: [thrown('missing-(signature|timestamp)/*')],
    explains: [thrown('missing-(signature|timestamp)/*')],
  },
  {
    mistake: 'breaks-at-no-json: Your receiver breaks at a rightly signed body that is no JSON.',
    fix: 'Catch what the parser throws, and answer 400.',
    when: [bodies('no-json|cut')],
    explains: [bodies('no-json|cut|empty|mark|deep'), thrown('(moved-boundary|tampered-body)/*')],
  },
  {
    mistake: 'breaks-at-empty-body: Your receiver breaks at an empty body that is rightly signed.',
    fix: 'Refuse what is empty with 400 before you parse it.',
    when: [bodies('empty')],
    explains: [bodies('empty')],
  },
  {
    mistake:
      'breaks-at-other-shape: Your receiver breaks at JSON of another shape than that of an event: a member is missing or null, or has another type.',
    fix: 'Check the shape before you read members of members, and answer 400, or 200 to what you do nothing with.',
    when: [bodies(noEvents)],
    explains: [bodies(`${noEvents}|wrapped|twice`)],
  },
  {
    mistake:
      'breaks-at-deep-json: Your receiver breaks at JSON that is nested deeply, in a member that it need not read.',
    fix: 'Bound the depth, and catch what the parser throws; compare contents without recursion.',
    when: [bodies('deep')],
    explains: [bodies('deep')],
  },
]
