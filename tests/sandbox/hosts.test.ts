import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'

import { createSandbox, openReferenceService } from '../../sandbox/index.js'
import { portOf } from './support/sandbox.js'

const open = async (listenOn: string, allowedHosts?: readonly string[]) => {
  const app = await createSandbox({
    ...(await openReferenceService()),
    ...(allowedHosts && { allowedHosts }),
  })
  onTestFinished(() => app.close())
  return portOf(app, listenOn)
}

const headers = { 'x-api-key': 'sandbox-key' }

const sent = (port: number, path: string, host: string, to = '127.0.0.1', method = 'GET') =>
  new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const options = { port, path, method, host: to, headers: { ...headers, host } }
    const one = request(options, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    one.on('error', reject)
    one.end()
  })

const paths = ['/', '/api/fiatcurrencies', '/spec/versions', '/controls', '/console/webhooks/new']

test('a request is for this machine, or refused everywhere with 403', async () => {
  const port = await open('127.0.0.1')
  const accepted =
    `127.0.0.1 127.0.0.1:${port} 127.1.2.3:4010 localhost localhost:${port} LocalHost:1 partner.localhost [::1] ` +
    `[::1]:${port} localhost:`
  const refused =
    '[::ffff:127.0.0.1]|evil.example|evil.example:80|127.0.0.1.evil.example|localhost.evil.example|evil-localhost|' +
    'evil.example@127.0.0.1|127.0.0.1@evil.example|127.0.0.1#.evil.example|127.0.0.1, evil.example|' +
    'evil.example/127.0.0.1|192.168.0.2|169.254.169.254|0.0.0.0|[::]|[::1|localhost:port'
  const hosts = [
    ...accepted.split(' ').map((host) => [host, 200] as const),
    ...refused.split('|').map((host) => [host, 403] as const),
  ]
  for (const path of paths) {
    const answered = await Promise.all(hosts.map(async ([host]) => (await sent(port, path, host)).status))
    expect(hosts.map(([host], at) => [path, host, answered[at]])).toEqual(
      hosts.map(([host, status]) => [path, host, status]),
    )
  }
  for (const path of [...paths, '/nowhere', '/api/nowhere', '/console/nowhere']) {
    const { status, text } = await sent(port, path, 'evil.example')
    expect([status, text]).toEqual([403, expect.stringContaining('--allow-host')])
  }
  expect((await sent(port, '/controls/clock', 'evil.example', '127.0.0.1', 'POST')).status).toBe(403)
})

test('a host that is allowed is answered, in any spelling, and no other', async () => {
  const port = await open('127.0.0.1', ['sandbox.lan', 'tunnel.example:8080', 'fd00::1'])
  for (const host of ['sandbox.lan', 'SANDBOX.lan:4010', 'sandbox.lan.', 'tunnel.example:8080', '[fd00::1]'])
    expect([host, (await sent(port, '/spec', host)).status]).toEqual([host, 200])
  for (const host of ['tunnel.example', 'tunnel.example:80', 'a.sandbox.lan', 'sandbox.lan.evil.example'])
    expect([host, (await sent(port, '/spec', host)).status]).toEqual([host, 403])
  await expect(open('127.0.0.1', ['*.lan'])).rejects.toThrow('is not a host')
})

const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

test.skipIf(outside === undefined)('the address that was connected to is this machine', async () => {
  const own = outside ?? ''
  for (const listenOn of ['0.0.0.0', '::']) {
    const port = await open(listenOn).catch(() => undefined)
    if (port === undefined) continue
    expect((await sent(port, '/spec', `${own}:${port}`, own)).status).toBe(200)
    expect((await sent(port, '/spec', `${own}:${port}`)).status).toBe(403)
    expect((await sent(port, '/spec', 'evil.example', own)).status).toBe(403)
  }
})
