import { describe, expect, test } from 'vitest'

import { NEW, OLD, openSandbox, VERSIONS } from './support/sandbox.js'

const sandbox = await openSandbox()

const read = (version: string | undefined) =>
  sandbox.send('GET', '/terms-and-conditions', { query: { country: 'DEU' }, version })

describe('the version of a call', () => {
  test.each<[string | undefined, string]>([
    [undefined, OLD],
    ['', OLD],
    ...VERSIONS.map((version): [string, string] => [version, version]),
  ])('%j is served as %s', async (requested, served) => {
    const reply = await read(requested)
    expect(reply.status).toBe(200)
    expect(reply.headers['x-api-version']).toBe(served)
    expect(reply.headers['vary']).toBe('X-API-Version')
  })

  test.each([
    ['2026-08-02', 'version_unknown'],
    ['2026-07-31', 'version_unknown'],
    ['1999-01-01', 'version_unknown'],
    ['2099-12-31', 'version_unknown'],
    ['2024-02-29', 'version_unknown'],
    ['2026-8-1', 'version_malformed'],
    ['2026-08-1', 'version_malformed'],
    ['20260801', 'version_malformed'],
    ['2026-08-01T00:00:00Z', 'version_malformed'],
    ['2026/08/01', 'version_malformed'],
    ['01-08-2026', 'version_malformed'],
    ['latest', 'version_malformed'],
    ['v2026-08-01', 'version_malformed'],
    ['2026-02-30', 'version_malformed'],
    ['2025-02-29', 'version_malformed'],
    ['2026-13-01', 'version_malformed'],
    ['2026-08-01, 2026-08-01', 'version_malformed'],
  ])('%j is refused as %s', async (requested, reason) => {
    const reply = await read(requested)
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({
      error: 'unsupported_api_version',
      reason,
      requested,
      supported: [...VERSIONS],
    })
    expect(reply.headers['x-api-version']).toBe(OLD)
    expect(reply.headers['vary']).toBe('X-API-Version')
  })

  test.each(['/cryptocurrencies', '/fiatcurrencies'])('%s ignores the header', async (path) => {
    for (const version of ['2024-01-01', 'nonsense', NEW]) {
      const reply = await sandbox.send('GET', path, { version })
      expect(reply.status).toBe(200)
      expect(reply.headers['x-api-version']).toBe(OLD)
    }
  })
})

describe('what every answer below /api carries', () => {
  test.each([
    ['an operation', 'GET', '/customers', 200],
    ['an unknown record', 'GET', '/customers/6f1d2c3b-4a59-4e68-8d77-1c2b3a495867', 404],
    ['a refused parameter', 'GET', '/customers?page_size=101', 400],
    ['an unknown path', 'GET', '/nothing/here', 404],
    ['the mount itself', 'GET', '', 404],
    ['an unsupported method', 'PATCH', '/customers', 405],
    ['a broken path', 'GET', '/customers/%zz', 400],
  ] as const)('%s', async (_name, method, path, status) => {
    const reply = await sandbox.send(method, path, { version: NEW })
    expect(reply.status).toBe(status)
    expect(reply.headers['x-api-version']).toBe(NEW)
    expect(reply.headers['vary']).toBe('X-API-Version')
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('an unsupported method names those that are', async () => {
    for (const method of ['PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const) {
      const headers = { 'x-api-key': 'sandbox-key' }
      const reply = await sandbox.app.inject({ method, url: '/api/customers', headers })
      expect(reply.statusCode).toBe(405)
      expect(reply.headers['allow']).toBe('GET, POST')
    }
  })

  test.each(['PATCH', 'DELETE', 'PUT'] as const)(
    '%s does not take a literal path for an id',
    async (method) => {
      const reply = await sandbox.send(method, '/autoramps/check-limit', { body: {} })
      expect(reply.status).toBe(405)
      expect(reply.headers['allow']).toBe('GET')
    },
  )

  test('a missing and an unknown key', async () => {
    for (const key of [null, '', 'someone-else']) {
      const reply = await sandbox.send('GET', '/customers', { version: NEW, key })
      expect(reply.status).toBe(401)
      expect(typeof reply.body).toBe('string')
      expect(reply.text).not.toContain('someone-else')
      expect(reply.headers['x-api-version']).toBe(NEW)
    }
  })
})

describe('the documents', () => {
  test('are listed with the default', async () => {
    const reply = await sandbox.send('GET', '/spec/versions', { key: null })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      default: OLD,
      versions: VERSIONS.map((version) => ({ version, url: `/spec/${version}` })),
    })
  })

  test.each(VERSIONS)('%s is served under its date without a key', async (version) => {
    const reply = await sandbox.send('GET', `/spec/${version}`, { key: null })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ info: { version } })
    expect(reply.headers['x-api-version']).toBeUndefined()
  })

  test('the newest is served at /spec', async () => {
    const newest = await sandbox.send('GET', `/spec/${NEW}`, { key: null })
    expect((await sandbox.send('GET', '/spec', { key: null })).text).toBe(newest.text)
  })

  test.each(['2026-08-02', 'latest', '..%2Findex', '__proto__'])('%s is not there', async (version) => {
    const reply = await sandbox.send('GET', `/spec/${version}`, { key: null })
    expect(reply.status).toBe(404)
    expect(reply.body).toBe('document of this version not found')
  })

  test('take GET only', async () => {
    const reply = await sandbox.send('POST', '/spec', { key: null })
    expect(reply.status).toBe(405)
    expect(reply.headers['allow']).toBe('GET')
  })
})
