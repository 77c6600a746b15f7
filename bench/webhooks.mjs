// Deliveries of the embedded service beside a bare loop that signs the same bodies and posts them. One run, ratios; the
// receiver, the service and the loop are a process each. The loop has one request in flight for each endpoint, the service
// four.
import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { HEADERS, median } from './fill.mjs'

const SELF = fileURLToPath(import.meta.url)
const EVENTS = Number(process.env['EVENTS'] ?? 400)
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)

const started = async (role, ...args) => {
  const child = fork(SELF, [role, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.on('exit', (code) => code !== null && code !== 0 && process.exit(code))
  const [ready] = await once(child, 'message')
  const ask = async (message) => {
    child.send(message)
    const [answer] = await once(child, 'message')
    return answer
  }
  return { ...ready, ask, stop: () => child.kill('SIGKILL') }
}

/** Counts what arrives, and tells when so much has, and how long that took. */
const receiver = () => {
  let [count, wanted, first] = [0, Infinity, 0]
  let body = ''
  const server = createServer((request, response) => {
    const parts = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      response.end()
      if (count === 0) first = performance.now()
      body = String(Buffer.concat(parts))
      count += 1
      if (count === wanted) process.send({ took: performance.now() - first, body })
    })
  })
  server.keepAliveTimeout = 60_000
  process.on('message', ({ expect }) => {
    count = 0
    wanted = expect
    if (expect === 0) process.send({})
  })
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
}

/** The bare loop: signs a body anew each time and posts it, one after the other for each endpoint. */
const loop = async () => {
  process.send({})
  for await (const [{ urls, body, each }] of (await import('node:events')).on(process, 'message')) {
    const post = async (url) => {
      for (let made = 0; made < each; made += 1) {
        const timestamp = String(Math.floor(Date.now() / 1000))
        const digest = createHmac('sha256', 'secret')
          .update(timestamp + body)
          .digest('hex')
        const answer = await fetch(url, {
          method: 'POST',
          body,
          headers: {
            'content-type': 'application/json',
            'webhook-id': crypto.randomUUID(),
            'webhook-timestamp': timestamp,
            'webhook-signature': `v1=${digest}`,
          },
        })
        if (answer.status !== 200) throw new Error(`the receiver answered ${answer.status}`)
        await answer.arrayBuffer()
      }
    }
    await Promise.all(urls.map(post))
    process.send({})
  }
}

/** The service in this process, so that events are there before the first of them is delivered. */
const service = async (data) => {
  const { createSandbox, openData, openReferenceService } = await import('../dist/sandbox/index.js')
  const kept = data === undefined ? {} : { data: await openData(data) }
  const webhooks = { allowsLoopback: true }
  const app = await createSandbox({ ...(await openReferenceService()), ...kept, webhooks })
  const send = async (method, url, body) => {
    const headers = { ...HEADERS, ...(body && { 'content-type': 'application/json' }) }
    const answer = await app.inject({ method, url, headers, payload: body && JSON.stringify(body) })
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
  const hooks = []
  const obey = async ({ urls = [], prepare = 0, go = [] }) => {
    for (const url of urls) hooks.push((await send('POST', '/controls/webhooks', { label: 'bench', url })).id)
    for (let made = 0; made < prepare; made += 1)
      await send('POST', '/api/customers', { customer_type: 'Person', email: 'a@partner.test' })
    // What is owed to a webhook that fails waits; its change sets it free at once.
    for (const [index, url] of go.entries()) await send('PATCH', `/api/webhooks/${hooks[index]}`, { url })
    process.send({})
  }
  process.on('message', (order) => void obey(order))
  process.send({})
}

const ratioOf = async (endpoints, data) => {
  const sink = await started('receiver')
  const bare = await started('loop')
  const urls = Array.from({ length: endpoints }, (_, index) => `http://127.0.0.1:${sink.port}/${index}`)
  const each = Math.ceil(EVENTS / Math.min(endpoints, 4))
  const total = each * endpoints
  const ratios = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = await started('service', ...(data === undefined ? [] : [join(data, `${endpoints}-${round}`)]))
    // Nothing listens on port 9: the first attempt fails, and everything behind it waits.
    await own.ask({ urls: urls.map(() => 'http://127.0.0.1:9/') })
    await own.ask({ prepare: each })
    const arrived = sink.ask({ expect: total })
    await own.ask({ go: urls })
    const { took, body } = await arrived
    own.stop()
    const again = sink.ask({ expect: total })
    await bare.ask({ urls, body, each })
    ratios.push((await again).took / took)
  }
  sink.stop()
  bare.stop()
  return median(ratios).toFixed(2)
}

const main = async (folder) => {
  const table = {}
  for (const endpoints of [1, 4, 20])
    table[`${endpoints} endpoints`] = {
      'in memory': await ratioOf(endpoints),
      'with data': await ratioOf(endpoints, folder),
    }
  console.log('Deliveries a second of the sandbox, divided by those of the bare loop:')
  console.table(table)
}

const roles = { receiver, loop, service }
const [, , role, ...args] = process.argv
if (role !== undefined) await roles[role](...args)
else {
  const folder = await mkdtemp(join(tmpdir(), 'rampart-bench-'))
  try {
    await main(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
