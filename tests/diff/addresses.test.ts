import { expect, test } from 'vitest'
import { diff, documentOf, idsBothWays } from './support/documents.js'
import { tableOf } from './support/tables.js'

interface Side {
  readonly servers?: readonly (string | object)[]
  readonly paths: readonly (string | Readonly<Record<string, string>>)[]
  readonly isAround?: true
}

const listed = (servers: Side['servers']): object =>
  servers === undefined
    ? {}
    : { servers: servers.map((one) => (typeof one === 'string' ? { url: one } : one)) }

const api = ({ servers, paths, isAround }: Side): object => {
  const items = paths.map((path) => {
    const [name = '', own] = typeof path === 'string' ? [path] : (Object.entries(path)[0] ?? [])
    const get = { responses: { 200: { description: 'Fine.' } } }
    const around = listed(own === undefined ? own : [own])
    return [name, isAround ? { get, ...around } : { get: { ...get, ...around } }] as const
  })
  return documentOf({ ...listed(servers), paths: Object.fromEntries(items) })
}

type Row = readonly [name: string, from: Side, to: Side, there?: readonly string[], back?: readonly string[]]
const { rows } = tableOf<{ readonly rows: readonly Row[] }>('addresses')
const cases = rows.map(([name, from, to, there = [], back = []]) => ({ name, from, to, ids: [there, back] }))

test.each(cases)('$name', ({ from, to, ids }) => {
  expect(idsBothWays(api(from), api(to))).toEqual(ids)
})

test('a server that some operations lose names them', () => {
  const servers = ['https://a.example', 'https://b.example']
  const from = api({ servers, paths: ['/a', '/b'] })
  const to = api({ servers, paths: ['/a', { '/b': 'https://a.example' }] })
  const [change, ...others] = diff(from, to)
  expect(others).toEqual([])
  expect(change?.id).toBe('server-removed')
  expect(change?.uses.map(({ operation }) => operation)).toEqual(['get /b'])
})
