import type { GroupRule } from './rule.js'

const observed = (
  name: string,
  title: string,
  section: string,
  statement: string,
  fix: string,
): GroupRule => ({
  id: `receiver/${name}`,
  title,
  section,
  statement,
  fix,
  severity: 'error',
  due: 'observed',
})

/** Rules that responses cannot show: the receiver reports the number of processed events (`--observe`). */
export const observedRules: readonly GroupRule[] = [
  observed(
    'acted-upon',
    'Acknowledged events are processed',
    'Events, delivery 5 and 6',
    'Each event with another customer or message is processed, because after 200 it is never sent again.',
    'Acknowledge after the event is stored. Detect duplicates by customer_id and the whole message together.',
  ),
  observed(
    'acted-once',
    'A duplicate is processed once',
    'Events, delivery 6',
    'The same customer and message is processed once, even under another webhook-id or many times at once.',
    'Deduplicate on data.customer_id plus the content of message, in one step with processing (a unique key in the store).',
  ),
  observed(
    'refused-unacted',
    'Refused events are not processed',
    'Events, delivery 3',
    'A forged, changed or stale delivery is refused before it is processed.',
    'Verify first, and process afterwards.',
  ),
  observed(
    'unpoisoned',
    'A forged delivery does not block a valid one',
    'Events, delivery 3 and 6',
    'A correctly signed event is processed even after a forgery with the same id or content.',
    'Remember ids and contents after the signature is verified, and not before.',
  ),
]
