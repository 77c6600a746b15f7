import { describe, expect, test } from 'vitest'
import { rewritingsOf } from '../../../runtime/webhooks/diagnose.js'

const signed =
  '{"type":"transaction","data":{"amount":10.0,"rate":1.50e2,"id":12345678901234567890,"n":"1.0"}}'

describe('the texts that a body may have had before it was printed anew', () => {
  test.each([
    [
      'by Python',
      '{"type": "transaction", "data": {"amount": 10.0, "rate": 1.50e2, "id": 12345678901234567890, "n": "1.0"}}',
    ],
    [
      'with an indentation',
      '{\n  "type": "transaction",\n  "data": {\n    "amount": 10.0,\n    "rate": 1.50e2,\n    "id": 12345678901234567890,\n    "n": "1.0"\n  }\n}',
    ],
  ])('keep numbers as they are spelled: %s', (_, given) => {
    expect(rewritingsOf(given)).toContain(signed)
  })

  test('have numbers as JavaScript prints them as well', () => {
    expect(rewritingsOf('{"amount": 10.0}')).toEqual(
      expect.arrayContaining(['{"amount":10.0}', '{"amount":10}']),
    )
  })

  test('take time in proportion to the body', () => {
    const hostile = `"${'\\"'.repeat(30_000)}`
    expect(rewritingsOf(hostile).length).toBeGreaterThan(0)
    expect(rewritingsOf(`${hostile}"`).length).toBeGreaterThan(0)
  })
})
