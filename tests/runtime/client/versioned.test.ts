import { expect, it } from 'vitest'
import { createClient, createVersionedClient } from '../../../runtime/client/client.js'
import { ClientError } from '../../../runtime/client/failure.js'
import { call, operations, service } from './support/service.js'

const opened = () => {
  const loaded: string[] = []
  const loaderOf = (version: string) => () => {
    loaded.push(version)
    return Promise.resolve({
      createClient: (options: object) => createClient({ ...service, version }, options),
      call,
    })
  }
  const client = createVersionedClient(
    { '2025-03-13': loaderOf('2025-03-13'), '2026-08-01': loaderOf('2026-08-01') },
    {
      baseUrl: 'https://a.test',
      fetch: (_url, init: { headers?: Headers }) =>
        Promise.resolve(Response.json(init.headers?.get('x-api-version'))),
    },
  )
  return { client, loaded }
}

it('each call is made in its version, whose table is loaded once', async () => {
  const { client, loaded } = opened()
  const older = client.version('2025-03-13')
  expect([older.version, loaded]).toEqual(['2025-03-13', []])
  const responses = [
    await call(older, 'list'),
    await client.call('list', { version: '2026-08-01' }),
    await older.send({ ...operations['list'], id: 'again', method: 'GET', path: '/', statuses: '200' }),
  ]
  expect(responses.map(({ body }) => body)).toEqual(['2025-03-13', '2026-08-01', '2025-03-13'])
  expect(loaded).toEqual(['2025-03-13', '2026-08-01'])
})

it.each(['2024-01-01', 'toString', '__proto__'])('there is no version %s', async (version) => {
  const { client } = opened()
  const failure = await client.call('list', { version }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ClientError)
  expect(failure).toMatchObject({ kind: 'configuration', operation: 'list' })
  await expect(client.call('read', { version })).rejects.toMatchObject({ operation: 'read' })
})

it('a version that could not be loaded is loaded again', async () => {
  let loads = 0
  const load = async () => {
    loads++
    if (loads === 1) throw new Error('offline')
    return Promise.resolve({ createClient: (options: object) => createClient(service, options), call })
  }
  const fetchOnce = () => Promise.resolve(Response.json([]))
  const client = createVersionedClient({ a: load }, { baseUrl: 'https://a.test', fetch: fetchOnce })
  await expect(client.call('list', { version: 'a' })).rejects.toThrow('offline')
  await expect(client.call('list', { version: 'a' })).resolves.toMatchObject({ status: 200 })
})
