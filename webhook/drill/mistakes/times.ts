import { alone, type Pattern, tenDigits } from './mistake.js'

const times = [
  'stale-timestamp#*',
  'future-timestamp#*',
  'malformed-timestamp#*',
  'ten-digits#*',
  'tolerance-outside#*',
  'window#*',
]

/** Mistakes with timestamps. */
export const ofTimes: readonly Pattern[] = [
  {
    name: 'container-time',
    title:
      "Your receiver judges the container's own timestamp, and not webhook-timestamp: old deliveries can be replayed with a new body, and late retries are lost.",
    fix: 'Compare webhook-timestamp with now: it is signed, and new for each attempt. The timestamp of the container says when the event happened.',
    when: ['window#container', 'stale-timestamp#*'],
    explains: times,
  },
  {
    name: 'milliseconds-compared',
    title: 'Your receiver compares seconds with milliseconds, so that its window refuses nothing.',
    fix: 'webhook-timestamp is in seconds: compare it with Date.now() / 1000.',
    when: ['window#other-unit'],
    explains: times,
  },
  {
    name: 'other-clock',
    title:
      'Your receiver compares the timestamp with something that does not count seconds from 1970, so that its window refuses nothing.',
    fix: 'Compare seconds with time.time() or Date.now() / 1000, and with no monotonic clock.',
    when: ['window#other-clock'],
    explains: times,
  },
  {
    name: 'milliseconds-window',
    title: 'Your receiver has a window that is a thousand times too wide: its tolerance is in milliseconds.',
    fix: 'The tolerance is 300 where the difference is in seconds, and 300,000 where it is in milliseconds.',
    when: ['window#thousandfold-*'],
    explains: [
      'window#thousandfold-*',
      'stale-timestamp#days',
      'future-timestamp#days',
      'tolerance-outside#*',
    ],
  },
  {
    name: 'no-window',
    title:
      'Your receiver verifies the signature and ignores the time: old deliveries can be replayed forever.',
    fix: 'Refuse timestamps that differ from now by more than the tolerance; 5 minutes in the examples of the guide.',
    when: ['stale-timestamp#*', 'future-timestamp#*'],
    explains: times,
  },
  {
    name: 'past-only',
    title: 'Your receiver refuses old timestamps and takes those of the future.',
    fix: 'Compare the absolute difference between now and the timestamp with the tolerance.',
    when: ['future-timestamp#*'],
    explains: [
      'future-timestamp#*',
      'malformed-timestamp#eleven',
      'malformed-timestamp#infinity',
      'ten-digits#*',
      'tolerance-outside#future',
      'window#none-future',
    ],
  },
  {
    name: 'future-only',
    title: 'Your receiver refuses timestamps of the future and takes stale ones.',
    fix: 'Compare the absolute difference between now and the timestamp with the tolerance.',
    when: ['stale-timestamp#*'],
    explains: [
      'stale-timestamp#*',
      'malformed-timestamp#*',
      'tolerance-outside#past',
      'ten-digits#*',
      'window#none-past',
    ],
  },
  {
    name: 'not-a-number',
    title: 'Your receiver takes a timestamp that is not a number: comparisons with NaN are false.',
    fix: tenDigits,
    when: ['malformed-timestamp#nan'],
    explains: ['malformed-timestamp#*', 'ten-digits#*', 'moved-boundary#*'],
  },
  {
    name: 'lenient-number',
    title:
      'Your receiver reads a number at the beginning of the timestamp and ignores the rest, as parseInt does: text can be moved from the body into it.',
    fix: tenDigits,
    when: ['malformed-timestamp#trailing'],
    explains: ['malformed-timestamp#*', 'ten-digits#*', 'moved-boundary#*'],
  },
  {
    name: 'malformed-timestamp',
    title: 'Your receiver takes timestamps that are no times.',
    fix: tenDigits,
    when: ['malformed-timestamp#*'],
    explains: ['malformed-timestamp#*', 'ten-digits#*'],
  },
  alone(
    'moved-boundary',
    'moved-boundary#*',
    'Your receiver takes text that was moved between timestamp and body.',
    tenDigits,
  ),
  alone(
    'other-spellings',
    'ten-digits#*',
    'Your receiver takes timestamps in other spellings than ten digits.',
    tenDigits,
  ),
  {
    name: 'rising-timestamps',
    title: 'Your receiver demands that each timestamp is as new as the last one.',
    fix: 'Take events in any order within the window: a retry comes after what happened later.',
    // After it accepted a future timestamp, it refuses current ones; a narrow window does not.
    when: ['out-of-order#older-last', 'recent#*', 'steady#*'],
    explains: ['out-of-order#older-last', 'recent#*', 'steady#*', 'tolerance-inside#*'],
  },
  {
    name: 'narrow-window',
    title: 'Your receiver refuses what is not quite fresh: its window is too narrow, or its clock is wrong.',
    fix: 'Let the window be 5 minutes, and set the clock of the machine.',
    when: ['recent#*'],
    explains: [
      'recent#*',
      'every-kind#*',
      'duplicate#*',
      'out-of-order#older-last',
      'tolerance-inside#*',
      'steady#*',
    ],
  },
  alone(
    'wide-window',
    'window#wide-*',
    'Your receiver takes timestamps that are older, or farther ahead, than it needs to.',
    'Let the window be 5 minutes in both directions: within it, whoever has seen a delivery can send it again.',
  ),
  alone(
    'old-events',
    'window#container',
    "Your receiver judges the container's own timestamp beside webhook-timestamp: an event that comes late is lost.",
    'Compare webhook-timestamp alone with now: the timestamp of the container says when the event happened.',
  ),
  alone(
    'open-window',
    'window#none-*',
    'Your receiver takes timestamps of any time in one direction.',
    'Compare the absolute difference between now and the timestamp with the tolerance.',
  ),
  alone(
    'no-clock-skew',
    'clock-ahead#*',
    'Your receiver refuses timestamps that are ahead of its own clock at all.',
    'Compare the absolute difference: the clock of the sender may be a little ahead of yours.',
  ),
  alone(
    'other-window',
    'tolerance-*',
    'Your receiver has another window than you told.',
    'Compare seconds with seconds; the tolerance is what you gave with --tolerance.',
  ),
]
