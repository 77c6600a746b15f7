// What `--data` costs: the same writes and reads with it and in memory, and the restart after kill -9 as the state
// grows. One run, ratios; every service is a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import { Pool } from 'undici'

import { AUTORAMPS_EACH, HEADERS, marketFor, median, newCustomer, sender } from './fill.mjs'

const CUSTOMERS = Number(process.env['CUSTOMERS'] ?? 10_000)
const SMALL = 100
const READS = 5000
const CLI = fileURLToPath(new URL('../dist/bin/rampart.js', import.meta.url))

const start = async (...args) => {
  const began = performance.now()
  const child = spawn(process.execPath, [CLI, 'sandbox', '--port', '0', '--json', '--seed', '1', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const ready = performance.now() - began
  const { specUrl } = JSON.parse(line)
  const kill = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { specUrl, ready, pid: child.pid, kill }
}

const fillOne = async (send, index) => {
  const customerId = await newCustomer(send, index)
  const wallet = { customer_id: customerId, blockchain: 'Solana', address: `wallet-${index}` }
  await send('POST', '/addresses/crypto/attested', wallet)
  for (let made = 0; made < AUTORAMPS_EACH; made += 1)
    await send('POST', '/autoramps', marketFor(customerId, index, made))
  return customerId
}

/** Resolves to the last customer and how many autoramps came into being in a second. */
const fill = async ({ specUrl }, from, to, connections) => {
  const pool = new Pool(specUrl, { connections, pipelining: 1 })
  const send = sender(pool)
  let next = from
  let last
  const worker = async () => {
    while (next < to) last = await fillOne(send, next++)
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, worker))
  const perSecond = ((to - from) * AUTORAMPS_EACH * 1000) / (performance.now() - began)
  await pool.close()
  return { customerId: last, perSecond }
}

const read = async ({ specUrl }, path) => {
  const pool = new Pool(specUrl, { connections: 8, pipelining: 1 })
  let left = READS
  const worker = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers: HEADERS })
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`)
      await body.dump()
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: 8 }, worker))
  const perSecond = (READS * 1000) / (performance.now() - began)
  await pool.close()
  return perSecond
}

/** The throughput with `--data` divided by that in memory, the two taking turns. */
const ratioOf = async (rounds, kept, memory) => {
  const ratios = []
  for (let round = 0; round < rounds; round += 1) ratios.push((await kept(round)) / (await memory(round)))
  return median(ratios).toFixed(2)
}

const megabytesOf = async (folder) => {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size)
  return Math.round((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 2 ** 20)
}

const residentOf = async ({ pid }) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 0) /
  1024

const restart = async (data) => {
  const times = []
  let resident = 0
  for (let round = 0; round < 3; round += 1) {
    const again = await start('--data', data)
    times.push(again.ready)
    resident = await residentOf(again)
    await again.kill()
  }
  return { 'ready in ms': Math.round(median(times)), 'resident MB': Math.round(resident) }
}

const main = async (folder) => {
  const data = join(folder, 'state')
  const empty = await restart(join(folder, 'empty'))
  const kept = await start('--data', data)
  const memory = await start()
  const wrote = {}
  let filled = 0
  for (const connections of [1, 8, 64]) {
    const [from, each] = [filled, SMALL]
    wrote[`${connections} at a time`] = await ratioOf(
      3,
      async (round) =>
        (await fill(kept, from + round * each, from + (round + 1) * each, connections)).perSecond,
      async (round) =>
        (await fill(memory, from + round * each, from + (round + 1) * each, connections)).perSecond,
    )
    filled += 3 * each
  }
  const { customerId } = await fill(kept, filled, filled + 1, 1)
  const { customerId: other } = await fill(memory, filled, filled + 1, 1)
  filled += 1
  const reads = await ratioOf(
    7,
    () => read(kept, `/api/customers/${customerId}`),
    () => read(memory, `/api/customers/${other}`),
  )
  console.table({ 'writes, data over memory': wrote, 'reads, data over memory': { '8 at a time': reads } })
  await memory.kill()
  const { perSecond } = await fill(kept, filled, CUSTOMERS, 64)
  await kept.kill()
  const size = await megabytesOf(data)
  console.table({
    empty,
    [`${CUSTOMERS * AUTORAMPS_EACH} autoramps`]: { ...(await restart(data)), 'MB on disk': size },
  })
  console.log(`Filled with ${Math.round(perSecond)} autoramps a second, 64 requests at a time.`)
}

const folder = await mkdtemp(join(tmpdir(), 'rampart-bench-'))
try {
  await main(process.env['KEEP'] === undefined ? folder : process.env['KEEP'])
} finally {
  await rm(folder, { recursive: true, force: true })
}
