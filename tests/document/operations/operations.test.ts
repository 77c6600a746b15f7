import { describe, expect, it } from 'vitest'
import {
  isMethod,
  methods,
  methodsOfAnyVersion,
  operationsIn,
  parametersOf,
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

it('methods are the keys of path items that hold operations', () => {
  expect([...methods, 'query']).toEqual(methodsOfAnyVersion)
  expect(['get', 'trace', 'query', 'parameters', 'GET'].map(isMethod)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
