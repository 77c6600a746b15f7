import { expect, it } from 'vitest'
import { ClientError, createClient } from '../../../runtime/client/client.js'
import { createVersionedClient } from '../../../runtime/client/versioned.js'
import { service } from './support/service.js'

const opened = () => {
  const loaded: string[] = []
  const loaderOf = (version: string) => () => {
    loaded.push(version)
    return Promise.resolve((options: object) => createClient({ ...service, version }, options))
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
  expect(loaded).toEqual([])
  const answers = [
    await older.call('list'),
    await client.call('list', { version: '2026-08-01' }),
    await older.call('list'),
  ]
  expect(answers.map(({ body }) => body)).toEqual(['2025-03-13', '2026-08-01', '2025-03-13'])
  expect(loaded).toEqual(['2025-03-13', '2026-08-01'])
})

it.each(['2024-01-01', 'toString', '__proto__'])('there is no version %s', async (version) => {
  const { client } = opened()
  const failure = await client.call('list', { version }).catch((error: unknown) => error)
  expect(failure instanceof ClientError && [failure.kind, failure.operation]).toEqual([
    'configuration',
    'list',
  ])
})
