import { readdir, readFile, stat } from 'node:fs/promises'
import { type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { spellings, traces } from '../support/spellings.js'
import { rowsOf } from '../support/whole.js'
import { runCli, runProcess, startSandboxWith } from './cli.js'
import { startServer } from '../support/loopback.js'
import { temporaryFolder } from '../support/folder.js'

const apiKey = 'Okapi/9+é&"secretZebra'
const secondKey = "Lemur?'<ß>=%\\other Giraffe"
const keys = [apiKey, secondKey]

const newest = ['--versions', '2026-08-01']

const header = (name: string): boolean => !/^(host|connection|content-length)$/.test(name)

/** A value that a header can carry, of every spelling that one can be. */
const forHeader = (text: string): boolean => /^[\t\u0020-\u007E\u0080-\u00FF]*$/.test(text)

const echoes = (key: string): string[] => Object.values(spellings).map((spell) => spell(key))

let answers = 0

/**
 * Text that a careless service adds to its response, at another offset each time, so that some cut messages contain
 * half a key.
 */
const leaky = (text: string): string => {
  const pad = '.'.repeat(answers++ % 120)
  const basic = keys.map((one) => Buffer.from(`user:${one}`).toString('base64'))
  const value: unknown = JSON.parse(text === '' ? '""' : text)
  if (typeof value === 'string') return JSON.stringify(`${pad}${keys.join('')}${value}`)
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return text
  return JSON.stringify({ pad, keys, basic, echo: keys.flatMap(echoes), ...value })
}

/** Additions of a service to its answers to a request with a key. */
interface Leak {
  readonly headers: (key: string) => Readonly<Record<string, string | string[]>>
  readonly body: (text: string, key: string) => string
}

const everything: Leak = {
  headers: (key) => ({
    'x-echo': keys.flatMap(echoes).filter(forHeader),
    location: `/x?key=${encodeURIComponent(key)}`,
  }),
  body: leaky,
}

/** A proxy that repeats keys in the responses of a service. */
const echoing = (origin: string, leak: Leak) => (request: IncomingMessage, response: ServerResponse) => {
  const { hostname, port } = new URL(origin)
  const key = String(request.headers['x-api-key'] ?? '')
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => header(name)))
  const { method = 'GET', url: path = '/' } = request
  const onward = send({ hostname, port, method, path, headers }, (answer) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const isApi = path.startsWith('/api') && key !== ''
      const kept = Object.entries(answer.headers).filter(([name]) => header(name))
      response.writeHead(answer.statusCode ?? 500, {
        ...Object.fromEntries(kept),
        ...(isApi ? leak.headers(key) : {}),
      })
      response.end(isApi ? leak.body(text, key) : text)
    })
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}

/** Shows that the service did repeat them, and that this was recorded. */
const marks = [
  '{"name":"x-api-key","value":"[redacted]"}',
  '{"name":"x-echo","value":"[redacted]"}',
  '{"name":"x-echo","value":"[redacted second key]"}',
  '\\"echo\\":[\\"[redacted]\\",',
]

// Runs against a service that repeats keys are processes of their own: in one, both would wait for each other.
test('no key is in any output of a whole run against a service that repeats them in every spelling', async () => {
  const cwd = temporaryFolder()
  const { specUrl } = await startSandboxWith(
    { RAMPART_SANDBOX_KEYS: `${apiKey},${secondKey}` },
    '--fault',
    'versioning/vary',
  )
  const { url: origin } = await startServer(echoing(specUrl, everything))
  const env = {
    RAMPART_API_KEY: apiKey,
    OTHER_KEY: secondKey,
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
  }
  // Messages of these areas quote bodies, headers, texts and URLs; others use the same functions.
  const areas = ['authentication/*', 'versioning/*', 'customers/*', 'terms/*']
  const bounds = [...newest, '--rules', ...areas]
  const args = ['test', '--base-url', `${origin}/api`, '--second-key-env', 'OTHER_KEY', ...bounds]
  const result = await runProcess(args, { cwd, env })
  expect(result.code).toBe(1)
  const folder = join(cwd, 'rampart-report')
  const names = await readdir(folder)
  expect(names.toSorted()).toEqual([
    'exchanges.har',
    'junit.xml',
    'report.html',
    'report.json',
    'results.sarif',
  ])
  const outputs: [string, string][] = [
    ['stdout', result.stdout],
    ['stderr', result.stderr],
    ['summary', await readFile(join(cwd, 'summary.md'), 'utf8')],
  ]
  for (const name of names) outputs.push([name, await readFile(join(folder, name), 'utf8')])
  const all = new Map(outputs)
  expect(marks.filter((mark) => !all.get('exchanges.har')?.includes(mark))).toEqual([])
  const found = outputs.flatMap(([name, text]) =>
    keys.flatMap((key) =>
      traces(key)
        .filter(([, trace]) => text.includes(trace))
        .map(([trace]) => `${name}: ${trace}`),
    ),
  )
  expect(found).toEqual([])
  const parts = outputs.filter(([, text]) => /zebra|giraffe|okapi|lemur/i.test(text))
  expect(parts.map(([name]) => name)).toEqual([])
})

/** A key that is the same each time, with letters that need escapes somewhere. */
const keyOf = (length: number): string => {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_./+="&<%'
  let state = length
  const next = (): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return letters[state % letters.length] ?? ''
  }
  return `K${Array.from({ length: length - 2 }, next).join('')}y`
}

const largeBody = 300_000

/** Each answer has the next few spellings, as many as fit in, and one of them in a header. */
const inTurn = (): Leak & { readonly isThrough: () => boolean } => {
  const ways = Object.values(spellings)
  let turn = 0
  const next = (key: string): string => ways[turn++ % ways.length]?.(key) ?? ''
  return {
    isThrough: () => turn >= ways.length,
    headers: (key) => ({ 'x-echo': [next(key)].filter(forHeader) }),
    body: (text, key) => {
      const value: unknown = JSON.parse(text === '' ? '""' : text)
      if (Array.isArray(value) || value === null) return text
      const echo: string[] = []
      let size = 0
      for (let count = 0; count < ways.length && size < largeBody; count++) {
        echo.push(next(key))
        size += echo.at(-1)?.length ?? 0
      }
      const pad = ' '.repeat(Math.max(0, largeBody - size))
      if (typeof value === 'string') return JSON.stringify(`${echo.join(' ')}${value}${pad}`)
      return JSON.stringify({ echo, pad, ...value })
    },
  }
}

describe('a key of any length that a header carries', () => {
  // The whole run above has a secret of a few letters.
  test.each(rowsOf([1_024, 20_000], (length) => length > 1_024))('%d characters', async (length) => {
    const cwd = temporaryFolder()
    const key = keyOf(length)
    const { specUrl } = await startSandboxWith({ RAMPART_SANDBOX_KEYS: key }, '--fault', 'versioning/vary')
    const leak = inTurn()
    const { url: origin } = await startServer(echoing(specUrl, leak), onTestFinished, {
      maxHeaderSize: 128 * 1024,
    })
    const args = ['test', '--base-url', `${origin}/api`, '--allow-writes', ...newest, '--rules']
    const rules = ['versioning/vary', 'terms/*']
    const result = await runProcess([...args, ...rules], { cwd, env: { RAMPART_API_KEY: key } })
    expect(result.code).toBe(1)
    expect(leak.isThrough()).toBe(true)
    const folder = join(cwd, 'rampart-report')
    const outputs = [result.stdout, result.stderr]
    for (const name of await readdir(folder)) {
      outputs.push(await readFile(join(folder, name), 'utf8'))
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600)
    }
    const offsets = Array.from({ length: 20 }, (_, index) => Math.floor((index * (length - 16)) / 19))
    const pieces = [...new Set(offsets)].map((offset) => key.slice(offset, offset + 16))
    const shown = [...traces(key).map(([, trace]) => trace), ...pieces].filter((trace) =>
      outputs.some((output) => output.includes(trace)),
    )
    expect(shown).toEqual([])
    expect(outputs.some((output) => output.includes('{"name":"x-echo","value":"[redacted]"}'))).toBe(true)
  })

  test('one that the server of the service finds too long ends the run by name', async () => {
    const cwd = temporaryFolder()
    const key = keyOf(20_000)
    const { specUrl } = await startSandboxWith({ RAMPART_SANDBOX_KEYS: key })
    const { url: origin } = await startServer(echoing(specUrl, everything))
    const result = await runProcess(['test', '--base-url', `${origin}/api`], {
      cwd,
      env: { RAMPART_API_KEY: key },
    })
    expect(result.code).toBe(3)
    expect(result.stderr).toContain(
      'does not accept a header as long as the key in RAMPART_API_KEY, which has 20000 characters',
    )
    expect(result.stderr).not.toContain(key.slice(0, 16))
  })

  test('a short one is hidden where it is a whole value, and the run says so', async () => {
    const cwd = temporaryFolder()
    const { baseUrl } = await startSandboxWith({ RAMPART_SANDBOX_KEYS: 'x' })
    const result = await runCli(['test', '--base-url', baseUrl, '--rules', 'terms/*'], {
      cwd,
      env: { RAMPART_API_KEY: 'x' },
    })
    expect(result.code).toBe(0)
    expect(result.stderr).toMatch(/^warning\[short-secret\]: RAMPART_API_KEY has fewer than 8 characters/m)
    expect(result.stderr.match(/short-secret/g)).toHaveLength(1)
    const archive = await readFile(join(cwd, 'rampart-report', 'exchanges.har'), 'utf8')
    expect(archive).toContain('{"name":"x-api-key","value":"[redacted]"}')
    expect(archive).not.toMatch(/[a-z]\[redacted\]|\[redacted\][a-z]/)
  })
})
