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

const mendVerify =
  'Compute HMAC-SHA256 over timestamp and raw body under the secret, and refuse what does not equal the whole signature.'

interface Given {
  readonly name: string
  readonly title: string
  readonly statement: string
  readonly mend?: string
  readonly section?: string
  readonly severity?: 'warning'
  readonly cases: DrillRule extends infer R ? (R extends { cases: infer C } ? C : never) : never
}

const rule = ({ name, section = 'Events, delivery 3', mend = mendVerify, ...given }: Given): DrillRule => ({
  id: `receiver/${name}`,
  section,
  mend,
  due: 'refused',
  ...given,
  severity: given.severity ?? 'error',
})

/** Deliveries with wrong signatures must be refused. */
export const signatureRules: readonly DrillRule[] = [
  rule({
    name: 'missing-signature',
    title: 'An event without a signature is refused',
    statement: 'Without webhook-signature nothing is verified, and nothing is taken.',
    mend: 'Refuse deliveries that lack the header, before anything else is looked at.',
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
    statement: 'Without webhook-timestamp neither the signature nor the time can be verified.',
    mend: 'Refuse deliveries that lack the header, before anything else is looked at.',
    cases: () => missingTimestamp,
  }),
  rule({
    name: 'wrong-secret',
    title: 'Another secret is refused',
    statement: 'What is signed with another secret, an empty one too, is refused.',
    cases: wrongSecrets,
  }),
  rule({
    name: 'forged-signature',
    title: 'A forged signature is refused',
    statement: 'A signature that is well formed and wrong is refused.',
    cases: () => forged,
  }),
  rule({
    name: 'truncated-signature',
    title: 'A cut signature is refused',
    statement: 'The beginning of the right digest is not the right digest.',
    mend: 'Compare whole digests of equal length, in constant time; never with a test for a beginning.',
    cases: () => [
      signed('half', 'an event with the first half of its signature', (right) => cut(right, 32)),
      signed('eight', 'an event with the first eight digits of its signature', (right) => cut(right, 8)),
      signed('one', 'an event with the first digit of its signature', (right) => cut(right, 1)),
    ],
  }),
  rule({
    name: 'extended-signature',
    title: 'A signature with more behind it is refused',
    section: 'Good practice, from Events, delivery 3',
    statement: 'The right digest with further bytes behind it is no digest of HMAC-SHA256.',
    mend: 'Compare whole digests of equal length.',
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
    title: 'What is no signature is refused',
    statement: 'A signature of another length, in other letters or of another form is refused.',
    cases: () => malformed,
  }),
  rule({
    name: 'missing-prefix',
    title: 'A digest without its prefix is refused',
    section: 'Good practice, from Events, delivery 2 and 3',
    statement: 'Every signature is prefixed "v1=": a bare digest was sent by somebody else.',
    mend: 'Take signatures that begin with "v1=" and no others; removing a prefix that may be absent takes both.',
    severity: 'warning',
    cases: () => [signed('bare', 'an event with the right digest and no "v1=" before it', digestOf)],
  }),
  rule({
    name: 'wrong-prefix',
    title: 'A signature of another scheme is refused',
    section: 'Good practice, from Events, delivery 2 and 3',
    statement:
      'What is not prefixed "v1=" is a signature of another kind, and is not read as one of this kind.',
    mend: 'Take signatures that begin with "v1=" and no others.',
    severity: 'warning',
    cases: () => ['v2=', 'v0=', 'V1=', 'sha256='].map(prefixed),
  }),
  rule({
    name: 'tampered-timestamp',
    title: 'A changed timestamp is refused',
    statement: 'The timestamp is signed: one that was changed afterwards is refused.',
    mend: 'Sign the text of webhook-timestamp with the body: the two joined, with nothing between.',
    cases: () => tamperedTimestamp,
  }),
  rule({
    name: 'moved-boundary',
    title: 'The boundary of timestamp and body cannot be moved',
    section: 'Events, delivery 3: nothing between the two',
    statement: 'Text that was moved from body to timestamp or back keeps its digest, and is refused.',
    mend: 'Demand exactly ten digits of webhook-timestamp before any arithmetic.',
    cases: () => movedBoundary,
  }),
]
