import { expect, test } from 'vitest'
import { registryOf } from '../../../conformance/index.js'
import { ownPacks, registryFor } from '../../../bin/packs/packs.js'
import { rulesFor, listedRules } from '../../../bin/packs/rules-asked.js'
import { patienceFor } from '../../../bin/test/plan.js'

const payment = (version: string) => ({
  version,
  title: 'Payments',
  operations: [{ method: 'post', path: '/autoramps' }],
})
const shop = { version: '1', title: 'Shop', operations: [{ method: 'get', path: '/orders' }] }

// Rules that are not judged, and why.
test.each([
  ['versions/*', [payment('2026-07-01'), payment('2026-08-01')], 'which is about this service, has its own'],
  ['versions/*', [shop], 'such rules compare versions, and one document is judged'],
  ['quote/*', [shop], 'the pack payment-api has such rules, and is not about the documents'],
  ['anwsers/*', [shop], 'did you mean "answers/*"?'],
])('--rules %s of %j: %s', (pattern, documents, reason) => {
  // A severity counts where another pack sets none, whichever comes first.
  for (const packs of [ownPacks, ownPacks.toReversed()])
    expect(() => rulesFor({ rules: [pattern] }, registryFor(packs, documents), packs)).toThrow(reason)
})

test('a service may be down for a share of the time', () =>
  expect([5, 20, 60, 120, 600].map((seconds) => patienceFor(seconds * 1000))).toEqual([
    5_000, 10_000, 15_000, 30_000, 30_000,
  ]))

test('the list of rules that the build writes is that of the packs', () =>
  expect(listedRules()).toEqual(JSON.parse(JSON.stringify({ rules: registryOf(ownPacks).rules }))))
