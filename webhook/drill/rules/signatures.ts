import { type DrillRule, one } from './rule.js'
import {
  chosen,
  cut,
  digestOf,
  forged,
  malformed,
  missingTimestamp,
  movedBoundary,
  prefixed,
  signed,
  tamperedTimestamp,
  without,
  wrongSecrets,
} from './signature-cases.js'

const fixVerify =
  'Compute HMAC-SHA256 with the secret over timestamp and raw body, and refuse a delivery unless the whole signature is equal.'

interface Given {
  readonly name: string
  readonly title: string
  readonly statement: string
  readonly fix?: string
  readonly section?: string
  readonly severity?: 'warning'
  readonly cases: DrillRule extends infer R ? (R extends { cases: infer C } ? C : never) : never
}

const rule = ({ name, section = 'Events, delivery 3', fix = fixVerify, ...given }: Given): DrillRule => ({
  id: `receiver/${name}`,
  section,
  fix,
  due: 'refused',
  ...given,
  severity: given.severity ?? 'error',
})

/** Deliveries with wrong signatures must be refused. */
export const signatureRules: readonly DrillRule[] = [
  rule({
    name: 'missing-signature',
    title: 'An event without a signature is refused',
    statement: 'A delivery without webhook-signature cannot be verified, and is refused.',
    fix: 'Refuse deliveries without the header before you read anything else.',
    cases: () => [
      chosen('absent', 'an event without webhook-signature', { headers: without('webhook-signature') }),
    ],
  }),
  rule({
    name: 'empty-signature',
    title: 'An empty signature is refused',
    statement: 'A signature without a digest is refused.',
    cases: () => [
      signed('empty', 'an event with an empty webhook-signature', () => ''),
      signed('prefix-alone', 'an event with the signature "v1="', () => 'v1='),
    ],
  }),
  rule({
    name: 'missing-timestamp',
    title: 'An event without a timestamp is refused',
    statement: 'A delivery without webhook-timestamp cannot be verified, and is refused.',
    fix: 'Refuse deliveries without the header before you read anything else.',
    cases: () => missingTimestamp,
  }),
  rule({
    name: 'wrong-secret',
    title: 'Another secret is refused',
    statement: 'An event signed with another secret, or with an empty one, is refused.',
    cases: wrongSecrets,
  }),
  rule({
    name: 'forged-signature',
    title: 'A forged signature is refused',
    statement: 'A well-formed signature that is wrong is refused.',
    cases: () => forged,
  }),
  rule({
    name: 'truncated-signature',
    title: 'A cut signature is refused',
    statement: 'A signature that is only the beginning of the right digest is refused.',
    fix: 'Compare whole digests of equal length, in constant time, and never with startsWith.',
    cases: () => [
      signed('half', 'an event with the first half of its signature', (right) => cut(right, 32)),
      signed('eight', 'an event with the first eight digits of its signature', (right) => cut(right, 8)),
      signed('one', 'an event with the first digit of its signature', (right) => cut(right, 1)),
    ],
  }),
  rule({
    name: 'extended-signature',
    title: 'A signature with extra bytes is refused',
    section: 'Good practice, from Events, delivery 3',
    statement: 'A signature with extra bytes after the right digest is refused.',
    fix: 'Compare whole digests of equal length.',
    severity: 'warning',
    cases: () => [
      one('longer', 'an event with two bytes more behind its signature', (factory) =>
        factory.delivery({
          signature: (right) => `${right}${factory.settings.encoding === 'hex' ? '0000' : 'AAAA'}`,
        }),
      ),
    ],
  }),
  rule({
    name: 'malformed-signature',
    title: 'A malformed signature is refused',
    statement: 'A signature with another length, alphabet or form is refused.',
    cases: () => malformed,
  }),
  rule({
    name: 'missing-prefix',
    title: 'A digest without its prefix is refused',
    section: 'Good practice, from Events, delivery 2 and 3',
    statement: 'A digest without the prefix "v1=" is refused, because the service always sends the prefix.',
    fix: 'Accept only signatures that begin with "v1=". Code that removes an optional prefix accepts both.',
    severity: 'warning',
    cases: () => [signed('bare', 'an event with the right digest and no "v1=" before it', digestOf)],
  }),
  rule({
    name: 'wrong-prefix',
    title: 'A signature of another scheme is refused',
    section: 'Good practice, from Events, delivery 2 and 3',
    statement: 'A signature with another prefix than "v1=" is refused, because it belongs to another scheme.',
    fix: 'Accept only signatures that begin with "v1=".',
    severity: 'warning',
    cases: () => ['v2=', 'v0=', 'V1=', 'sha256='].map(prefixed),
  }),
  rule({
    name: 'tampered-timestamp',
    title: 'A changed timestamp is refused',
    statement: 'A timestamp that was changed after signing is refused.',
    fix: 'Compute the signature over the text of webhook-timestamp followed by the body, with nothing in between.',
    cases: () => tamperedTimestamp,
  }),
  rule({
    name: 'moved-boundary',
    title: 'The boundary of timestamp and body cannot be moved',
    section: 'Events, delivery 3: nothing between the two',
    statement:
      'A delivery with text moved between timestamp and body is refused, although its digest is the same.',
    fix: 'Require exactly ten digits in webhook-timestamp before you calculate with it.',
    cases: () => movedBoundary,
  }),
]
