import { describe, expect, test } from 'vitest'
import { targetsOf, targetsText } from '../../../webhook/listen/forward.js'

const types = ['customer_status', 'transaction_status', 'transaction', 'ping']
const [a, b, c] = ['http://a.test/', 'http://b.test/', 'https://c.test/in?x=1'] as const

describe('targets by kind', () => {
  test.each([
    [[c], { customer_status: c, transaction: c, ping: c, unknown: c, none: c }],
    [
      [a, `customer_status,TransactionStatus=${b}`],
      { customer_status: b, transaction_status: b, transaction: a, ping: a, unknown: a, none: a },
    ],
    [
      [`customer_status=${b}`, `transaction=${c}`],
      { customer_status: b, transaction: c, transaction_status: undefined, ping: b, none: undefined },
    ],
    [[`transaction=${a}`, `Ping=${b}`], { transaction: a, ping: b }],
  ] satisfies [string[], Record<string, string | undefined>][])('%j', (values, expected) => {
    const { urlFor } = targetsOf(values, types)
    const found = Object.keys(expected).map((type) => [type, urlFor(type === 'none' ? undefined : type)])
    expect(Object.fromEntries(found)).toEqual(expected)
  })

  test('are each named once', () => {
    const targets = targetsOf([a, `transaction=${b}`, `customer_status=${b}`, `ping=${a}`], types)
    expect(targetsText(targets)).toBe(`ping, the rest to ${a}; transaction, customer_status to ${b}`)
    expect(targetsText(targetsOf([a], types))).toBe(a)
  })

  test.each([
    [[a, b], 'two URLs without a kind'],
    [[`transaction=${a}`, `Transaction=${b}`], 'two URLs for transaction'],
    [[`transactoin=${a}`], 'did you mean "transaction"'],
    [['transaction='], 'not an http or https URL'],
    [['transaction'], 'not an http or https URL'],
    [['transaction=http://user:secret@a.test/'], 'contains credentials'],
  ])('%j is refused', (values, message) => expect(() => targetsOf(values, types)).toThrow(message))
})
