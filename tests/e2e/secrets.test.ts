import { readdir, readFile } from 'node:fs/promises'
import { type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli, startSandboxWith, temporaryFolder } from './cli.js'
import { serve } from './servers.js'

const apiKey = 'Okapi/9+é&"secretZebra'
const secondKey = "Lemur?'<ß>=%\\other Giraffe"
const keys = [apiKey, secondKey]

/** Spellings of a text as services and tools come to write them. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  url: encodeURIComponent,
  urlTwice: (text) => encodeURIComponent(encodeURIComponent(text)),
  urlLower: (text) => encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  urlInPart: encodeURI,
  form: (text) => new URLSearchParams({ x: text }).toString().slice(2),
  latin1Url: (text) =>
    [...Buffer.from(text, 'latin1')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  json: (text) => JSON.stringify(text).slice(1, -1),
  jsonInJson: (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  jsonAscii: (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[^ -~]|[&<>'/]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
  html: (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  htmlCodes: (text) => text.replaceAll(/[^a-z0-9]/gi, (letter) => `&#${letter.charCodeAt(0)};`),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64Latin1: (text) => Buffer.from(text, 'latin1').toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex'),
  garbled: (text) => Buffer.from(text).toString('latin1'),
}

const header = (name: string): boolean => !/^(host|connection|content-length)$/.test(name)

/** A value that a header can carry, of every spelling that one can be. */
const forHeader = (text: string): boolean => /^[\t\u0020-\u007E\u0080-\u00FF]*$/.test(text)

const echoes = (key: string): string[] => Object.values(spellings).map((spell) => spell(key))

let answers = 0

/**
 * What a careless service would say beside its answer. It begins at another place each time: where a message
 * shows only the beginning of an answer, half a key is left of some.
 */
const leaky = (text: string): string => {
  const pad = '.'.repeat(answers++ % 120)
  const basic = keys.map((one) => Buffer.from(`user:${one}`).toString('base64'))
  const value: unknown = JSON.parse(text === '' ? '""' : text)
  if (typeof value === 'string') return JSON.stringify(`${pad}${keys.join('')}${value}`)
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return text
  return JSON.stringify({ pad, keys, basic, echo: keys.flatMap(echoes), ...value })
}

/** Stands before a service, and repeats both keys in its answers. */
const echoing = (origin: string) => (request: IncomingMessage, response: ServerResponse) => {
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
        ...(isApi
          ? {
              'x-echo': keys.flatMap(echoes).filter(forHeader),
              location: `/x?key=${encodeURIComponent(key)}`,
            }
          : {}),
      })
      response.end(isApi ? leaky(text) : text)
    })
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}

/** Every text that would give a secret away, by name: its spellings, and the parts that survive any of them. */
const traces = (key: string): [string, string][] => [
  ...Object.entries(spellings).map(([name, spell]): [string, string] => [name, spell(key)]),
  ...[0, 1, 2].map((shift): [string, string] => {
    const around = Buffer.from(`${'-'.repeat(shift)}${key}`).toString('base64')
    return [`inside of base64, ${shift}`, around.slice(4, -4)]
  }),
]

/** Shows that the service did repeat them, and that this was recorded. */
const marks = [
  '{"name":"x-api-key","value":"[redacted]"}',
  '{"name":"x-echo","value":"[redacted]"}',
  '{"name":"x-echo","value":"[redacted second key]"}',
  '\\"echo\\":[\\"[redacted]\\",',
]

describe('no key is in any output', () => {
  test('of a whole run against a service that repeats them in every spelling', async () => {
    const cwd = await temporaryFolder()
    const { specUrl } = await startSandboxWith(
      { RAMPART_SANDBOX_KEYS: `${apiKey},${secondKey}` },
      '--fault',
      'versioning/vary',
    )
    const origin = await serve(echoing(specUrl))
    const env = {
      RAMPART_API_KEY: apiKey,
      OTHER_KEY: secondKey,
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
    }
    const args = ['test', '--base-url', `${origin}/api`, '--second-key-env', 'OTHER_KEY']
    const result = await runCli(args, { cwd, env })
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
})
