import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { symlink, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import ts from 'typescript'
import { describe, expect, onTestFinished, test, type TestContext } from 'vitest'

import { type Snippet, snippetsFor } from '../../../sandbox/console/html/snippets.js'
import { createCustomer, identify } from '../support/actors.js'
import { look } from '../support/look.js'
import { NEW } from '../support/sandbox.js'
import { folder } from '../support/state.js'
import { attemptsOf, endpointOf } from '../webhooks/support/delivering.js'
import { add, type Console, openConsole } from './support/console.js'

const root = resolve(import.meta.dirname, '../../..')
const exec = promisify(execFile)

/** How a snippet becomes a process; without what it needs the test is skipped and says so. */
interface Toolchain {
  readonly needs: readonly string[]
  /** Resolves to the command that starts it. */
  readonly build: (snippet: Snippet, place: string) => Promise<readonly string[]>
}

/** What a runtime of fetch handlers does, for one of Node's servers. */
const SERVE = `
import { createServer } from 'node:http'
import app from './server.mjs'
createServer(async (request, response) => {
  const init = { method: request.method, headers: request.headers, body: request, duplex: 'half' }
  const { status } = await app.fetch(new Request('http://localhost' + request.url, init))
  response.writeHead(status).end()
}).listen(Number(process.env.PORT), '127.0.0.1')
`

const typescript = (entry: string): Toolchain => ({
  needs: [process.execPath],
  build: async ({ code }, place) => {
    const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }
    const { outputText } = ts.transpileModule(code, { compilerOptions: options })
    await writeFile(join(place, 'server.mjs'), outputText)
    await writeFile(join(place, 'serve.mjs'), SERVE)
    await symlink(join(root, 'generated'), join(place, 'generated'))
    await symlink(join(root, 'node_modules'), join(place, 'node_modules'))
    return [process.execPath, join(place, entry)]
  },
})

const TOOLCHAINS: Readonly<Record<string, Toolchain>> = {
  fetch: typescript('serve.mjs'),
  express: typescript('server.mjs'),
  fastify: typescript('server.mjs'),
  python: {
    needs: ['python3'],
    build: async ({ code, file }, place) => {
      await writeFile(join(place, file), code)
      return ['python3', join(place, file)]
    },
  },
  go: {
    needs: ['go'],
    build: async ({ code, file }, place) => {
      await writeFile(join(place, file), code)
      await exec('go', ['build', '-o', join(place, 'receiver'), join(place, file)], {
        env: { ...process.env, GO111MODULE: 'off', GOFLAGS: '' },
      })
      return [join(place, 'receiver')]
    },
  },
  java: {
    needs: ['java', 'javac'],
    build: async ({ code, file }, place) => {
      await writeFile(join(place, file), code)
      await exec('javac', ['-Xlint:all,-serial', '-Werror', '-d', place, join(place, file)])
      return ['java', '-Dfile.encoding=UTF-8', '-cp', place, 'Webhooks']
    },
  },
}

const isThere = (tool: string): Promise<boolean> =>
  exec('sh', ['-c', `command -v "${tool}"`]).then(
    () => true,
    () => false,
  )

const demand = async ({ needs }: Toolchain, skip: TestContext['skip']): Promise<void> => {
  for (const tool of needs) if (!(await isThere(tool))) skip(`${tool} is not on this machine`)
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })

interface Running {
  readonly child: ChildProcess
  /** What was handled, a line for each. */
  readonly handled: () => readonly string[]
}

const run = async (command: readonly string[], secret: string, port: number): Promise<Running> => {
  const [program = '', ...args] = command
  const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: String(port) }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { out: '', error: '' }
  child.stdout.on('data', (part: Buffer) => (output.out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output.error += part.toString()))
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  await until(
    async () => child.exitCode !== null || (await answers(port)),
    (is) => is,
  )
  expect(child.exitCode, output.error).toBeNull()
  return { child, handled: () => output.out.split('\n').filter((line) => line !== '') }
}

interface Receiver extends Running {
  readonly console: Console
  readonly secret: string
  readonly port: number
}

/** A snippet that runs, and is registered at a sandbox for all events. */
const receive = async (
  snippet: Snippet,
  skip: TestContext['skip'],
  digest: 'hex' | 'base64',
): Promise<Receiver> => {
  const toolchain = TOOLCHAINS[snippet.id]
  if (toolchain === undefined) throw new TypeError(`nothing runs ${snippet.id}`)
  await demand(toolchain, skip)
  const command = await toolchain.build(snippet, await folder())
  const port = await freePort()
  // Receivers compare with the time of the machine.
  const console = await openConsole({ clock: () => new Date(), webhooks: { allowsLoopback: true, digest } })
  const topics = ['CustomerCreated', 'CustomerStatus', 'IdentificationStatus', 'CustomerFiatAbilities']
  const { secret } = await add(console, `http://127.0.0.1:${port}/webhooks`, { topics })
  return { console, secret, port, ...(await run(command, secret, port)) }
}

const eventsIn = (lines: readonly string[]): readonly unknown[] =>
  lines.map((line): unknown => JSON.parse(line.slice(line.indexOf(' '))))

const TURN = 20

/** Asks again and again, processes of others having their turns between, until an answer fits. */
const until = async <T>(ask: () => Promise<T>, fits: (value: T) => boolean): Promise<T> => {
  for (;;) {
    const value = await ask()
    if (fits(value)) return value
    await wait(TURN)
  }
}

const seconds = (): number => Math.floor(Date.now() / 1000)

interface Delivery {
  readonly timestamp?: string
  readonly body?: string
  readonly secret?: string
  readonly headers?: Readonly<Record<string, string>>
  /** What is sent, where it is not what was signed. */
  readonly sent?: string
}

/** Posts a delivery that is signed rightly, apart from what is said. */
const post = async ({ port, secret: right }: Receiver, delivery: Delivery): Promise<number> => {
  const { timestamp = String(seconds()), body = BODY, secret = right, headers = {}, sent } = delivery
  const signature = createHmac('sha256', secret).update(timestamp).update(body).digest('hex')
  const response = await fetch(`http://127.0.0.1:${port}/webhooks`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': `id-${Math.random()}`,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1=${signature}`,
      ...headers,
    },
    body: sent ?? body,
  })
  return response.status
}

const bodyOf = (customer: string, message: string, type = 'customer_status'): string =>
  `{ "type":"${type}", "timestamp":"2026-09-01T12:00:00.000000+00:00","data" : {"customer_id":"${customer}","message":${message}} }`

const MESSAGE =
  '{"id":"7","status":"Active","note":"}\\"],{ é \\u00e9","amount":1.10,"list":[[1],{"a":null}]}'
const BODY = bodyOf('c1', MESSAGE)

const WRONG: readonly (readonly [string, () => Delivery])[] = [
  ['another secret', () => ({ secret: 'other' })],
  ['an empty secret', () => ({ secret: ' ' })],
  ['a byte that was changed', () => ({ sent: BODY.replace('Active', 'Active ') })],
  ['a body that was printed anew', () => ({ sent: JSON.stringify(JSON.parse(BODY)) })],
  ['a line break at the end', () => ({ sent: `${BODY}\n` })],
  ['a timestamp of six minutes ago', () => ({ timestamp: String(seconds() - 360) })],
  ['a timestamp in six minutes', () => ({ timestamp: String(seconds() + 360) })],
  ['milliseconds', () => ({ timestamp: String(Date.now()) })],
  [
    'a timestamp whose last digit begins the body',
    () => ({ timestamp: String(seconds()).slice(0, 9), body: BODY }),
  ],
  ['a timestamp that took the first digit of the body', () => ({ timestamp: `${seconds()}1`, body: BODY })],
  ['a timestamp with a sign', () => ({ timestamp: `+${String(seconds()).slice(1)}` })],
  ['a timestamp with a fraction', () => ({ timestamp: `${String(seconds())}.0` })],
  ['a timestamp that is no number', () => ({ timestamp: 'yesterday!' })],
  ['no digits', () => ({ headers: { 'webhook-signature': 'v1=' } })],
  ['no prefix', () => ({ headers: { 'webhook-signature': 'a'.repeat(64) } })],
  ['a signature that is text', () => ({ headers: { 'webhook-signature': 'v1=é,v2=x, ,v1' } })],
]

const snippets = snippetsFor(NEW)

test('every language of the guide is run', () => {
  expect(snippets.map(({ id }) => id)).toEqual(Object.keys(TOOLCHAINS))
  for (const { code, id } of snippets) expect(code, id).not.toContain('API_VERSION')
})

/** What the snippet needs of Express, whose own types are in another package. */
const EXPRESS = `declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  type Next = (error?: unknown) => void
  export default function express(): {
    post(path: string, handler: (request: IncomingMessage, response: ServerResponse, next: Next) => unknown): void
    listen(port: number): void
  }
}`

test.each(snippets.filter(({ file }) => file.endsWith('.ts')).map((snippet) => [snippet.id, snippet]))(
  'the snippet %s compiles strictly',
  async (_id, { code }) => {
    const place = await folder()
    await writeFile(join(place, 'package.json'), '{ "type": "module" }')
    await writeFile(join(place, 'express.d.ts'), EXPRESS)
    await writeFile(join(place, 'server.ts'), code)
    await symlink(join(root, 'generated'), join(place, 'generated'))
    await symlink(join(root, 'node_modules'), join(place, 'node_modules'))
    const program = ts.createProgram([join(place, 'server.ts'), join(place, 'express.d.ts')], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules', '@types')],
    })
    expect(
      ts
        .getPreEmitDiagnostics(program)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    ).toEqual([])
  },
)

describe.each(snippets.map((snippet) => [snippet.language, snippet] as const))('%s', (_language, snippet) => {
  test('acknowledges real deliveries, and handles each once', async ({ skip }) => {
    const receiver = await receive(snippet, skip, 'hex')
    const { console, handled } = receiver
    const { id } = (await endpointOf(console.sandbox)) as { id: string }
    const customer = await createCustomer(console.sandbox)
    await identify(console.sandbox, customer)
    await console.post(`/console/webhooks/${id}/ping`)
    await until(
      () => endpointOf(console.sandbox),
      (one) => look(one, 'pending') === 0,
    )
    const attempts = await attemptsOf(console.sandbox)
    expect(attempts.length).toBeGreaterThan(4)
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ acknowledged: true, response_status: 200 })

    const body = bodyOf('c2', MESSAGE)
    const repeated = bodyOf('c2', MESSAGE).replace('12:00:00', '12:00:01')
    const others = [
      bodyOf('c3', MESSAGE),
      bodyOf('c2', MESSAGE.replace('Active', 'Suspended')),
      bodyOf('c4', MESSAGE, 'new_kind'),
    ]
    for (const one of [body, repeated, body, ...others, ...others])
      expect(await post(receiver, { body: one })).toBe(200)
    const expected = new Set(attempts.map((attempt) => String(look(attempt, 'request_body'))))
    await until(
      async () => handled().length,
      (count) => count >= expected.size + 4,
    )
    const events = eventsIn(handled())
    expect(events).toHaveLength(expected.size + 4)
    for (const text of [...expected, body, ...others]) expect(events).toContainEqual(JSON.parse(text))
  })

  test('takes signatures in base64, and one of several', async ({ skip }) => {
    const receiver = await receive(snippet, skip, 'base64')
    await createCustomer(receiver.console.sandbox)
    await until(
      () => endpointOf(receiver.console.sandbox),
      (one) => look(one, 'pending') === 0,
    )
    const [attempt] = await attemptsOf(receiver.console.sandbox)
    expect(look(attempt, 'request_headers', 'webhook-signature')).toMatch(/^v1=[\w+/]{43}=$/)
    expect(look(attempt, 'response_status')).toBe(200)
    const timestamp = String(seconds())
    const right = createHmac('sha256', receiver.secret)
      .update(timestamp + BODY)
      .digest('hex')
    for (const header of [`v1=${'0'.repeat(64)}, v1=${right}`, `v1=${right} v1=${'0'.repeat(64)}`])
      expect(await post(receiver, { timestamp, headers: { 'webhook-signature': header } })).toBe(200)
  })

  test('refuses what is not genuine', async ({ skip }) => {
    const receiver = await receive(snippet, skip, 'hex')
    for (const [name, wrong] of WRONG) {
      const status = await post(receiver, wrong())
      expect(status, name).toBe(401)
    }
    const { port } = receiver
    for (const headers of [
      {},
      { 'webhook-timestamp': String(seconds()) },
      { 'webhook-signature': 'v1=00' },
    ]) {
      const response = await fetch(`http://127.0.0.1:${port}/webhooks`, {
        method: 'POST',
        headers,
        body: BODY,
      })
      expect(response.status).toBe(401)
    }
    const large = bodyOf('c1', `{"id":"${'x'.repeat(1024 * 1024)}"}`)
    expect(await post(receiver, { body: large }).catch(() => 413)).toBe(413)
    expect(await post(receiver, { body: 'no json' })).not.toBe(200)
    expect(receiver.handled()).toEqual([])
    expect(await post(receiver, {})).toBe(200)
  })
})
