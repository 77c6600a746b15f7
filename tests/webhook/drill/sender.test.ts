import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { Sender } from '../../../webhook/drill/sending/sender.js'
import { startServer } from '../../support/loopback.js'

test.each<[string, RequestListener, status: number, body: RegExp]>([
  ['a refusal', (_, response) => response.writeHead(401).end('no'), 401, /^no$/],
  // Without a response there is no status, and the body is the reason.
  ['a connection that is closed', ({ socket }) => socket.destroy(), 0, /^sent no response, because /],
])('%s is recorded as evidence', async (_, listener, status, body) => {
  const { url } = await startServer(listener)
  const sender = new Sender({ url: new URL(url), timeoutMs: 2_000, signal: new AbortController().signal })
  const { exchange } = await sender.send({ headers: [], body: Buffer.from('{}') })
  expect(exchange.response).toMatchObject({ status, body: expect.stringMatching(body) })
})

test.each([1, 3])('as many actions run at the same time as the width says: %i', async (width) => {
  let [open, most] = [0, 0]
  const sender = new Sender({
    url: new URL('http://127.0.0.1:1'),
    timeoutMs: 1,
    signal: new AbortController().signal,
  })
  sender.widen(width)
  await sender.each([1, 2, 3, 4, 5], async () => {
    most = Math.max(most, ++open)
    await new Promise(setImmediate)
    open--
  })
  expect(most).toBe(width)
})
