import { describe, expect, test } from 'vitest'
import { idIn, listIn, sameDecimal } from '../../../conformance/exchange/reading.js'
import { isAccount, isCurrency, isDecimal, isTime, isUuid } from '../../../payment/values/checks.js'
import { exchangeOf } from '../support/make.js'

const answered = (value: unknown, location?: string) =>
  exchangeOf({ body: JSON.stringify(value), headers: location === undefined ? [] : [['Location', location]] })

describe('an id is found wherever it is', () => {
  test.each<[string, unknown, string | undefined, string | undefined]>([
    ['at the top', { id: 'a', data: { id: 'b' } }, undefined, 'a'],
    ['as a number', { id: 7 }, undefined, '7'],
    ['under the name of its kind', { partner: { id: 'p' }, customer_id: 'c' }, undefined, 'c'],
    ['in camel case', { customerId: 'c' }, undefined, 'c'],
    [
      'inside, under the name of its kind',
      { partner: { id: 'p' }, data: { customer_id: 'c' } },
      undefined,
      'c',
    ],
    ['inside', { data: { customer: { id: 'c' } } }, undefined, 'c'],
    ['as a uuid', { uuid: 'u' }, undefined, 'u'],
    ['in a list of one', [{ id: 'c' }], undefined, 'c'],
    ['at the end of the location', { ok: true }, 'https://a.example/api/customers/c-1/?x=y', 'c-1'],
    ['nowhere', { ok: true, id: '' }, undefined, undefined],
  ])('%s', (_case, body, location, id) => {
    expect(idIn(answered(body, location), 'customer')).toBe(id)
  })

  test('not in what is no JSON', () => {
    expect(idIn(exchangeOf({ body: '<id>1</id>', headers: [] }), 'customer')).toBeUndefined()
  })
})

describe('a list is found in its envelope', () => {
  test.each([
    [[1], [1]],
    [{ items: [1], cursor: null }, [1]],
    [{ data: { items: [1] } }, [1]],
    [{ a: { deep: [1] }, near: [2] }, [2]],
    [{ a: 1 }, undefined],
    ['text', undefined],
  ])('%j', (body, list) => {
    expect(listIn(answered(body))).toEqual(list)
  })
})

describe('decimals', () => {
  test.each([
    ['100', '100.00', true],
    ['0.1', '.1', true],
    [100, '100', true],
    ['100', '100.01', false],
    ['100', 'a hundred', false],
    [undefined, undefined, false],
  ])('%j and %j are equal: %s', (a, b, same) => {
    expect(sameDecimal(a, b)).toBe(same)
  })
})

describe('values of the tables', () => {
  const iban = { type: 'SEPA', iban: 'DE89' }
  const usd = { routing_number: '123456789', account_number: '1234A' }
  const euro = { type: 'Fiat', code: 'EUR' }

  test.each<[string, (value: unknown) => boolean, unknown, boolean]>([
    ['decimal', isDecimal, '1.50', true],
    ['decimal', isDecimal, '-1e-7', true],
    ['decimal', isDecimal, 1.5, false],
    ['decimal', isDecimal, '1,50', false],
    ['decimal', isDecimal, '', false],
    ['date-time', isTime, '2026-09-01T12:00:00Z', true],
    ['date-time', isTime, '2026-09-01T12:00:00.123456789+02:00', true],
    ['date-time', isTime, '2026-09-01', false],
    ['date-time', isTime, '2026-09-01T12:00:00', false],
    ['date-time', isTime, '2026-13-01T12:00:00Z', false],
    ['date-time', isTime, '01.09.2026 12:00', false],
    ['date-time', isTime, 1788264000, false],
    ['uuid', isUuid, 'A1B2C3D4-0000-7000-8000-00000000AAAA', true],
    ['uuid', isUuid, 'a1b2c3d4', false],
    ['currency', isCurrency, euro, true],
    ['currency', isCurrency, { type: 'Crypto', token: 'USDC', blockchain: 'Base' }, true],
    ['currency', isCurrency, { type: 'Crypto', token: 'USDC' }, false],
    ['currency', isCurrency, { type: 'fiat', code: 'EUR' }, false],
    ['currency', isCurrency, 'EUR', false],
    ['account', isAccount, { type: 'Fiat', account_identifier: iban }, true],
    ['account', isAccount, { type: 'Fiat', account_identifier: { type: 'FEDNOW', ...usd } }, true],
    [
      'account',
      isAccount,
      { type: 'Fiat', account_identifier: { type: 'ACH', ...usd, routing_number: '12345678' } },
      false,
    ],
    ['account', isAccount, { type: 'Fiat', account_identifier: { type: 'SWIFT', bic: 'X' } }, false],
    [
      'account of a rail that no table has',
      isAccount,
      { type: 'Fiat', account_identifier: { type: 'Spei', clabe: '1' } },
      true,
    ],
    ['account', isAccount, { type: 'Fiat', account_identifier: iban }, true],
    ['account', isAccount, { type: 'Crypto', chain: 'Base', address: '0x' }, true],
    ['account', isAccount, { type: 'Crypto', blockchain: 'Base', address: '0x' }, false],
    ['account', isAccount, { type: 'Pix', id: 'a1b2c3d4-0000-4000-8000-00000000aaaa' }, true],
    ['account', isAccount, { type: 'Wallet' }, false],
  ])('%s %#: %j', (_name, check, value, holds) => {
    expect(check(value)).toBe(holds)
  })
})
