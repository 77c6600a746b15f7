// Makes a HAR of some size and measures the memory that `rampart inspect` takes for it: node bench/inspect.mjs [MB]
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const target = { bytes: Number(process.argv[2] ?? 120) * 1e6 }
const folder = await mkdtemp(join(tmpdir(), 'rampart-bench-'))
const file = join(folder, 'large.har')

const entry = (index) => ({
  startedDateTime: '2026-09-01T12:00:00.000Z',
  time: 12,
  request: {
    method: 'GET',
    url: 'https://pay.example/api/terms-and-conditions?country=DEU',
    httpVersion: 'HTTP/2.0',
    headers: [
      { name: ':authority', value: 'pay.example' },
      { name: 'x-api-version', value: '2026-08-01' },
      { name: 'x-api-key', value: `key-${index % 7}-not-real` },
    ],
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: 0,
  },
  response: {
    status: 200,
    statusText: '',
    httpVersion: 'HTTP/2.0',
    // Every third answer breaks a rule, so that findings and their evidence are part of what is measured.
    headers: [
      { name: 'content-type', value: 'application/json; charset=utf-8' },
      { name: 'x-api-version', value: '2026-08-01' },
      ...(index % 3 === 0 ? [] : [{ name: 'vary', value: 'X-API-Version' }]),
    ],
    content: {
      mimeType: 'application/json',
      text: JSON.stringify(
        Array.from({ length: 40 }, (_, item) => ({
          id: `00000000-0000-4000-8000-${String(index * 40 + item).padStart(12, '0')}`,
          display_name: 'Terms of the service',
          url: 'https://terms.example/document',
        })),
      ),
    },
    cookies: [],
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  },
  cache: {},
  timings: { send: 0, wait: 12, receive: 0 },
})

const write = async () => {
  const out = createWriteStream(file)
  let written = 0
  const put = async (text) => {
    written += text.length
    if (!out.write(text)) await once(out, 'drain')
  }
  await put('{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[')
  for (let index = 0; written < target.bytes; index++) {
    await put((index === 0 ? '' : ',') + JSON.stringify(entry(index)))
  }
  await put(']}}')
  out.end()
  await once(out, 'finish')
}

const inspect = (path) =>
  new Promise((done) => {
    const report = join(folder, 'peak.mjs')
    const args = ['--import', report, join(root, 'dist/bin/rampart.js'), 'inspect', path]
    const child = spawn(process.execPath, [...args, '--specs', join(root, 'dist/specs')], { cwd: folder })
    let text = ''
    child.stderr.on('data', (chunk) => (text += chunk))
    child.on('close', (code) => done({ code, text }))
  })

const peakOf = ({ text }) => Number(/peak (\d+) kB/.exec(text)?.[1]) / 1000

try {
  const { writeFile } = await import('node:fs/promises')
  const peak =
    'process.on("exit", () => process.stderr.write(`peak ${process.resourceUsage().maxRSS} kB\\n`))\n'
  await writeFile(join(folder, 'peak.mjs'), peak)
  const small = join(folder, 'small.har')
  await writeFile(small, JSON.stringify({ log: { version: '1.2', entries: [entry(0)] } }))
  await write()
  const { size } = await stat(file)
  const [base, began] = [await inspect(small), Date.now()]
  const large = await inspect(file)
  console.log(large.text.trim())
  console.log(`one entry: peak ${peakOf(base).toFixed(0)} MB (exit ${base.code})`)
  console.log(
    `${(size / 1e6).toFixed(0)} MB: peak ${peakOf(large).toFixed(0)} MB (exit ${large.code}) in ${((Date.now() - began) / 1000).toFixed(0)} s`,
  )
} finally {
  await rm(folder, { recursive: true, force: true })
}
