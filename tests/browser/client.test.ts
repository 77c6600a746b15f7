import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { startServer } from '../support/loopback.js'
import { openBrowser } from './browser.js'

const root = fileURLToPath(new URL('../../generated', import.meta.url))

// Files of its own origin alone: no eval, no inline scripts.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'"

const answer = (response: ServerResponse, status: number, headers: Record<string, string>, body: string) => {
  response.writeHead(status, headers)
  response.end(body)
}

const calls = `async () => {
  const { createClient, getCustomerById } = await import('/generated/2026-08-01/client.js')
  const { validators } = await import('/generated/2026-08-01/validators.js')
  const client = createClient({ baseUrl: location.origin + '/api', auth: { ApiKeyAuth: 'key' }, validators, validate: 'responses' })
  const read = (id) => getCustomerById(client, { path: { id } }).then(
    ({ status, body }) => [status, body],
    ({ kind, problems }) => [kind, problems?.length],
  )
  return [await read('text'), await read('moved'), await read('odd')]
}`

it('a client runs in a browser under a strict policy, and follows no redirect', async ({ skip }) => {
  const browser = await openBrowser(skip)
  const json = { 'content-type': 'application/json', 'x-api-version': '2026-08-01' }
  const { url, requests } = await startServer((request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/generated/'))
      void readFile(root + path.slice('/generated'.length), 'utf8').then(
        (code) => answer(response, 200, { 'content-type': 'text/javascript' }, code),
        () => answer(response, 404, {}, ''),
      )
    else if (path.endsWith('/text')) answer(response, 404, json, '"nobody"')
    else if (path.endsWith('/moved')) answer(response, 302, { location: '/api/customers/text' }, '')
    else if (path.endsWith('/odd')) answer(response, 200, json, '{}')
    else answer(response, 200, { 'content-type': 'text/html', 'content-security-policy': policy }, '<p>')
  })
  const page = await browser.newPage()
  await page.goto(url)
  const outcomes: unknown = await page.evaluate(`(${calls})()`)
  expect(outcomes).toEqual([
    [404, 'nobody'],
    ['redirect', undefined],
    ['invalid-response', expect.any(Number)],
  ])
  const sent = requests.filter((request) => request.url?.startsWith('/api/'))
  expect(sent.map(({ headers }) => headers['x-api-key'])).toEqual(['key', 'key', 'key'])
})
