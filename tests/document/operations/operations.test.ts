import { describe, expect, it } from 'vitest'
import {
  isMethod,
  isWebhooksKey,
  methods,
  methodsOfAnyVersion,
  operationsIn,
  parametersOf,
  webhooksKeyOf,
} from '../../../document/index.js'

const root = {
  paths: {
    '/a': {
      parameters: [
        { in: 'query', name: 'q', description: 'of the path' },
        { $ref: '#/components/parameters/P' },
      ],
      post: { parameters: [{ in: 'query', name: 'q', description: 'own' }] },
      get: {},
      description: 'no operation',
    },
    '/b': { $ref: '#/paths/~1a' },
    'x-own': { get: {} },
  },
  webhooks: { changed: { post: {} }, empty: null },
  components: { parameters: { P: { in: 'path', name: 'q' } } },
}

describe('operations', () => {
  it('of paths come in document order, those of a path in the order of methods', () => {
    const found = operationsIn(root, 'paths').map(({ method, name, path }) => [method, name, path.join(' ')])
    expect(found).toEqual([
      ['get', '/a', 'paths /a get'],
      ['post', '/a', 'paths /a post'],
      ['get', '/b', 'paths /a get'],
      ['post', '/b', 'paths /a post'],
    ])
  })

  it('of webhooks go by the name of the webhook', () => {
    expect(operationsIn(root, 'webhooks').map(({ method, name }) => [method, name])).toEqual([
      ['post', 'changed'],
    ])
    expect(operationsIn({}, 'webhooks')).toEqual([])
    expect(operationsIn(null, 'paths')).toEqual([])
  })

  it('have the parameters of their path, but for those that they have themselves', () => {
    const [get, post] = operationsIn(root, 'paths')
    const described = (operation: typeof get): unknown[] =>
      operation ? parametersOf(root, operation).map(({ node }) => [node['in'], node['description']]) : []
    expect(described(get)).toEqual([
      ['query', 'of the path'],
      ['path', undefined],
    ])
    expect(described(post)).toEqual([
      ['query', 'own'],
      ['path', undefined],
    ])
  })
})

it.each([
  ['3.2.0', true, ['get', 'query', 'COPY', 'MKCOL']],
  ['3.2.0', false, ['get']],
  ['3.2.0', undefined, ['get']],
  ['3.1.0', true, ['get']],
])('of OpenAPI %s, newer ones %s, are %j', (openapi, hasNewer, names) => {
  const item = {
    query: {},
    get: {},
    additionalOperations: { COPY: {}, copy: {}, GET: {}, QUERY: {}, MKCOL: {}, LOCK: 'none' },
  }
  const found = operationsIn({ openapi, paths: { '/a': item } }, 'paths', hasNewer)
  expect(found.map(({ method }) => method)).toEqual(names)
})

it.each([
  [{ webhooks: {} }, 'webhooks'],
  [{ 'x-webhooks': {} }, 'x-webhooks'],
  [{ webhooks: {}, 'x-webhooks': {} }, 'webhooks'],
  [{ 'x-webhooks': true }, 'webhooks'],
  [{}, 'webhooks'],
])('webhooks of %j are those of %s', (root, key) => {
  expect(webhooksKeyOf(root)).toBe(key)
  expect(['webhooks', 'x-webhooks', 'paths', undefined].map(isWebhooksKey)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it('methods are the keys of path items that hold operations', () => {
  expect([...methods, 'query']).toEqual(methodsOfAnyVersion)
  expect(['get', 'trace', 'query', 'parameters', 'GET'].filter(isMethod)).toEqual(['get', 'trace', 'query'])
})
