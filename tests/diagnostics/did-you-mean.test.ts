import { describe, expect, test } from 'vitest'
import { catalogue } from '../../payment/index.js'
import { didYouMean, nearest } from '../../diagnostics/index.js'

describe('the names that were probably meant', () => {
  const ids = catalogue.map(({ id }) => id)

  test.each<[string, readonly string[], readonly string[]]>([
    ['versioning/eco', ids, ['versioning/echo']],
    ['VERSIONING/ECHO', ids, ['versioning/echo']],
    ['version/echo', ids, ['versioning/echo']],
    ['echo', ids, ['versioning/echo', 'quote/echo']],
    ['2026-08-02', ['2025-03-13', '2026-07-01', '2026-08-01'], ['2026-08-01', '2026-07-01']],
    ['versionning/*', ['versioning/*', 'quote/*'], ['versioning/*']],
    ['customer', ['customer_status', 'transaction'], ['customer_status']],
    ['zzzzzz', ids, []],
    ['ab', ['xy', 'cd'], []],
    ['', ids, []],
    ['x'.repeat(101), ['x'.repeat(100)], []],
  ])('of %s', (wrong, names, found) => {
    expect([...nearest(wrong, names)].toSorted()).toEqual([...found].toSorted())
  })

  test('are three at most, the nearest first', () => {
    expect(nearest('rule-0', ['rule-12', 'rule-1', 'rule-2', 'rule-3', 'rule-4'])).toEqual([
      'rule-1',
      'rule-2',
      'rule-3',
    ])
  })

  test.each([
    ['a1', ['a2'], '; did you mean "a2"?'],
    ['rule', ['rule1', 'rule2'], '; did you mean "rule1" or "rule2"?'],
    ['rule', ['rule1', 'rule2', 'rule3'], '; did you mean "rule1", "rule2" or "rule3"?'],
    ['rule', ['other'], ''],
  ])('are a question: %s', (wrong, names, text) => {
    expect(didYouMean(wrong, names)).toBe(text)
  })
})
