import { describe, expect, test } from 'vitest'

import { endpointProblems } from '../../../sandbox/webhook-endpoints/registration.js'

const hosts = { allowsLoopback: false, allowedHosts: [] }

describe('a label', () => {
  test.each([
    ['of 100 characters', 'é'.repeat(100)],
    ['of 100 joined characters', '👩🏽‍🚀'.repeat(25)],
    ['in a script that is written from right to left', 'مدفوعات'],
    ['with something to be seen among blanks', '  x  '],
  ])('%s is taken', (_what, label) => expect(endpointProblems({ label }, hosts)).toEqual({}))

  test.each([
    ['that is empty', '', 'must not be blank'],
    ['of blanks', ' \u00A0\u3000', 'must not be blank'],
    ['of characters that nobody sees', '\u200B\u3164\u2800\uFEFF', 'must not be blank'],
    ['of 101 characters', 'é'.repeat(101), 'must have at most 100 characters; this one has 101'],
    ['with the end of a line', 'a\nb', 'must not contain control characters'],
    ['with an escape', 'a\u001B[31m', 'must not contain control characters'],
    ['that turns text around', 'a\u202Eb', 'must not contain control characters'],
    ['that isolates', 'a\u2066b', 'must not contain control characters'],
    ['with half a character', 'a\uD800', 'must not contain control characters'],
  ])('%s is refused', (_what, label, problem) =>
    expect(endpointProblems({ label }, hosts).label).toContain(problem),
  )
})

test('what is wrong with each member is found at once', () =>
  expect(Object.keys(endpointProblems({ label: ' ', url: 'ftp://x/', topics: [] }, hosts))).toEqual([
    'label',
    'url',
    'topics',
  ]))
