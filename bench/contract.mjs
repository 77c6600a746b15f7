// The contract suite beside a bare loop that sends the same requests with the same concurrency, on services of the
// same kind that are fresh each time. One run, ratios; the ratio of CPU time is the one to trust on a busy machine.
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const CONCURRENCY = Number(process.env['CONCURRENCY'] ?? 1)
/** What the bare loop sends with: `undici`, as the suite does, or Node's own `fetch`. */
const LOOP = process.env['LOOP'] ?? 'undici'
const cli = fileURLToPath(new URL('../dist/bin/rampart.js', import.meta.url))
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

// The bare loop, in a process of its own: every answer is read, and nothing else is done with it.

const forward = (origin, { method, path, headers, body }, options) =>
  request(origin + path, { ...options, method, headers, body })

const send = async (dispatcher, origin, one) => {
  const answer = await forward(origin, one, { dispatcher })
  await answer.body.text()
}

const pairs = (list) => list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1]]] : []))

const sendByFetch = async (_, origin, one) => {
  const answer = await fetch(origin + one.path, { ...one, headers: pairs(one.headers), redirect: 'manual' })
  await answer.text()
}

const replay = async (file, origin) => {
  const queue = JSON.parse(readFileSync(file, 'utf8')).values()
  const dispatcher = new Agent()
  const sendOne = LOOP === 'fetch' ? sendByFetch : send
  const began = performance.now()
  const work = async () => {
    for (const one of queue) await sendOne(dispatcher, origin, one)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  const wall = performance.now() - began
  await dispatcher.close()
  process.send({ wall, cpu: process.cpuUsage() })
  process.disconnect()
}

// The service, and what is sent to it.

const startSandbox = async () => {
  const child = spawn(process.execPath, [cli, 'sandbox', '--port', '0', '--json', '--seed', '1'])
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const { specUrl, apiKey } = JSON.parse(line)
  return { origin: specUrl, apiKey, stop: () => child.kill() }
}

const runSuite = async (origin, apiKey, folder) => {
  const concurrency = ['--concurrency', String(CONCURRENCY)]
  const args = [cli, 'test', '--base-url', `${origin}/api`, '--report-dir', folder, ...concurrency]
  const began = performance.now()
  const child = spawn(
    '/bin/sh',
    ['-c', '"$@"; code=$?; times; exit $code', 'sh', process.execPath, ...args],
    {
      env: { ...process.env, RAMPART_API_KEY: apiKey, RAMPART_CACHE_DIR: join(folder, 'cache') },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  const [code] = await once(child, 'close')
  const wall = performance.now() - began
  if (code !== 0) throw new Error(`the suite ended with ${code}:\n${text}`)
  const [, minutes, seconds] = /(\d+)m([\d.]+)s \d+m[\d.]+s\s*$/.exec(text) ?? []
  const { durationMs } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  return { wall, judging: durationMs, cpu: (Number(minutes) * 60 + Number(seconds)) * 1000 }
}

const runBare = async (file, origin) => {
  const began = performance.now()
  const child = fork(fileURLToPath(import.meta.url), ['replay', file, origin])
  const [{ wall, cpu }] = await once(child, 'message')
  await once(child, 'exit')
  return { wall: performance.now() - began, judging: wall, cpu: cpu.user / 1000 }
}

/** Records what the suite sends, through a proxy. */
const record = async (folder) => {
  const { origin, apiKey, stop } = await startSandbox()
  const recorded = []
  const pass = async (incoming, outgoing) => {
    const chunks = []
    for await (const chunk of incoming) chunks.push(chunk)
    const headers = incoming.rawHeaders.flatMap((_, index, all) =>
      index % 2 === 0 && !/^(host|connection|content-length|transfer-encoding)$/i.test(all[index])
        ? [all[index], all[index + 1]]
        : [],
    )
    const body = chunks.length > 0 ? Buffer.concat(chunks).toString() : undefined
    const one = { method: incoming.method, path: incoming.url, headers, body }
    recorded.push(one)
    const answer = await forward(origin, one)
    const kept = Object.entries(answer.headers).filter(([name]) => !/^(connection|keep-alive)$/.test(name))
    outgoing.writeHead(answer.statusCode, Object.fromEntries(kept))
    outgoing.end(Buffer.from(await answer.body.arrayBuffer()))
  }
  const proxy = createServer((incoming, outgoing) => void pass(incoming, outgoing))
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  await runSuite(`http://127.0.0.1:${proxy.address().port}`, apiKey, folder)
  proxy.close()
  proxy.closeAllConnections()
  stop()
  const file = join(folder, 'requests.json')
  writeFileSync(file, JSON.stringify(recorded))
  return { file, count: recorded.length }
}

const onFresh = async (run) => {
  const { origin, apiKey, stop } = await startSandbox()
  try {
    return await run(origin, apiKey)
  } finally {
    stop()
  }
}

const print = (name, suite, bare) => {
  const [a, b] = [median(suite), median(bare)]
  console.log(
    `${name.padEnd(38)} suite ${a.toFixed(0).padStart(6)} ms   bare loop ${b.toFixed(0).padStart(6)} ms   ratio ${(a / b).toFixed(2)}`,
  )
}

const main = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rampart-bench-'))
  try {
    const { file, count } = await record(folder)
    console.log(
      `${count} requests, concurrency ${CONCURRENCY}, bare loop on ${LOOP}, median of ${ROUNDS} rounds`,
    )
    const [suite, bare] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await onFresh((origin) => runBare(file, origin)))
      suite.push(await onFresh((origin, apiKey) => runSuite(origin, apiKey, folder)))
    }
    const pick = (runs, key) => runs.map((run) => run[key])
    print('wall, from start to end of the process', pick(suite, 'wall'), pick(bare, 'wall'))
    print('wall, requests alone', pick(suite, 'judging'), pick(bare, 'judging'))
    print('CPU of the process', pick(suite, 'cpu'), pick(bare, 'cpu'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [what, file, origin] = process.argv.slice(2)
await (what === 'replay' ? replay(file, origin) : main())
