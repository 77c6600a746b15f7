import { expect, test } from 'vitest'
import { evaluate } from '../../../conformance/exchange/expression.js'
import { exchangeOf } from '../support/make.js'

const exchange = exchangeOf({
  method: 'POST',
  url: 'https://api.example/api/customers/c-1/signings?page=2',
  sent: '{"item":{"id":"i-1"}}',
  status: 201,
  headers: [['location', '/signings/s-1']],
  body: '{"id":"s-1","a/b":[{"c":7}]}',
})

test.each<[unknown, unknown]>([
  ['$response.body#/id', 's-1'],
  ['$response.body#/a~1b/0/c', 7],
  ['$response.body#/none', undefined],
  ['$response.header.Location', '/signings/s-1'],
  ['$request.body#/item/id', 'i-1'],
  ['$request.path.id', 'c-1'],
  ['$request.query.page', '2'],
  ['$request.query.none', undefined],
  ['$method', 'POST'],
  ['$statusCode', '201'],
  ['plain', 'plain'],
  [7, 7],
])('%j', (expression, due) => {
  expect(evaluate(expression, exchange, '/customers/{id}/signings')).toBe(due)
})
