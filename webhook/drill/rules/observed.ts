import type { GroupRule } from './rule.js'

const observed = (
  name: string,
  title: string,
  section: string,
  statement: string,
  mend: string,
): GroupRule => ({
  id: `receiver/${name}`,
  title,
  section,
  statement,
  mend,
  severity: 'error',
  due: 'observed',
})

/** Rules that responses cannot show: the receiver reports the number of processed events (`--observe`). */
export const observedRules: readonly GroupRule[] = [
  observed(
    'acted-upon',
    'What is acknowledged is acted upon',
    'Events, delivery 5 and 6',
    'Each event that differs in customer or message is acted upon: after 200 it never comes again.',
    'Acknowledge once the event is kept safely; tell duplicates by customer_id and the whole of message together.',
  ),
  observed(
    'acted-once',
    'A duplicate is acted upon once',
    'Events, delivery 6',
    'The same customer and message, under another webhook-id or many times at once, is acted upon once.',
    'Deduplicate on data.customer_id plus the content of message, in one step with acting (a unique key of the store).',
  ),
  observed(
    'refused-unacted',
    'What is refused is not acted upon',
    'Events, delivery 3',
    'A delivery that is forged, changed or stale is refused before anything is done with it.',
    'Verify first, and act afterwards.',
  ),
  observed(
    'unpoisoned',
    'A forged delivery keeps no valid one out',
    'Events, delivery 3 and 6',
    'What comes rightly signed after a forgery of the same id or content is acted upon.',
    'Remember ids and contents once the signature is verified, and not before.',
  ),
]
