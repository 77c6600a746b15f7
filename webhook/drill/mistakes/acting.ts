import { alone, type Pattern } from './mistake.js'

/** Mistakes that only the receiver's hook reveals. */
export const ofActing: readonly Pattern[] = [
  {
    name: 'never-acts',
    title: 'Your receiver acknowledges events and acts upon none, or its hook does not count them.',
    fix: 'Count where the event is acted upon, and look at what happens after the acknowledgement.',
    when: ['acted-upon#never'],
    explains: ['acted-upon#*'],
  },
  {
    name: 'dedupes-by-type',
    title: 'Your receiver takes events of the same kind for duplicates of each other.',
    fix: 'Deduplicate on data.customer_id plus the content of message.',
    when: ['acted-upon#type'],
    explains: ['acted-upon#*', 'unpoisoned#*'],
  },
  {
    name: 'dedupes-by-customer',
    title: 'Your receiver takes events about the same customer for duplicates of each other.',
    fix: 'Deduplicate on data.customer_id plus the content of message, and not on the customer alone.',
    when: ['acted-upon#customer'],
    explains: ['acted-upon#customer', 'acted-upon#status'],
  },
  alone(
    'dedupes-by-object',
    'acted-upon#status',
    'Your receiver takes a new status of the same object for a duplicate.',
    'Deduplicate on the whole content of message, its status too, and not on its id alone.',
  ),
  alone(
    'loses-at-once',
    'acted-upon#*',
    'Your receiver acknowledges events that come at once, and does not act upon all of them.',
    'Keep the event safely before you acknowledge it.',
  ),
  alone(
    'dedupes-by-webhook-id',
    'acted-once#by-id',
    'Your receiver deduplicates by webhook-id, which is new for each retry: a retry is acted upon twice.',
    'Deduplicate on data.customer_id plus the content of message.',
  ),
  alone(
    'duplicate-race',
    'acted-once#at-once',
    'Your receiver acts twice upon duplicates that come at the same moment.',
    'Note the event in one step (an insert under a unique key), and act when that succeeds.',
  ),
  alone(
    'dedupes-by-container',
    'acted-once#other-time',
    'Your receiver deduplicates by the whole body: the same message in a container of another time is acted upon twice.',
    'Deduplicate on data.customer_id plus the content of message alone.',
  ),
  alone(
    'acts-twice',
    'acted-once#*',
    'Your receiver acts twice upon the same event.',
    'Deduplicate on data.customer_id plus the content of message.',
  ),
  alone(
    'acts-before-verifying',
    'refused-unacted#*',
    'Your receiver refuses a delivery and has acted upon it all the same.',
    'Verify first, and process afterwards.',
  ),
  alone(
    'remembers-before-verifying',
    'unpoisoned#*',
    'Your receiver remembers forged deliveries: whoever knows or guesses an event can keep it out.',
    'Remember ids and contents after the signature is verified, and not before.',
  ),
]
