import { alone, type Pattern } from './mistake.js'

/** Mistakes with what is to be acknowledged, and how. */
export const ofEvents: readonly Pattern[] = [
  alone(
    'other-status',
    'status-200#*',
    'Your receiver acknowledges with another status than 200, so that every event comes again.',
    'Answer 200, whatever your framework makes of an empty answer.',
  ),
  {
    name: 'forged-remembered',
    title:
      'Your receiver notes an event before it verifies it: after a forged one it refuses the valid one with the same webhook-id or content.',
    mend: 'Note what was seen after it was verified and handled.',
    when: ['forged-first#*'],
    explains: ['forged-first#*'],
  },
  {
    name: 'breaks-at-duplicate',
    title:
      'Your receiver breaks at an event that it has seen, as at a unique constraint, so that it comes again and again.',
    mend: 'Answer 200 to duplicates, and do nothing else: an insert that finds its row there already has done its work.',
    when: ['duplicate#*', 'uncaught-exception#duplicate/*'],
    explains: ['duplicate#*', 'same-moment#same-event', 'uncaught-exception#replay/*'],
  },
  {
    name: 'duplicate-refused',
    title: 'Your receiver refuses an event that it has seen, so that it comes again and again.',
    mend: 'Answer 200 to duplicates, and do nothing else.',
    when: ['duplicate#*'],
    explains: ['duplicate#*', 'same-moment#same-event'],
  },
  alone(
    'rising-timestamps',
    'out-of-order#older-last',
    'Your receiver demands that each timestamp is newer than the last one.',
    'Take events in any order within the window: a retry comes after what happened later.',
  ),
  {
    name: 'order-demanded',
    title: 'Your receiver refuses an event that comes before the one that it follows from.',
    mend: 'Note what you cannot place yet, and acknowledge it.',
    when: ['out-of-order#*'],
    explains: ['out-of-order#*', 'every-kind#customer_status', 'every-kind#transaction_status'],
  },
  {
    name: 'breaks-at-unknown-kind',
    title: 'Your receiver breaks at kinds of events that it does not know.',
    mend: 'Let the branch for kinds that you do not know answer 200.',
    when: ['unknown-kind#*', 'uncaught-exception#unknown-kind/*'],
    // What has no type of its own is of no kind that is known.
    explains: [
      'unknown-kind#*',
      'uncaught-exception#odd-bodies/(no-type|type-number|type-null|object|array|number|text)',
    ],
  },
  alone(
    'unknown-kind',
    'unknown-kind#*',
    'Your receiver refuses kinds of events that it does not know.',
    'Let the branch for kinds that you do not know answer 200.',
  ),
  {
    name: 'breaks-at-unknown-field',
    title: 'Your receiver breaks at events with a field that it does not know.',
    mend: 'Let whatever reads bodies pass members that it does not know.',
    when: ['unknown-field#*', 'uncaught-exception#unknown-field/*'],
    explains: ['unknown-field#*'],
  },
  alone(
    'unknown-field',
    'unknown-field#*',
    'Your receiver refuses events with a field that it does not know.',
    'Let the validation of bodies pass members that it does not know.',
  ),
  {
    name: 'breaks-at-kind',
    title: 'Your receiver breaks at valid events of some kinds.',
    mend: 'Read its log, and acknowledge every kind that the endpoint is subscribed to; ping is always on.',
    when: ['every-kind#*', 'uncaught-exception#every-kind/*'],
    explains: ['every-kind#*'],
  },
  alone(
    'kind-refused',
    'every-kind#*',
    'Your receiver refuses valid events of some kinds.',
    'Acknowledge every kind that the endpoint is subscribed to; ping is always on.',
  ),
]

/** Mistakes of the server before the code. */
export const ofTransport: readonly Pattern[] = [
  alone(
    'content-type',
    'content-type#*',
    'Your receiver compares the content type as a text, and refuses it with a charset.',
    'Compare the media type alone, without parameters.',
  ),
  alone(
    'header-case',
    'header-case#*',
    'Your receiver reads headers by one spelling of their names.',
    'Look headers up without regard to case.',
  ),
  {
    name: 'first-part-only',
    title: 'Your receiver does not read the body to its end: it verifies the part that came first.',
    mend: 'Put all parts of the body together before you verify it.',
    when: ['slow-body#*'],
    explains: ['slow-body#*', 'split-letters#*'],
  },
  alone(
    'text-of-parts',
    'split-letters#*',
    'Your receiver makes text of each part of the body: letters whose bytes come in two parts are lost.',
    'Collect bytes, join them (Buffer.concat), and make text of the whole afterwards.',
  ),
  alone(
    'kept-connection',
    'keep-alive#*',
    'Your receiver fails on a connection that serves more than one event.',
    'Read each body to its end, or close the connection with the answer.',
  ),
  alone(
    'silent-refusal',
    'answered-refusal#silent',
    'Your receiver never answers what it refuses, and lets the sender wait.',
    'Send a status, such as 401, on every way out of the handler.',
  ),
  alone(
    'closed-refusal',
    'answered-refusal#closed',
    'Your receiver closes the connection on what it refuses, without a status, as a server does that breaks.',
    'Answer 401: whoever reads the log of the sender cannot tell a refusal from an outage.',
  ),
  alone(
    'redirected-refusal',
    'answered-refusal#redirect',
    'Your receiver answers what it refuses with a redirect.',
    'Answer 401: no sender of webhooks follows a redirect.',
  ),
  alone(
    'other-refusal',
    'answered-refusal#*',
    'Your receiver answers what it refuses with a status that says something else: 503 or 501.',
    'Answer 401: a sender may pause what is said to be unavailable.',
  ),
  alone(
    'slow',
    'quick#*',
    'Your receiver needs more than half of the time that the sender waits.',
    'Note the event, acknowledge it, and do the work afterwards.',
  ),
  alone(
    'load-refused',
    'burst#refused',
    'Your receiver refuses some of many valid events that come at once.',
    'Note the event and acknowledge it; what limits requests must let signed deliveries pass.',
  ),
  alone(
    'load-lost',
    'burst#*',
    'Your receiver loses some of many valid events that come at once.',
    'Note the event and acknowledge it, without a lock that events wait for each other at.',
  ),
  alone(
    'slow-under-load',
    'rate#*',
    'Your receiver cannot keep up when many events come at once: the last would be answered too late, and come again.',
    'Note the event and acknowledge it, without a lock that events wait for each other at.',
  ),
  alone(
    'short-backlog',
    'backlog#*',
    'Your receiver lets too few connections in at once.',
    "Raise the backlog that the server listens with (request_queue_size of Python's socketserver is 5), or put a proxy before it.",
  ),
  alone(
    'unsteady',
    'steady#*',
    'Your receiver stops taking valid events after what was sent to it.',
    'Refuse what is wrong with a status, and go on: catch what your code throws, and ban nobody for a wrong signature.',
  ),
]
