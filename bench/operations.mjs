// A document of 10,000 operations: what the suite takes to load it and to run the rules about any operation against a
// trivial service that answers whatever is asked. The heap of the run is bounded; beyond the bound it would end.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const OPERATIONS = Number(process.env['OPERATIONS'] ?? 10_000)
const HEAP_MB = Number(process.env['HEAP_MB'] ?? 256)
const VERSION = '2026-08-01'
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

const text = { type: 'string', maxLength: 40 }
const answer = { description: 'It.', content: { 'application/json': { schema: {} } } }

const readOf = (index) => ({
  operationId: `read${index}`,
  parameters: [
    {
      name: 'size',
      in: 'query',
      schema: { type: 'integer', minimum: 1, maximum: 100 + (index % 50), default: 10 },
    },
    {
      name: 'kind',
      in: 'query',
      required: true,
      schema: { type: 'string', enum: ['one', 'two', `k${index}`] },
    },
  ],
  responses: { 200: answer, 400: answer, 401: answer },
})

const writeOf = (index) => ({
  operationId: `write${index}`,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['name', 'count'],
          properties: { name: text, count: { type: 'integer', minimum: index % 7 }, note: text },
        },
      },
    },
  },
  responses: { 201: answer, 400: answer, 401: answer },
})

const documentOf = (count) => {
  const indexes = Array.from({ length: Math.ceil(count / 2) }, (_, index) => index)
  const paths = indexes.map((index) => [`/things-${index}`, { get: readOf(index), post: writeOf(index) }])
  return {
    openapi: '3.1.0',
    info: { title: 'Many', version: VERSION },
    servers: [{ url: '/api' }],
    security: [{ key: [] }],
    paths: Object.fromEntries(paths),
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
  }
}

// The run, in a child process with a heap of its own size.

const run = async () => {
  const [{ plan }] = await once(process, 'message')
  const { runPlan, selectRules } = await import('../dist/conformance/index.js')
  const began = performance.now()
  const rules = selectRules(['operations/*', 'documents/*'])
  const judged = await runPlan({ ...plan, rules }, { apiKey: 'key' })
  const seconds = (performance.now() - began) / 1000
  const requests = judged.reduce((sum, one) => sum + one.requests, 0)
  const states = judged.flatMap(({ result }) => (result ? [`${result.id} ${result.state}`] : []))
  const peakMb = process.resourceUsage().maxRSS / 1024
  process.send({ seconds, requests, peakMb, states })
  process.disconnect()
}

const generateCode = async (folder, document) => {
  const { generate } = await import('../dist/generator/index.js')
  const began = performance.now()
  const parts = { templates: join(root, 'templates'), runtime: join(root, 'dist/runtime-bundle') }
  const input = { name: VERSION, file: `${VERSION}.json`, text: document }
  const { files } = await generate([input], { ...parts, withoutTypes: true })
  for (const { path, content } of files) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content)
  }
  return { seconds: (performance.now() - began) / 1000, files: files.length }
}

const isGood = ({ method, url, headers }) => {
  const { searchParams } = new URL(url, 'http://service.example')
  const isKind = method !== 'GET' || /^(one|two|k\d+)$/.test(searchParams.get('kind') ?? '')
  return isKind && (method === 'POST' || method === 'GET') && headers['x-api-key'] === 'key'
}

const serve = async (document) => {
  const server = createServer((request, response) => {
    request.resume()
    const isSpec = request.url.startsWith('/spec')
    const status = isSpec ? 200 : isGood(request) ? (request.method === 'POST' ? 201 : 200) : 400
    const headers = { 'content-type': 'application/json', 'x-api-version': VERSION, vary: 'X-API-Version' }
    response.writeHead(status, headers).end(isSpec ? document : '{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const main = async () => {
  const document = JSON.stringify(documentOf(OPERATIONS))
  const generated = await mkdtemp(join(tmpdir(), 'rampart-bench-'))
  const server = await serve(document)
  try {
    const code = await generateCode(generated, document)
    console.log(`generated ${code.files} files for ${OPERATIONS} operations in ${code.seconds.toFixed(1)} s`)
    const specUrl = `http://127.0.0.1:${server.address().port}`
    const plan = {
      baseUrl: `${specUrl}/api`,
      specUrl,
      generated,
      versions: [VERSION],
      supported: [VERSION],
      defaultVersion: VERSION,
      allowWrites: true,
      apiKeyEnv: 'RAMPART_API_KEY',
      timeoutMs: 5000,
      seed: 1,
      subjects: {},
    }
    const child = fork(fileURLToPath(import.meta.url), ['run'], {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
    })
    child.send({ plan })
    const [{ seconds, requests, peakMb, states }] = await once(child, 'message')
    console.log(`ran ${requests} requests in ${seconds.toFixed(1)} s, ${peakMb.toFixed(0)} MB at most`)
    console.log(states.join('\n'))
  } finally {
    server.close()
    server.closeAllConnections()
    await rm(generated, { recursive: true, force: true })
  }
}

await (process.argv[2] === 'run' ? run() : main())
