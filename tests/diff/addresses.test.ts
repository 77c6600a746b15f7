import { describe, expect, test } from 'vitest'
import { diff, documentOf, idsOf } from './support/documents.js'

type Servers = readonly (string | object)[] | undefined

const listed = (servers: Servers): object =>
  servers === undefined
    ? {}
    : { servers: servers.map((one) => (typeof one === 'string' ? { url: one } : one)) }

const get = (more: object = {}): object => ({
  get: { responses: { 200: { description: 'Fine.' } }, ...more },
})

/** A document of these servers and paths; a path with servers of its own has them beside it. */
const api = (servers: Servers, ...paths: readonly (string | readonly [string, Servers])[]): object =>
  documentOf({
    ...listed(servers),
    paths: Object.fromEntries(
      paths.map((one) => (typeof one === 'string' ? [one, get()] : [one[0], get(listed(one[1]))])),
    ),
  })

const variable = (url: string, variables: object): object => ({ url, variables })
const host = 'https://a.example'

type Row = readonly [
  name: string,
  from: object,
  to: object,
  there: readonly string[],
  back: readonly string[],
]

const silent: readonly Row[] = (
  [
    ['a prefix moves into the paths', api([`${host}/v1`], '/a', '/b'), api([host], '/v1/a', '/v1/b')],
    ['a prefix of relative servers', api(['/v1'], '/a'), api(['/'], '/v1/a')],
    ['a prefix where no servers are stated', api(['/api/v1'], '/a/{id}'), api(undefined, '/api/v1/a/{key}')],
    ['half of a prefix', api([`${host}/api/v1`], '/a'), api([`${host}/api`], '/v1/a')],
    ['a slash at the end', api([`${host}/v1/`], '/a'), api([`${host}/v1`], '/a')],
    ['a slash at the end of a moved prefix', api([`${host}/v1/`], '/a'), api([`${host}/`], '/v1/a')],
    ['a port that is the default', api([`${host}:443/v1`], '/a'), api(['HTTPS://A.Example/v1'], '/a')],
    ['dots', api([`${host}/v2/../v1/./`], '/a'), api([`${host}/v1`], '/a')],
    ['the order of servers', api([host, '/x'], '/a'), api(['/x', host], '/a')],
    [
      'several servers',
      api([`${host}/v1`, 'https://b.example/v1'], '/a'),
      api([host, 'https://b.example'], '/v1/a'),
    ],
    [
      'servers of operations',
      api([host], ['/a', [`${host}/x`]], '/b'),
      api(undefined, ['/a', [`${host}/x`]], ['/b', [host]]),
    ],
    ['a prefix of one operation', api([host], ['/a', [`${host}/x`]], '/b'), api([host], '/x/a', '/b')],
    [
      'servers of a path',
      documentOf({ paths: { '/a': { ...get(), ...listed([`${host}/x`]) } } }),
      documentOf({ ...listed([host]), paths: { '/x/a': get() } }),
    ],
    [
      'a variable with its values, written out',
      api([variable('https://{env}.example/v1', { env: { default: 'a', enum: ['a', 'b'] } })], '/x'),
      api(['https://a.example', 'https://b.example'], '/v1/x'),
    ],
    [
      'another name of a variable',
      api([variable('https://{one}.example', { one: { default: 'a' } })], '/x'),
      api([variable('https://{other}.example', { other: { default: 'a' } })], '/x'),
    ],
    [
      'one path for each of two servers',
      api([`${host}/v1`, `${host}/v2`], '/a'),
      api([host], '/v1/a', '/v2/a'),
    ],
    [
      'another path of the same name below the old prefix',
      api([`${host}/v1`, host], '/a', '/v1/a'),
      api([`${host}/v1`, host], '/v1/a', '/a'),
    ],
  ] as const
).map(([name, from, to]) => [name, from, to, [], []])

const free = variable('https://{tenant}.example', { tenant: { default: 'a' } })
const valued = (...values: string[]): object =>
  variable('https://{env}.example', { env: { default: values[0], enum: values } })

const told: readonly Row[] = [
  [
    'one server of two is gone while the prefix moves',
    api([`${host}/v1`, 'https://b.example/v1'], '/a', '/b'),
    api([host], '/v1/a', '/v1/b'),
    ['server-removed'],
    ['server-added'],
  ],
  [
    'another host',
    api([host], '/a'),
    api(['https://b.example'], '/a'),
    ['server-added', 'server-removed'],
    ['server-added', 'server-removed'],
  ],
  [
    'another base',
    api([`${host}/v1`], '/a'),
    api([`${host}/v2`], '/a'),
    ['server-added', 'server-removed'],
    ['server-added', 'server-removed'],
  ],
  [
    'another host and a moved prefix',
    api([`${host}/v1`], '/a'),
    api(['https://b.example'], '/v1/a'),
    ['server-added', 'server-removed'],
    ['server-added', 'server-removed'],
  ],
  [
    'a base that is gone, with another operation in its place',
    api([`${host}/v1`], '/a'),
    api([host], '/v1/a', '/a'),
    ['operation-added'],
    ['operation-removed'],
  ],
  ['any text gives way to one', api([free], '/x'), api([host], '/x'), ['server-removed'], ['server-added']],
  [
    'a value less',
    api([valued('a', 'b')], '/x'),
    api([valued('a')], '/x'),
    ['server-variable-changed'],
    ['server-variable-extended'],
  ],
  [
    'another default',
    api([valued('a', 'b')], '/x'),
    api([valued('b', 'a')], '/x'),
    ['server-variable-extended'],
    ['server-variable-extended'],
  ],
  [
    'a value less that another server has',
    api([valued('a', 'b')], '/x'),
    api([valued('a'), 'https://b.example'], '/x'),
    ['server-variable-extended'],
    ['server-variable-extended'],
  ],
  [
    'another path at the same servers',
    api([host], '/a'),
    api([host], '/b'),
    ['operation-added', 'operation-removed'],
    ['operation-added', 'operation-removed'],
  ],
]

describe.each([...silent, ...told])('%s', (_name, from, to, there, back) => {
  test('there', () => expect(idsOf(diff(from, to))).toEqual(there))
  test('back', () => expect(idsOf(diff(to, from))).toEqual(back))
})

test('a server that some operations lose names them', () => {
  const from = api([host, 'https://b.example'], '/a', '/b')
  const to = api([host, 'https://b.example'], '/a', ['/b', [host]])
  const [change, ...others] = diff(from, to)
  expect(others).toEqual([])
  expect(change?.id).toBe('server-removed')
  expect(change?.uses.map(({ operation }) => operation)).toEqual(['get /b'])
})
