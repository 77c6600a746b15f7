import { expect, test } from 'vitest'
import { ObserverTally } from '../../../conformance/session/observer-runner.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'

const exchange = (sentAt: number): Exchange => ({
  request: { method: 'GET', url: 'http://127.0.0.1/a', headers: [] },
  response: { status: 200, headers: [], body: '' },
  target: 'api',
  sentAt,
  isReplay: false,
})

test('what was seen is summed up by rule and version, and taken once', () => {
  const observed = new ObserverTally()
  observed.add('a/b', '2026-08-01', [])
  observed.add('a/b', '2026-08-01', [{ message: 'wrong' }])
  observed.add('a/b', '*', [])
  expect(observed.take()).toEqual([
    {
      rule: 'a/b',
      version: '2026-08-01',
      judged: 2,
      findings: [{ message: 'wrong', occurrences: 1, evidence: [] }],
    },
    { rule: 'a/b', version: '*', judged: 1, findings: [] },
  ])
  expect(observed.take()).toEqual([])
})

test('a rule that finds nothing names the first exchanges of the run in which it did', () => {
  const observed = new ObserverTally()
  const [one, two, three] = [1, 2, 3].map((at) => Object.assign(exchange(at), { id: String(at) }))
  observed.add('a/b', '*', [], one)
  observed.add('c/d', '*', [], one)
  expect(observed.take().map(({ exchanges }) => exchanges)).toEqual([['1'], ['1']])
  expect(observed.takeEvidence()).toEqual([one])
  observed.add('a/b', '*', [], two)
  observed.add('a/b', '*', [], three)
  expect(observed.take().map(({ exchanges }) => exchanges)).toEqual([['2']])
  expect(observed.takeEvidence()).toEqual([two])
})

test('a promise that is broken in every answer is one finding with the first of the evidence', () => {
  const observed = new ObserverTally()
  for (let at = 1; at <= 100; at++) {
    observed.add('a/b', '*', [{ message: 'wrong', exchange: exchange(at) }])
  }
  const [{ judged, findings } = { judged: 0, findings: [] }] = observed.take()
  expect(judged).toBe(100)
  expect(findings).toHaveLength(1)
  expect(findings[0]?.occurrences).toBe(100)
  expect(findings[0]?.evidence.map(({ sentAt }) => sentAt)).toEqual([1, 2, 3])
})
