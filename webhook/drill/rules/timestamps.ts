import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { type Case, type CaseRule, type DrillRule, one } from './rule.js'

const day = 86_400

const after = (key: string, says: string, seconds: number): Case =>
  one(key, `a rightly signed event ${says}`, (factory) => factory.delivery({ timestamp: seconds }))

/** Far outside any reasonable window. */
const farFor = ({ settings: setting }: DeliveryFactory): number =>
  Math.max(2 * day, 4 * (setting.tolerance ?? 0))

const text = (key: string, says: string, make: (now: string) => string): Case =>
  one(key, `an event signed with the timestamp ${says}`, (factory) =>
    factory.delivery({ timestamp: make(factory.timestamp()) }),
  )

const malformed: readonly Case[] = [
  text('nan', 'NaN', () => 'NaN'),
  text('word', '"now"', () => 'now'),
  text('empty', 'left empty', () => ''),
  text('infinity', 'Infinity', () => 'Infinity'),
  text('negative', 'with a minus before it', (now) => `-${now}`),
  text('null', '"null"', () => 'null'),
  text('eleven', 'and one digit more behind it', (now) => `${now}1`),
  text('trailing', 'and letters behind it', (now) => `${now}abc`),
  text('full-width', 'in digits of another script', (now) =>
    now.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  ),
]

const lenient: readonly Case[] = [
  text('milliseconds', 'in milliseconds', (now) => `${now}000`),
  text('fraction', 'and a fraction', (now) => `${now}.5`),
  text('exponent', 'with an exponent', (now) => `${now[0]}.${now.slice(1)}e9`),
  text('plus', 'with a plus before it', (now) => `+${now}`),
  text('zero', 'with a zero before it', (now) => `0${now}`),
  text('underscore', 'with an underscore in it', (now) => `${now.slice(0, 4)}_${now.slice(4)}`),
  text('hexadecimal', 'in hexadecimal', (now) => `0x${Number(now).toString(16)}`),
]

// Tolerance for clock differences and transport.
const marginSeconds = 20

const boundary = (due: 'taken' | 'refused'): CaseRule => {
  const isInside = due === 'taken'
  const name = isInside ? 'inside' : 'outside'
  const seconds = ({ settings: { tolerance = 300 } }: DeliveryFactory): number =>
    Math.max(0, tolerance + (isInside ? -marginSeconds : marginSeconds))
  return {
    id: `receiver/tolerance-${name}`,
    title: `Timestamps just ${name} the window`,
    section: 'Events, delivery 3; Limits, signature timestamp tolerance',
    statement: isInside
      ? 'An event a little younger than the tolerance is accepted.'
      : 'An event a little older than the tolerance is refused.',
    fix: 'Compare the difference between now and the timestamp with the tolerance, in seconds.',
    severity: 'error',
    due,
    cases: (factory) => [
      after('past', `${seconds(factory)} s old`, -seconds(factory)),
      ...(isInside ? [] : [after('future', `${seconds(factory)} s ahead`, seconds(factory))]),
    ],
  }
}

/** Rules about the time of signing. */
export const timestampRules: readonly DrillRule[] = [
  {
    id: 'receiver/recent',
    title: 'A recent event is accepted',
    section: 'Events, delivery 3',
    statement: 'An event with a timestamp half a minute ago is accepted.',
    fix: 'Use a window of minutes, not seconds. The examples of the guide use 5 minutes.',
    severity: 'error',
    due: 'taken',
    cases: () => [after('past', 'half a minute old', -30)],
  },
  {
    id: 'receiver/clock-ahead',
    title: 'A clock that is slightly ahead is tolerated',
    section: 'Good practice, from Events, delivery 3',
    statement: 'An event with a timestamp half a minute ahead is accepted.',
    fix: 'Compare the absolute difference: the clock of the sender may be ahead of yours.',
    severity: 'warning',
    due: 'taken',
    cases: () => [after('future', 'half a minute ahead', 30)],
  },
  boundary('taken'),
  boundary('refused'),
  {
    id: 'receiver/stale-timestamp',
    title: 'A stale event is refused',
    section: 'Events, delivery 3',
    statement: 'An event with a timestamp far in the past is refused, even if its signature is right.',
    fix: 'Refuse timestamps that are older than the tolerance; 5 minutes in the examples of the guide.',
    severity: 'error',
    due: 'refused',
    cases: (factory) => [
      after('days', 'that is days old', -farFor(factory)),
      after('year', 'that is a year old', -Math.max(365 * day, farFor(factory))),
    ],
  },
  {
    id: 'receiver/future-timestamp',
    title: 'An event from the future is refused',
    section: 'Events, delivery 3',
    statement: 'An event with a timestamp far in the future is refused.',
    fix: 'Compare the absolute difference between now and the timestamp with the tolerance.',
    severity: 'error',
    due: 'refused',
    cases: (factory) => [
      after('days', 'from days ahead', farFor(factory)),
      after('year', 'from a year ahead', Math.max(365 * day, farFor(factory))),
    ],
  },
  {
    id: 'receiver/malformed-timestamp',
    title: 'A malformed timestamp is refused',
    section: 'Events, delivery 3',
    statement: 'A timestamp that is not a number of seconds is refused before it is compared.',
    fix: 'Require exactly ten digits before you calculate: comparisons with NaN are false, and lenient parsers accept text.',
    severity: 'error',
    due: 'refused',
    cases: () => malformed,
  },
  {
    id: 'receiver/ten-digits',
    title: 'A timestamp has ten digits',
    section: 'Good practice, from Events, delivery 3: nothing between timestamp and body',
    statement: 'The present time in another form, such as milliseconds or with a sign, is refused.',
    fix: 'Require exactly ten digits before you calculate: without a separator, other forms are ambiguous.',
    severity: 'warning',
    due: 'refused',
    cases: () => lenient,
  },
  {
    id: 'receiver/window',
    title: 'The window is a few minutes wide',
    section: 'Good practice, from Events, delivery 3',
    statement:
      'The measured window is at most ten minutes in both directions, and depends on webhook-timestamp alone.',
    fix: 'Refuse timestamps that differ from now by more than 5 minutes, as in the examples of the guide. Compare seconds with seconds.',
    severity: 'warning',
    due: 'window',
  },
]
