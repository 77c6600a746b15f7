import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { oddBodies } from './odd-bodies.js'
import { type Case, type CaseRule, one } from './rule.js'
import { chosen, digestOf, otherDigest, without } from './signature-cases.js'

const several: readonly Case[] = [
  chosen('comma', 'a wrong and the right signature with a comma between', {
    signature: (right) => `${otherDigest(right)},${right}`,
  }),
  chosen('space', 'a wrong and the right signature with a space between', {
    signature: (right) => `${otherDigest(right)} ${right}`,
  }),
  chosen('right-first', 'the right and then a wrong signature', {
    signature: (right) => `${right},${otherDigest(right)}`,
  }),
  chosen('other-version', 'the right signature and one of another version', {
    signature: (right) => `${right},v2=${digestOf(otherDigest(right))}`,
  }),
  chosen('two-headers', 'two headers, the right signature in the second', {
    signature: (right) => [otherDigest(right), right],
  }),
]

const spellings = ({ settings: setting }: DeliveryFactory): Case[] => [
  ...(setting.encoding === 'hex'
    ? [
        chosen('upper', 'a digest in upper case', {
          signature: (right) => `v1=${digestOf(right).toUpperCase()}`,
        }),
      ]
    : []),
  chosen('encoding', `a digest in ${setting.encoding === 'hex' ? 'base64' : 'hex'}`, {
    encoding: setting.encoding === 'hex' ? 'base64' : 'hex',
  }),
]

const replayed: Case = {
  key: 'replay',
  description: 'the same delivery twice, with the same id and signature',
  make: (factory) => {
    const delivery = factory.delivery()
    return [delivery, delivery]
  },
}

const padded = (kibibytes: number): Case =>
  one(`${kibibytes}`, `a body of ${kibibytes} KiB`, (factory) => {
    const text = factory.text()
    return factory.delivery({ body: `{${' '.repeat(kibibytes * 1024 - text.length)}${text.slice(1)}` })
  })

const types: readonly Case[] = [
  chosen('text', 'an event of type text/plain', { contentType: 'text/plain' }),
  chosen('none', 'an event without a content type', { headers: without('content-type') }),
]

const framings: readonly Case[] = [
  chosen('chunked', 'a body in chunks', { framing: 'chunked' }),
  chosen('expected', 'a body that is sent when the receiver asks for it', { framing: 'expected' }),
]

const methods: readonly Case[] = ['GET', 'PUT'].map((method) =>
  chosen(method, `a signed ${method}`, { method }),
)

const open = (
  name: string,
  title: string,
  section: string,
  statement: string,
  reason: string,
  cases: CaseRule['cases'],
  manners: Pick<CaseRule, 'bearsErrors'> = {},
): CaseRule => ({
  ...manners,
  id: `receiver/${name}`,
  title,
  section,
  statement,
  fix: 'Nothing to fix: nothing is promised here.',
  severity: 'warning',
  due: 'open',
  reason,
  cases,
})

/** Rules that only note and never fail. */
export const openRules: readonly CaseRule[] = [
  open(
    'several-signatures',
    'Several signatures in one delivery',
    'Events, delivery 2',
    'Whether one right signature among several is enough.',
    'the specification shows one signature in a delivery',
    () => several,
  ),
  open(
    'digest-spelling',
    'Spelling of the digest',
    'Events, delivery 2 and 3',
    'Whether other spellings of the digest are read.',
    'the encoding of the digest is not shown',
    spellings,
  ),
  open(
    'missing-id',
    'A delivery without webhook-id',
    'Events, delivery 2 and 3',
    'Whether an event without webhook-id is taken.',
    'the id is no part of what is signed, and every delivery has one',
    () => [chosen('absent', 'an event without webhook-id', { headers: without('webhook-id') })],
  ),
  open(
    'replay',
    'The same delivery twice',
    'Events, delivery 3 and 6',
    'Whether the same delivery is accepted twice within the window.',
    'each attempt has a new webhook-id, so the service never sends the same delivery twice',
    () => [replayed],
  ),
  open(
    'odd-bodies',
    'Bodies that no service should send',
    'Events, delivery 1',
    'How signed but unusual bodies are handled.',
    'the fields of the container are not shown, and JSON leaves the rest open',
    () => oddBodies,
  ),
  open(
    'large-body',
    'Very large bodies',
    'Limits',
    'How large a body may be.',
    'no limit for the size of an event is shown',
    () => [64, 256, 1024, 4096].map(padded),
    { bearsErrors: true },
  ),
  open(
    'other-types',
    'Other content types',
    'Events, delivery 1',
    'Whether the content type decides.',
    'the service sends application/json alone',
    () => types,
  ),
  open(
    'framing',
    'Other framings of the body',
    'Events, delivery 1',
    'Whether a body without Content-Length and a body after 100 Continue are read.',
    'how the service frames its bodies is not shown',
    () => framings,
    { bearsErrors: true },
  ),
  open(
    'other-methods',
    'Other methods',
    'Events, delivery 1',
    'The response to methods other than POST.',
    'every delivery is a POST',
    () => methods,
    { bearsErrors: true },
  ),
]
