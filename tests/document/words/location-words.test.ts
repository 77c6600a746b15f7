import { expect, it } from 'vitest'
import { bareTemplate, locationWords, logicalKeys } from '../../../document/index.js'

const root = {
  openapi: '3.1.0',
  paths: {
    '/customers/{id}': {
      parameters: [{ in: 'path', name: 'id' }],
      get: { responses: { 200: { content: { 'application/json': { schema: { type: 'array' } } } } } },
      post: { parameters: [{ $ref: '#/components/parameters/Trace' }] },
    },
  },
  tags: [{ name: 'first' }],
  servers: [{ url: '/v1' }, { title: 'a', url: '/v2' }],
  components: { schemas: { 'a/b': { properties: { c: {} } } } },
}

it.each([
  ['#/components/schemas/Customer/properties/state', '`Customer.state`'],
  ['#/components/schemas/a~1b/properties/c', '`a/b.c`'],
  ['#/components/schemas/Customer/propertyNames', '`Customer.{name}`'],
  ['#/components/schemas/Customer/contains', '`Customer`'],
  ['#/components/parameters/Trace/schema/items', '`[]` of parameter `Trace`'],
  ['#/paths/~1customers~1{id}/get', '`get /customers/{id}`'],
  ['#/paths/~1customers~1{id}/post/requestBody', 'the request body of `post /customers/{id}`'],
  ['#/paths/~1customers~1{id}/parameters/0', 'parameter `path id` of `/customers/{id}`'],
  ['#/paths/~1customers~1{id}/post/parameters/0', 'parameter `Trace` of `post /customers/{id}`'],
  [
    '#/paths/~1customers~1{id}/get/responses/200/content/application~1json/schema/items/properties/id',
    '`[].id` of response `200` of `get /customers/{id}`',
  ],
  ['#/webhooks/changed/post/requestBody', 'the request body of `webhook changed`'],
  ['#/x-webhooks/changed/post/requestBody', 'the request body of `webhook changed`'],
  ['#/paths/~1a/get/responses/200/headers/items/schema', 'header `items` of response `200` of `get /a`'],
  ['#/paths/~1a/get/responses/200/headers', 'response `200` of `get /a`'],
  ['#/paths/~1a/get/responses', '`get /a`'],
  ['#/paths/~1a/get/callbacks/done', 'callback `done` of `get /a`'],
  ['#/paths/~1a/get/callbacks', '`get /a`'],
  ['#/components/responses/No/links/next', 'link `next` of response `No`'],
  ['#/components/responses/No/links', 'response `No`'],
  ['#/tags/0', 'tag `first`'],
  ['#/tags/1', 'tag `1`'],
  ['#/servers/0', '`servers /v1`'],
  ['#/servers/1', '`servers a`'],
  ['#/info/title', 'the document'],
  ['#/security/0', 'the document'],
  ['#', 'the document'],
])('%s is called %s', (pointer, words) => {
  expect(locationWords(root, pointer)).toBe(words)
})

it('keys of a pointer name items of lists, and paths without their parameters', () => {
  expect(logicalKeys(root, '#/paths/~1customers~1{id}/parameters/0')).toEqual([
    'paths',
    '/customers/{}',
    'parameters',
    'path id',
  ])
  expect(bareTemplate('/a/{x}/b/{y}')).toBe('/a/{}/b/{}')
})
