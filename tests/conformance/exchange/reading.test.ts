import { describe, expect, test } from 'vitest'
import { idIn, isStringBody, listIn, sameDecimal } from '../../../conformance/exchange/reading.js'
import { isRecord } from '../../../payment/sections/quote/fields.js'
import { isDecimal, isTime, isUuid } from '../../../payment/values/checks.js'
import { exchangeOf } from '../support/make.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly ids: [string, unknown, string | null, string?][]
  readonly lists: [number[] | object | string, number[]?][]
  readonly strings: [string, string, boolean][]
  readonly decimals: [string | number | null, string | null, boolean][]
  readonly values: [keyof typeof checks, unknown, boolean][]
}>(import.meta.dirname, 'reading.yaml')

const answered = (value: unknown, location?: string) =>
  exchangeOf({ body: JSON.stringify(value), headers: location === undefined ? [] : [['Location', location]] })

describe('an id is found wherever it is', () => {
  test.each(tables.ids)('%s', (_case, body, id, location) =>
    expect(idIn(answered(body, location), 'customer')).toBe(id ?? undefined),
  )

  test('not in what is not JSON', () =>
    expect(idIn(exchangeOf({ body: '<id>1</id>', headers: [] }), 'customer')).toBeUndefined())
})

test.each(tables.lists)('a list is found in its envelope %j', (body, list) =>
  expect(listIn(answered(body))).toEqual(list),
)

test.each(tables.strings)('a body of type %s is a string %#: %s', (type, body, isString) =>
  expect(isStringBody(exchangeOf({ body, headers: [['Content-Type', type]] }))).toBe(isString),
)

test.each(tables.decimals)('decimals %j and %j are equal: %s', (a, b, same) =>
  expect(sameDecimal(a, b)).toBe(same),
)

const checks = {
  decimal: isDecimal,
  'date-time': isTime,
  uuid: isUuid,
  currency: (value: unknown) => isRecord(value, 'Currency'),
  account: (value: unknown) => isRecord(value, 'Account'),
}

test.each(tables.values)('values of the tables %s %#: %j', (name, value, holds) =>
  expect(checks[name](value)).toBe(holds),
)
