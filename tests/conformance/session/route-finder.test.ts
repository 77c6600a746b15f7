import { expect, test } from 'vitest'
import { routeFinder } from '../../../conformance/session/version-under-test.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{ readonly routes: [string, string, string?][] }>(
  import.meta.dirname,
  'route-finder.yaml',
)

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

test.each(tables.routes)('%s %s is %s', (method, path, route) => expect(find(method, path)).toBe(route))
