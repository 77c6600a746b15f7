import { expect, test } from 'vitest'
import { routeFinder } from '../../../conformance/session/operation-index.js'

const find = routeFinder([
  'get /customers',
  'get /customers/{}',
  'post /customers/{}',
  'get /customers/{}/abilities',
  'get /customers/search/{}',
  'get /autoramps/quote',
  'get /autoramps/{}',
  'get /reports/{date}.csv',
  'get /',
])

test.each([
  ['GET', '/customers', 'get /customers'],
  ['GET', '/customers/', 'get /customers'],
  ['get', '/customers/c1', 'get /customers/{}'],
  ['POST', '/customers/c1', 'post /customers/{}'],
  ['DELETE', '/customers/c1', undefined],
  ['GET', '/customers/c1/abilities', 'get /customers/{}/abilities'],
  ['GET', '/customers/search/abilities', 'get /customers/search/{}'],
  ['GET', '/customers/search', 'get /customers/{}'],
  ['GET', '/autoramps/quote', 'get /autoramps/quote'],
  ['GET', '/autoramps/quotes', 'get /autoramps/{}'],
  ['GET', '/reports/2026-08.csv', 'get /reports/{date}.csv'],
  ['GET', '/reports/2026-08.pdf', undefined],
  ['GET', '/', 'get /'],
  ['GET', '/unknown', undefined],
] as const)('%s %s is %s', (method, path, route) => {
  expect(find(method, path)).toBe(route)
})
