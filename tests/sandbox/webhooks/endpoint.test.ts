import { describe, expect, test } from 'vitest'

import type { EventRecord } from '../../../sandbox/state/records.js'
import { Endpoint, type Outcome } from '../../../sandbox/webhooks/endpoint.js'

const eventOf = (id: string): EventRecord => ({
  id,
  partnerId: 'partner',
  customerId: 'customer',
  type: 'customer_created',
  topic: 'CustomerCreated',
  body: '{}',
  createdAt: new Date(0),
})

/** 1, 2, 4, ... seconds, without jitter. */
const wait = (failures: number): number => 1000 * 2 ** (failures - 1)

const endpointWith = (names: string): Endpoint => {
  const endpoint = new Endpoint('webhook', 'partner')
  for (const [order, name] of Array.from(names).entries())
    endpoint.add({ event: eventOf(name), order, failures: 0, dueAt: 0 })
  return endpoint
}

const outcomes: Readonly<Record<string, Outcome>> = { '+': 'acknowledged', '-': 'refused', '?': 'unanswered' }

/** Begins the due attempts, and returns their names. */
const begun = (endpoint: Endpoint, now: number): string => {
  let names = ''
  for (let one = endpoint.next(now); one !== undefined; one = endpoint.next(now)) {
    names += one.event.id
    endpoint.begin(one.event.id)
  }
  return names
}

const end = (endpoint: Endpoint, name: string, outcome: string, now: number): void => {
  endpoint.settle(name, outcomes[outcome] ?? 'refused', now, wait)
  endpoint.end(name)
}

/**
 * Takes steps of `seconds:begun|ended`, and returns them with the attempts that really began. An ended one is
 * followed by its outcome: `+` acknowledged, `-` refused, `?` without a response.
 */
const run = (endpoint: Endpoint, steps: string): string =>
  steps
    .split(' ')
    .map((step) => {
      const [, seconds = '', ended = ''] = /^([\d.]+):\w*(.*)$/.exec(step) ?? []
      const now = Number(seconds) * 1000
      const names = begun(endpoint, now)
      for (const [, name = '', outcome = ''] of ended.matchAll(/(\w)([+?-])/g))
        end(endpoint, name, outcome, now)
      return `${seconds}:${names}${ended}`
    })
    .join(' ')

describe('events of one endpoint', () => {
  test.each<[string, string, string]>([
    ['are attempted four at a time', 'abcdef', '0:abcd|a+b- 0:ef'],
    ['are repeated each by itself', 'ab', '0:ab|a-b+ 0.9: 1:a|a- 2.9: 3:a|a- 6.9: 7:a'],
    ['that are refused hold up nothing', 'abcdef', '0:abcd|a-b-c-d- 0:ef|e+f+ 1:abcd'],
    ['go on beside one without a response', 'abcdef', '0:abcd|b+c+d+ 0:ef|e+f+ 5:|a? 6:a'],
    ['wait when two had no response', 'abcdef', '0:abcd|a?b?c?d? 0: 0.9: 1:e|e? 1: 2.9: 3:f'],
    ['go on with the first response of any kind', 'abcdefg', '0:abcd|a?b?c?d? 1:e|e- 1:fgab'],
    ['are not paused by one event alone', 'a', '0:a|a? 1:a|a? 3:a|a? 7:a'],
    ['are not paused by failures between responses', 'abcde', '0:abcd|a?b-c?d+ 0:e'],
    ['do not prolong a pause', 'abcdef', '0:abcd|a?b? 0.9:|c?d? 1:e|e+ 1:fab|f+a+b+ 1.9:cd'],
  ])('%s', (_what, names, steps) => expect(run(endpointWith(names), steps)).toBe(steps))

  test('pauses grow up to a minute', () => {
    const endpoint = endpointWith('abcdefghijklmnopqrstuvwxyz')
    const pauses: number[] = []
    let now = 0
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const [name = ''] = begun(endpoint, now)
      end(endpoint, name, '?', now)
      const due = endpoint.isPaused ? (endpoint.dueAt ?? now) : now
      if (endpoint.isPaused) pauses.push((due - now) / 1000)
      now = due
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60])
  })

  test('keep their order when they are hastened', () => {
    const endpoint = endpointWith('abc')
    run(endpoint, '0:abc|c-b-a-')
    expect(begun(endpoint, 0)).toBe('')
    endpoint.hasten()
    expect(begun(endpoint, 0)).toBe('abc')
  })

  test('are due when the clock goes back behind all waits', () => {
    const endpoint = endpointWith('abc')
    run(endpoint, '9000:abc|a?b?')
    expect(endpoint).toMatchObject({ isPaused: true, dueAt: 9001e3 })
    endpoint.hastenBeyond(4000e3)
    expect(endpoint).toMatchObject({ isPaused: false, dueAt: 0 })
  })
})
