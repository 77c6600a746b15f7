import { alone, type Pattern } from './mistake.js'

const thrown = (cases: string): string => `uncaught-exception#${cases}`

/** Signatures that may throw in a comparison of equal-length bytes, or in a decoder. */
const oddSignatures = [
  // A missing header is read as an empty one.
  thrown('missing-signature/*'),
  thrown('(empty|truncated|extended|malformed)-signature/*'),
  thrown('forged-signature/*'),
  thrown('(wrong|missing)-prefix/*'),
  thrown('(several-signatures|digest-spelling)/*'),
]

const bodies = (keys: string): string => thrown(`odd-bodies/(${keys})`)

const noEvents = 'array|null|number|text|object|(no|type|data|customer|message)-*'

/** Uncaught exceptions, by their trigger; the one that explains most first. */
export const ofExceptions: readonly Pattern[] = [
  {
    name: 'refuses-with-server-error',
    title:
      'Your receiver answers plain forgeries with a server error: its refusal is an exception that nobody catches, or has the wrong status.',
    fix: 'Catch what the verification throws, and answer 401.',
    when: [thrown('forged-signature/random')],
    explains: [
      thrown('(missing|empty|wrong|forged|truncated|extended|malformed|tampered|respelled|moved|verified)-*'),
      thrown('(stale-timestamp|future-timestamp|ten-digits|tolerance-outside)/*'),
      thrown('(several-signatures|digest-spelling|missing-id|other-types|replay)/*'),
    ],
  },
  {
    name: 'breaks-at-other-length',
    title:
      'Your receiver breaks at a signature of another length than the right one, as timingSafeEqual of Node does, and answers no refusal.',
    fix: 'Compare the lengths first, and refuse what differs with 401; then compare the bytes in constant time.',
    when: [thrown('truncated-signature/half')],
    explains: oddSignatures,
  },
  {
    name: 'breaks-at-other-letters',
    title:
      'Your receiver breaks at a signature with letters beyond ASCII, as compare_digest of Python does with texts.',
    fix: 'Compare bytes: encode both before compare_digest, or refuse what is not 64 digits with 401.',
    when: [thrown('malformed-signature/unicode')],
    unless: [thrown('malformed-signature/no-digits')],
    explains: [thrown('malformed-signature/unicode')],
  },
  {
    name: 'breaks-at-no-digits',
    title: 'Your receiver breaks at a signature that it cannot decode, and answers no refusal.',
    fix: 'Refuse what is not 64 digits with 401 before you decode it, or catch what the decoder throws.',
    when: [thrown('malformed-signature/no-digits')],
    explains: oddSignatures,
  },
  {
    name: 'breaks-without-prefix',
    title:
      'Your receiver breaks at a signature that has no "=" or nothing behind it, and answers no refusal.',
    fix: 'Refuse what does not begin with "v1=" with 401, before you take it apart.',
    when: [thrown('(malformed-signature/no-equals|missing-prefix/bare|empty-signature/*)')],
    explains: oddSignatures,
  },
  {
    name: 'breaks-at-timestamp',
    title: 'Your receiver breaks at a timestamp that is not a number as it reads it, and answers no refusal.',
    fix: 'Demand exactly ten digits before any arithmetic, and answer 401 to anything else.',
    when: [thrown('malformed-timestamp/*')],
    explains: [thrown('(malformed-timestamp|ten-digits|moved-boundary)/*'), thrown('missing-timestamp/*')],
  },
  {
    name: 'breaks-without-header',
    title: 'Your receiver breaks when a header is missing, and answers no refusal.',
    fix: 'Look whether webhook-signature and webhook-timestamp are there, and answer 401 when one is not.',
    when: [thrown('missing-(signature|timestamp)/*')],
    explains: [thrown('missing-(signature|timestamp)/*')],
  },
  {
    name: 'breaks-at-no-json',
    title: 'Your receiver breaks at a rightly signed body that is no JSON.',
    fix: 'Catch what the parser throws, and answer 400.',
    when: [bodies('no-json|cut')],
    explains: [bodies('no-json|cut|empty|mark|deep'), thrown('(moved-boundary|tampered-body)/*')],
  },
  alone(
    'breaks-at-empty-body',
    bodies('empty'),
    'Your receiver breaks at an empty body that is rightly signed.',
    'Refuse what is empty with 400 before you parse it.',
  ),
  {
    name: 'breaks-at-other-shape',
    title:
      'Your receiver breaks at JSON of another shape than that of an event: a member is missing or null, or has another type.',
    fix: 'Check the shape before you read members of members, and answer 400, or 200 to what you do nothing with.',
    when: [bodies(noEvents)],
    explains: [bodies(`${noEvents}|wrapped|twice`)],
  },
  alone(
    'breaks-at-deep-json',
    bodies('deep'),
    'Your receiver breaks at JSON that is nested deeply, in a member that it need not read.',
    'Bound the depth, and catch what the parser throws; compare contents without recursion.',
  ),
  alone(
    'uncaught-exception',
    'uncaught-exception#*',
    'Your receiver breaks at some deliveries: it answers a server error, or closes the connection.',
    'Catch what your code throws. What has to be refused is answered with a 4xx.',
  ),
]
