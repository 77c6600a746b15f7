// The embedded service beside bare Fastify routes that return the same bytes, and its reads as the state grows.
// One run, ratios. Each service has a process of its own; the ratio of CPU time is the one to trust on a busy machine.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { Pool } from 'undici'

import { AUTORAMPS_EACH, HEADERS, marketFor, median, newCustomer, sender } from './fill.mjs'

const CUSTOMERS = Number(process.env['CUSTOMERS'] ?? 10_000)
const ROUNDS = 7
const REQUESTS = 1500

// The services, each in a child process.

const sandboxApp = async () => {
  const { createSandbox, loadReferenceService } = await import('../dist/sandbox/index.js')
  return createSandbox({ ...(await loadReferenceService()), seed: 1 })
}

const bareApp = async (answers) => {
  const { fastify } = await import('fastify')
  const app = fastify()
  for (const [path, { status, headers, body }] of Object.entries(answers))
    app.get(path, async (_request, reply) => reply.code(status).headers(headers).send(body))
  return app
}

const serve = async (which) => {
  const answers = which === 'bare' ? (await once(process, 'message'))[0] : undefined
  const app = which === 'bare' ? await bareApp(answers) : await sandboxApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  // Collecting garbage is work of its own: it is asked for with the memory, never with the time.
  process.on('message', (wanted) => {
    if (wanted === 'memory') globalThis.gc?.()
    process.send(wanted === 'memory' ? process.memoryUsage() : process.cpuUsage())
  })
  process.on('disconnect', () => process.exit(0))
  process.send({ port: app.server.address().port })
}

const start = async (which, answers) => {
  const child = fork(fileURLToPath(import.meta.url), [which], { execArgv: ['--expose-gc'] })
  if (answers !== undefined) child.send(answers)
  const [{ port }] = await once(child, 'message')
  const ask = async (what) => {
    child.send(what)
    return (await once(child, 'message'))[0]
  }
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 8, pipelining: 1 })
  return { pool, ask, stop: async () => (await pool.close(), child.disconnect()) }
}

// Filling.

const quoteFor = (customerId, recipientId) => ({
  customer_id: customerId,
  recipient_account_id: recipientId,
  source_currency_code: 'EUR',
  destination_currency_code: 'USDC',
  destination_currency_chain: 'Solana',
  amount_in: '250.00',
  rate_expiry_policy: 'Return',
  expiry_in_hours: '1',
  is_third_party: 'false',
})

const fillOne = async (send, index) => {
  const customerId = await newCustomer(send, index)
  const wallet = { customer_id: customerId, blockchain: 'Solana', address: `wallet-${index}` }
  const { id: recipientId } = await send('POST', '/addresses/crypto/attested', wallet)
  const quote = { ...quoteFor(customerId, recipientId), external_id: `autoramp-${index}-0` }
  const signed = await send('GET', '/autoramps/quote', undefined, quote)
  const { id: autorampId } = await send('POST', '/autoramps', signed)
  for (let made = 1; made < AUTORAMPS_EACH; made += 1)
    await send('POST', '/autoramps', marketFor(customerId, index, made))
  return { index, customerId, recipientId, autorampId }
}

const fill = async (send, from, to) => {
  let next = from
  let last
  const worker = async () => {
    while (next < to) last = await fillOne(send, next++)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return last
}

// Measuring.

const load = async ({ pool, ask }, path, requests = REQUESTS) => {
  let left = requests
  const before = await ask('time')
  const began = performance.now()
  const worker = async () => {
    while (left-- > 0) {
      const answer = await pool.request({ method: 'GET', path, headers: HEADERS })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  const seconds = (performance.now() - began) / 1000
  const after = await ask('time')
  const cpu = after.user + after.system - before.user - before.system
  return { perSecond: requests / seconds, cpu: cpu / requests }
}

const compare = async (sandbox, bare, path) => {
  const rounds = []
  await load(sandbox, path)
  await load(bare, path)
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ sandbox: await load(sandbox, path), bare: await load(bare, path) })
  return {
    'sandbox/s': Math.round(median(rounds.map((round) => round.sandbox.perSecond))),
    'bare/s': Math.round(median(rounds.map((round) => round.bare.perSecond))),
    'ratio of throughput': median(
      rounds.map((round) => round.sandbox.perSecond / round.bare.perSecond),
    ).toFixed(2),
    'ratio of CPU time': median(rounds.map((round) => round.bare.cpu / round.sandbox.cpu)).toFixed(2),
  }
}

const withQuery = (path, query) => `/api${path}?${new URLSearchParams(query)}`

const pathsOf = ({ index, customerId, recipientId, autorampId }) => ({
  currencies: '/api/fiatcurrencies',
  'customer by id': `/api/customers/${customerId}`,
  'customer by external id': `/api/customers/customer-${index}/external`,
  'customers, first page': '/api/customers',
  'customers, page after a cursor': withQuery('/customers', { cursor: customerId, page_size: '10' }),
  'customers, search of one that is oldest': withQuery('/customers', { search_term: 'person-0@' }),
  'autoramp by id': `/api/autoramps/${autorampId}`,
  'autoramp by external id': `/api/autoramps/autoramp-${index}-0/external`,
  'autoramps, first page': '/api/autoramps',
  'autoramps of a customer': withQuery('/autoramps', { customer_id: customerId }),
  'autoramps, page after a cursor': withQuery('/autoramps', { cursor: autorampId }),
  quote: withQuery('/autoramps/quote', quoteFor(customerId, recipientId)),
})

const reads = async (sandbox, paths) => {
  const measured = {}
  for (const [name, path] of Object.entries(paths)) {
    await load(sandbox, path, 200)
    const rounds = []
    for (let round = 0; round < 3; round += 1) rounds.push(await load(sandbox, path, 300))
    measured[name] = median(rounds.map(({ cpu }) => cpu))
  }
  return measured
}

const captured = async ({ pool }, path) => {
  const { statusCode: status, headers, body } = await pool.request({ method: 'GET', path, headers: HEADERS })
  const text = await body.text()
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
  const { 'content-type': type, 'x-api-version': version, vary } = headers
  return { status, headers: { 'content-type': type, 'x-api-version': version, vary }, body: text }
}

const besideBare = async (sandbox, paths) => {
  const names = [
    'currencies',
    'customer by id',
    'autoramp by id',
    'customers, first page',
    'autoramps, first page',
    'quote',
  ]
  const answers = {}
  for (const name of names) answers[paths[name].split('?')[0]] = await captured(sandbox, paths[name])
  const bare = await start('bare', answers)
  const table = {}
  for (const name of names) table[name] = await compare(sandbox, bare, paths[name])
  await bare.stop()
  console.table(table)
}

const megabytes = ({ rss }) => Math.round(rss / 2 ** 20)

const main = async () => {
  const sandbox = await start('sandbox')
  const send = sender(sandbox.pool)
  const few = Math.max(10, Math.round(CUSTOMERS / 100))
  const paths = pathsOf(await fill(send, 0, few))
  await besideBare(sandbox, paths)
  const early = await reads(sandbox, paths)
  const small = megabytes(await sandbox.ask('memory'))
  const late = await reads(sandbox, pathsOf(await fill(send, few, CUSTOMERS)))
  const large = megabytes(await sandbox.ask('memory'))
  const row = (name) => ({
    [`microseconds at ${few}`]: Math.round(early[name]),
    [`at ${CUSTOMERS}`]: Math.round(late[name]),
    ratio: (late[name] / early[name]).toFixed(2),
  })
  console.table(Object.fromEntries(Object.keys(early).map((name) => [name, row(name)])))
  console.log(
    `Memory: ${small} MB with ${few} customers, ${large} MB with ${CUSTOMERS}, ${AUTORAMPS_EACH} autoramps each.`,
  )
  await sandbox.stop()
}

const [which] = process.argv.slice(2)
await (which === undefined ? main() : serve(which))
