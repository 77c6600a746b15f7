import { describe, expect, test } from 'vitest'
import { nearKeys } from '../../../conformance/recording/redact.js'
import { railStatuses } from '../../../payment/sections/customers.js'
import { isSameDocument } from '../../../payment/sections/terms.js'

test.each<[string, unknown, readonly string[]]>([
  ['rails by name', { eur: { sepa: 'Active', swift: 'active' } }, ['Active', 'active']],
  ['rails of a list', [{ currency: 'EUR', rails: [{ name: 'sepa', status: 'On' }] }], ['On']],
  ['a currency named inside', { eur: { currency: 'EUR', provider: 'Bank', sepa: 'Active' } }, ['Active']],
  ['a snapshot with a status of its own', { status: 'Open', eur: { sepa: 'Closed' } }, ['Closed']],
  ['times and remarks', { checked_at: 'now', eur: { note: 'none', sepa: 'Blocked' } }, ['Blocked']],
])('statuses of rails stand beside what describes them %s', (_case, snapshot, due) =>
  expect(railStatuses(snapshot).map(([, text]) => text)).toEqual(due),
)

describe('a document is the same by its id or its link', () => {
  const terms = { id: 'a', url: 'https://terms.example/1' }
  test.each<[string, object, boolean]>([
    ['both', terms, true],
    ['the id alone', { ...terms, url: 'https://terms.example/1?token=2' }, true],
    ['the link alone', { ...terms, id: 'b' }, true],
    ['neither', { id: 'b', url: 'https://terms.example/2' }, false],
  ])('%s', (_case, other, due) => expect(isSameDocument(terms, other)).toBe(due))
})

test.each([
  ['secret-key-of-letters', 4],
  ['c0ffee00-0000-4000-8000-000000000001', 3],
])('%s has %i keys that are nearly it', (key, count) => expect(nearKeys(key)).toHaveLength(count))
