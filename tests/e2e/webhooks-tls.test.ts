import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'

import { root, startCli } from './cli.js'
import { send } from './kept/process.js'
import { temporaryFolder } from '../support/folder.js'
import { listenOn } from '../support/loopback.js'
import { patiently } from '../support/receiver.js'

const key = 'sandbox-key'

/** Certificates of authorities and receivers, made by openssl in a folder of the test. */
const certificatesIn = (folder: string) => {
  const openssl = (...args: readonly string[]): void =>
    void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const authority = (name: string): string => {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`]
    openssl('req', '-x509', ...newKey, ...files, '-subj', `/CN=${name}`, '-days', '2')
    return join(folder, `${name}.pem`)
  }
  const receiver = (name: string, issuer: string, subject: string, days: number) => {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.csr`]
    openssl(
      'req',
      '-new',
      ...newKey,
      ...files,
      '-subj',
      '/CN=receiver',
      '-addext',
      `subjectAltName=${subject}`,
    )
    const issuing = ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-CAcreateserial']
    const lasting = ['-days', String(days), '-copy_extensions', 'copy']
    openssl('x509', '-req', '-in', `${name}.csr`, ...issuing, ...lasting, '-out', `${name}.pem`)
    return { key: readFileSync(join(folder, `${name}.key`)), cert: readFileSync(join(folder, `${name}.pem`)) }
  }
  return { authority, receiver }
}

const listening = async (server: Server): Promise<string> => {
  onTestFinished(() => void server.close())
  return `https://127.0.0.1:${await listenOn(server)}/`
}

const startTrusting = async (authority: string): Promise<string> => {
  const child = startCli(['sandbox', '--port', '0', '--json', '--allow-webhook-host', '127.0.0.1'], {
    cwd: root,
    env: { NODE_EXTRA_CA_CERTS: authority },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (child.stdout === null) throw new Error('the sandbox has no output')
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return (JSON.parse(line) as { specUrl: string }).specUrl
}

interface Endpoint {
  readonly label: string
  readonly state: string
  readonly last_failure_reason?: string
}

/** The webhooks once each was tried. */
const tried = (origin: string): Promise<readonly Endpoint[]> =>
  vi.waitFor(async () => {
    const { text } = await send(origin, key, { method: 'GET', path: '/controls/webhooks' })
    const { items } = JSON.parse(text) as { items: readonly Endpoint[] }
    expect(items.map(({ state }) => state)).not.toContain('delivering')
    return items
  }, patiently)

test('TLS is verified, and what is wrong with a certificate is said', async () => {
  const { authority, receiver } = certificatesIn(temporaryFolder())
  const own = authority('own')
  authority('strange')
  const answering = (options: object): Server =>
    createServer(options, (request, response) => void request.resume().once('end', () => response.end()))
  const urls = {
    trusted: await listening(answering(receiver('trusted', 'own', 'IP:127.0.0.1', 1))),
    untrusted: await listening(answering(receiver('untrusted', 'strange', 'IP:127.0.0.1', 1))),
    expired: await listening(answering(receiver('expired', 'own', 'IP:127.0.0.1', -1))),
    elsewhere: await listening(answering(receiver('elsewhere', 'own', 'DNS:hooks.example', 1))),
    plain: await listening(createPlainServer((_request, response) => response.end())),
  }
  const origin = await startTrusting(own)
  for (const [label, url] of Object.entries(urls)) {
    const registered = await send(origin, key, {
      method: 'POST',
      path: '/controls/webhooks',
      body: { label, url },
    })
    expect(registered.status, label).toBe(201)
  }
  const customer = { customer_type: 'Person', email: 'person@partner.test' }
  await send(origin, key, { method: 'POST', path: '/api/customers', body: customer, idempotencyKey: 'one' })
  const reasons = (await tried(origin)).map(({ label, last_failure_reason: reason }) => [label, reason])
  expect(Object.fromEntries(reasons)).toEqual({
    trusted: undefined,
    untrusted: expect.stringMatching(/^the certificate is not trusted; .*NODE_EXTRA_CA_CERTS/),
    expired: 'the certificate has expired',
    elsewhere: 'the certificate is for another host',
    plain: 'the port does not speak TLS, which https:// needs',
  })
}, 30_000)
