import type { DeliveryFactory } from '../sending/delivery.js'
import { type CaseRow, type DrillRule, sends, refused, seenBy, taken } from './rule.js'

const day = 86_400

const eventAt = (says: string, timestamp: number): CaseRow =>
  sends({ timestamp })`a correctly signed event ${says}`

/** Far outside any reasonable window. */
const farFor = ({ settings: { tolerance = 0 } }: DeliveryFactory): number => Math.max(2 * day, 4 * tolerance)

/** A timestamp as text; `{now}` is the right one. */
const timestampText = (
  says: string,
  timestamp: string | ((now: string) => string),
  mistake = '',
): CaseRow => sends({ timestamp })`
  an event signed with the timestamp ${says}
  ${mistake}`

const fullWidth = (now: string): string =>
  now.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))

// Tolerance for clock differences and transport.
const marginSeconds = 20

const inside = ({ settings: { tolerance = 300 } }: DeliveryFactory): number =>
  Math.max(0, tolerance - marginSeconds)

const outside = ({ settings: { tolerance = 300 } }: DeliveryFactory): number => tolerance + marginSeconds

const difference = 'Compare the absolute difference between now and the timestamp with the tolerance.'
const fiveMinutes =
  'Refuse timestamps that differ from now by more than 5 minutes, as in the examples of the guide. Compare seconds with seconds.'
const tenDigits = 'Refuse webhook-timestamp unless it is exactly ten digits, before any arithmetic.'

const otherWindow = 'other-window: Your receiver has a window other than --tolerance.'

/** Rules that a receiver which judges the time wrongly breaks too. */
const times = 'stale-timestamp future-timestamp malformed-timestamp ten-digits tolerance-outside'

/** Rules about the time of signing. */
export const timestampRules: readonly DrillRule[] = [
  taken(
    { past: eventAt('half a minute old', -30) },
    { implies: 'every-kind duplicate out-of-order#older-last tolerance-inside clock-ahead steady' },
  )`
    recent | error | Events, delivery 3
    An event with a timestamp half a minute ago is accepted.
    Use a window of minutes, not seconds, 5 minutes as in the examples of the guide, and set the clock of the machine.
    narrow-window: Your receiver refuses slightly old timestamps: its window is too narrow, or its clock is wrong.`,
  taken({ future: eventAt('half a minute ahead', 30) })`
    clock-ahead | warning | Good practice, from Events, delivery 3
    An event with a timestamp half a minute ahead is accepted.
    Compare the absolute difference: the clock of the sender may be ahead of yours.
    no-clock-skew: Your receiver refuses every timestamp that is ahead of its clock.`,
  taken((factory) => ({ past: eventAt(`${inside(factory)} s old`, -inside(factory)) }))`
    tolerance-inside | error | Events, delivery 3; Limits, signature timestamp tolerance
    An event a little younger than the tolerance is accepted.
    ${difference}
    ${otherWindow}`,
  refused((factory) => ({
    past: eventAt(`${outside(factory)} s old`, -outside(factory)),
    future: eventAt(`${outside(factory)} s ahead`, outside(factory)),
  }))`
    tolerance-outside | error | Events, delivery 3; Limits, signature timestamp tolerance
    An event a little older than the tolerance is refused.
    ${difference}
    ${otherWindow}`,
  refused(
    (factory) => ({
      days: eventAt('that is days old', -farFor(factory)),
      year: eventAt('that is a year old', -Math.max(365 * day, farFor(factory))),
    }),
    { implies: 'malformed-timestamp ten-digits tolerance-outside#past window#none-past' },
  )`
    stale-timestamp | error | Events, delivery 3
    An event with a timestamp far in the past is refused, even if its signature is right.
    Refuse timestamps that are older than the tolerance; 5 minutes in the examples of the guide.
    future-only: Your receiver refuses future timestamps but accepts stale ones.`,
  refused(
    (factory) => ({
      days: eventAt('from days ahead', farFor(factory)),
      year: eventAt('from a year ahead', Math.max(365 * day, farFor(factory))),
    }),
    {
      implies: 'malformed-timestamp#(eleven|infinity) ten-digits tolerance-outside#future window#none-future',
    },
  )`
    future-timestamp | error | Events, delivery 3
    An event with a timestamp far in the future is refused.
    ${difference}
    past-only: Your receiver refuses old timestamps but accepts future ones.`,
  refused(
    {
      nan: timestampText('NaN', 'NaN'),
      word: timestampText('"now"', 'now'),
      empty: timestampText('left empty', ''),
      infinity: timestampText('Infinity', 'Infinity'),
      negative: timestampText('with a minus before it', '-{now}'),
      null: timestampText('"null"', 'null'),
      eleven: timestampText('and one more digit after it', '{now}1'),
      trailing: timestampText(
        'and letters after it',
        '{now}abc',
        'lenient-number: Your receiver reads a number at the beginning of the timestamp and ignores the rest, as parseInt does: text can be moved from the body into it.',
      ),
      'full-width': timestampText('in digits of another script', fullWidth),
    },
    { implies: 'ten-digits moved-boundary' },
  )`
    malformed-timestamp | error | Events, delivery 3
    A timestamp that is not a number of seconds is refused before it is compared.
    ${tenDigits}
    malformed-timestamp: Your receiver accepts timestamps that are not times:`,
  // A sign, a zero or an underscore is not sent: the integer parsers of right receivers read it, and nothing is lost.
  refused({
    milliseconds: timestampText('in milliseconds', '{now}000'),
    fraction: timestampText('and a fraction', '{now}.5'),
    exponent: timestampText('with an exponent', (now) => `${now[0]}.${now.slice(1)}e9`),
    hexadecimal: timestampText('in hexadecimal', (now) => `0x${Number(now).toString(16)}`),
    'fraction-added': sends((factory) => ({
      timestamp: '{now}.0',
      signed: { timestamp: factory.timestamp() },
    }))`
      an event whose timestamp was given ".0" after it was signed
      number-signed: Your receiver signs the number that it reads from the timestamp, and not its text as it came.`,
  })`
    ten-digits | warning | Good practice, from Events, delivery 3: nothing between timestamp and body
    The present time in another form, such as milliseconds or with a fraction, is refused.
    Require exactly ten digits before you calculate: without a separator, other forms are ambiguous.
    other-spellings: Your receiver accepts timestamps in other spellings than ten digits:`,
  // The specification has 5 minutes in examples alone, so that a wide window is a warning with its value.
  seenBy('window', {
    mistakes: {
      'other-unit':
        'milliseconds-compared: Your receiver compares seconds with milliseconds, so that its window refuses nothing.',
      'date-text': [
        'date-compared: Your receiver reads the timestamp as the text of a date, so that its window refuses nothing.',
        'webhook-timestamp is Unix seconds: compare Number(timestamp) with Date.now() / 1000, and do not parse a date.',
      ],
      'other-clock':
        'other-clock: Your receiver compares the timestamp with a clock that does not count seconds from 1970, so that its window refuses nothing.',
      container: [
        "old-events: Your receiver judges the container's own timestamp beside webhook-timestamp: an event that comes late is lost.",
        'Compare webhook-timestamp alone with now: the timestamp of the container says when the event happened.',
      ],
      'thousandfold-*':
        'milliseconds-window: Your receiver has a window that is a thousand times too wide: its tolerance is in milliseconds.',
      'none-*': 'open-window: Your receiver accepts timestamps of any time in one direction.',
      'wide-*': [
        'wide-window: Your receiver accepts timestamps that are older, or farther ahead, than it needs to.',
        'Let the window be 5 minutes in both directions: within it, anyone who has seen a delivery can send it again. The specification has 5 minutes in examples only, so up to a day it is a warning.',
      ],
    },
    implies: times,
  })`
    window | warning | Good practice, from Events, delivery 3
    The measured window is at most ten minutes in both directions, and depends on webhook-timestamp alone.
    ${fiveMinutes}`,
]
