import { describe, expect, it } from 'vitest'
import { dateTime, decimal, uuid } from '../../runtime/formats.js'

describe('branded texts', () => {
  it('are the texts that they are made of', () => {
    expect(uuid('8a4d9b5e-0a3c-4f7e-9d55-3b4f5a2f3a10')).toBe('8a4d9b5e-0a3c-4f7e-9d55-3b4f5a2f3a10')
    expect(decimal('0.10')).toBe('0.10')
    expect(dateTime('2026-08-01T00:00:00+01:00')).toBe('2026-08-01T00:00:00+01:00')
    expect(dateTime(new Date(0))).toBe('1970-01-01T00:00:00.000Z')
  })

  it.each([
    ['a UUID', () => uuid('urn:uuid:8a4d9b5e-0a3c-4f7e-9d55-3b4f5a2f3a10')],
    ['a decimal number', () => decimal('1e3')],
    ['a date-time of RFC 3339', () => dateTime('2026-08-01 00:00:00Z')],
  ])('are refused when they are not %s', (what, make) => {
    expect(make).toThrow(`is not ${what}`)
  })
})
