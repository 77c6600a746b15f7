import { describe, expect, test } from 'vitest'
import { nearKeys } from '../../../conformance/recording/redact.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { flowsIn, railStatus, railStatuses } from '../../../payment/sections/customers.js'
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

test.each([
  ['Active', []],
  ['On', ['a rail is "On", which is not a rail status']],
  [4, ['a rail is 4, which is not a rail status']],
  [null, []],
  [{ since: '2026-08-01' }, []],
])('a rail that the document shows is judged once, unless it is an object %j', async (sepa, due) => {
  const reported = new Set<string>()
  const body = JSON.stringify({ fiat_deposit: { eur: { sepa } } })
  const eur = { properties: { sepa: { enum: ['Active', 'Blocked'] } } }
  const schema = { properties: { fiat_deposit: { properties: { eur } } } }
  const context: unknown = {
    under: { surface: { schemas: {} } },
    operation: () => ({ responses: { '200': { content: { 'application/json': { schema } } } } }),
    given: () => Promise.resolve({ response: { status: 200, headers: [], body } }),
    expect: (isRight: boolean, message: string) => isRight || reported.add(message),
  }
  await railStatus(context as ScenarioContext)
  expect([...reported]).toEqual(due)
})

test.each<[string, unknown, readonly string[]]>([
  ['a list', [{ flows: ['Onramp'] }], ['Onramp']],
  ['an object', [{ flows: { onramp: true, swap: 'Unavailable' } }], ['onramp']],
  ['the currency itself', [{ currency: { code: 'EUR' }, mint: false, offramp: true }], ['offramp']],
  ['an object of objects', [{ flows: { swap: { swap: true } } }], []],
  ['nothing of the kind', [{ currency: 'EUR', enabled: true }], []],
])('flows of a currency are in %s', (_case, currencies, due) =>
  expect(flowsIn(currencies).flatMap(({ name, isOpen }) => (isOpen ? [name] : []))).toEqual(due),
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
  ['secrets', 2],
  ['12.34.56', 2],
])('%s has %i keys that are nearly it', (key, count) => expect(nearKeys(key)).toHaveLength(count))
