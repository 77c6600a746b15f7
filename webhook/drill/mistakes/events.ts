import { alone, type Pattern } from './mistake.js'

/** Mistakes in what is acknowledged, and how. */
export const ofEvents: readonly Pattern[] = [
  alone(
    'other-status',
    'status-200#*',
    'Your receiver acknowledges with another status than 200, so that every event comes again.',
    'Answer 200. Some frameworks answer an empty response with 204.',
  ),
  {
    name: 'forged-remembered',
    title:
      'Your receiver notes an event before it verifies it: after a forged one it refuses the valid one with the same webhook-id or content.',
    fix: 'Note what was seen after it was verified and handled.',
    when: ['forged-first#*'],
    explains: ['forged-first#*'],
  },
  {
    name: 'breaks-at-duplicate',
    title:
      'Your receiver breaks at an event that it has seen, as at a unique constraint, so that it comes again and again.',
    fix: 'Answer 200 to duplicates, and do nothing else: an insert that finds its row there already has done its work.',
    when: ['duplicate#*', 'uncaught-exception#duplicate/*'],
    explains: ['duplicate#*', 'same-moment#same-event', 'uncaught-exception#replay/*'],
  },
  {
    name: 'duplicate-refused',
    title: 'Your receiver refuses an event that it has seen, so that it comes again and again.',
    fix: 'Answer 200 to duplicates, and do nothing else.',
    when: ['duplicate#*'],
    explains: ['duplicate#*', 'same-moment#same-event'],
  },
  alone(
    'rising-timestamps',
    'out-of-order#older-last',
    'Your receiver demands that each timestamp is newer than the last one.',
    'Take events in any order within the window: a retry comes after what happened later.',
  ),
  alone(
    'time-order-demanded',
    'out-of-order#older-event',
    'Your receiver refuses an event that happened before the last one of the same customer.',
    'Acknowledge what is older than what you know, and leave your state as it is: a retry comes after what happened later.',
  ),
  {
    name: 'order-demanded',
    title: 'Your receiver refuses an event that comes before the one that it follows from.',
    fix: 'Note what you cannot place yet, and acknowledge it.',
    when: ['out-of-order#*'],
    explains: ['out-of-order#*', 'every-kind#customer_status', 'every-kind#transaction_status'],
  },
  {
    name: 'breaks-at-unknown-kind',
    title: 'Your receiver breaks at kinds of events that it does not know.',
    fix: 'Let the branch for kinds that you do not know answer 200.',
    when: ['unknown-kind#*', 'uncaught-exception#unknown-kind/*'],
    // An event without a type is of an unknown kind.
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
    fix: 'Let whatever reads bodies pass members that it does not know.',
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
    name: 'body-limit',
    title: 'Your receiver refuses events for their size:',
    fix: 'Raise the limit for bodies of your framework or proxy: to 1 MiB, since no limit for the size of an event is shown.',
    when: ['every-kind#size'],
    explains: [
      'every-kind#*',
      'uncaught-exception#(every-kind/*|odd-bodies/deep)',
      'unknown-field#*',
      'raw-body#*',
      'non-ascii#*',
    ],
    withMessage: 'every-kind#size',
  },
  {
    name: 'type-spelling',
    title: 'Your receiver expects the type of an event in another spelling:',
    fix: 'Compare with the type as it is sent, such as customer_status.',
    when: ['every-kind#spelling'],
    explains: ['every-kind#*', 'out-of-order#*', 'uncaught-exception#every-kind/*'],
    withMessage: 'every-kind#spelling',
  },
  {
    name: 'breaks-at-kind',
    title: 'Your receiver breaks at valid events of some kinds.',
    fix: 'Read its log, and acknowledge every kind that the endpoint is subscribed to; ping is always on.',
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
