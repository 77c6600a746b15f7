import { expect, test } from 'vitest'
import { evaluate } from '../../../conformance/sequences/targets.js'
import { exchangeOf } from '../support/make.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{ readonly expressions: [unknown, unknown][] }>(import.meta.dirname, 'expression.yaml')

const exchange = exchangeOf({
  method: 'POST',
  url: 'https://api.example/api/customers/c-1/signings?page=2',
  sent: '{"item":{"id":"i-1"}}',
  status: 201,
  headers: [['location', '/signings/s-1']],
  body: '{"id":"s-1","a/b":[{"c":7}]}',
})

test.each(tables.expressions)('%j', (expression, due) =>
  expect(evaluate(expression, exchange, '/customers/{id}/signings')).toEqual(due),
)
