import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { libraryDocument } from '../support/library/document.js'
import { card, Library, type LibraryFault } from '../support/library/service.js'
import { type Finished, runCli, runProcess, startCli, finished } from './cli.js'
import { sharedFolder } from '../support/folder.js'
import { deadOrigin, startServer } from '../support/loopback.js'
import { sampleOf } from '../support/whole.js'

const env = { RAMPART_AUTH_CARD: card }
const file = 'library.json'
const folder = sharedFolder({ [file]: libraryDocument() })

/** These runs start first, because they wait: for an absent service, and for late updates. */
let unanswered: Promise<Finished>
let lost: Promise<Finished>
const forgetful = new Library('updates are lost').listen()

beforeAll(async () => {
  unanswered = explore(await deadOrigin(), [])
  lost = explore((await forgetful).url, ['--strict', '--include', '*Book', '--rules', 'state/updated'])
})
afterAll(async () => {
  await unanswered
  await lost
  await (await forgetful).close()
})

const library = async (...faults: readonly LibraryFault[]): Promise<{ url: string; inside: Library }> => {
  const inside = new Library(...faults)
  const { url, close } = await inside.listen()
  onTestFinished(close)
  return { url, inside }
}

let runs = 0
const explore = async (
  url: string,
  args: readonly string[],
  run: typeof runProcess = runCli,
): Promise<Finished & { readonly reports: string }> => {
  const reports = `report-${++runs}`
  const own = args.includes('--document') ? [] : ['--document', file]
  const asked = ['test', ...own, '--base-url', url, '--report-dir', reports, '--for', '20s', ...args]
  return { ...(await run(asked, { cwd: folder, env })), reports: join(folder, reports) }
}

const textsIn = async (reports: string): Promise<readonly string[]> => {
  const names = await readdir(reports)
  return Promise.all(names.map((name) => readFile(join(reports, name), 'utf8')))
}

interface Reported {
  readonly results: readonly {
    readonly id: string
    readonly version: string
    readonly state: string
    readonly findings: readonly { readonly message: string }[]
  }[]
}
const reportIn = async (reports: string): Promise<Reported> =>
  JSON.parse(await readFile(join(reports, 'report.json'), 'utf8')) as Reported

describe('a service that keeps its document', () => {
  test('holds, keeps nothing of what was created, and its key is in no report', async () => {
    const { url, inside } = await library()
    const { code, stdout, stderr, reports } = await explore(url, [], runProcess)
    expect(stdout).toContain('1 document: library.json (Library, 6 operations)')
    expect(stdout).toContain('The contract holds')
    expect(stdout).toMatch(/operations\s+6 of 6 answered 2xx/)
    expect(stdout).not.toMatch(/\d (error|warning)s?:/)
    expect(stderr).toMatch(/Created: \d+ things, all of them deleted again/)
    expect(code).toBe(0)
    expect(inside.books.size).toBe(0)
    for (const text of [stdout, stderr, ...(await textsIn(reports))]) expect(text).not.toContain(card)
  })

  test('is only read where nothing may be written, and only what is asked for', async () => {
    const { url, inside } = await library()
    const args = ['--no-allow-writes', '--include', 'books', '--exclude', 'get /books/{id}', '--json']
    const { code, stdout } = await explore(url, args)
    const { results } = JSON.parse(stdout) as Reported
    expect(results.find(({ id }) => id === 'state/readable')?.state).toBe('skipped')
    expect(inside.requests.filter((one) => !/^(GET|HEAD|OPTIONS|TRACE) \/books(\?|$)/.test(one))).toEqual([])
    expect(code).toBe(0)
  })

  test('is judged by the rules that are asked for, and by a document of its own address', async () => {
    const { url } = await library()
    const { url: origin } = await startServer((_, response) =>
      response.end(JSON.stringify(libraryDocument())),
    )
    const args = ['--document', `${origin}/library.json`, '--rules', 'answers/*', '--for', '2s']
    const { code, reports } = await explore(url, args)
    const { results } = await reportIn(reports)
    expect(new Set(results.map(({ id }) => id.split('/')[0]))).toEqual(new Set(['answers']))
    expect(code).toBe(0)
  })
})

describe('a service that does not', () => {
  const faults: readonly (readonly [LibraryFault, string])[] = [
    ['fails on some', 'answers/server-error'],
    ['body lacks its id', 'answers/body'],
    ['undeclared status', 'answers/status'],
  ]
  test.each(sampleOf(faults, 0.4))('%s', async (fault, rule) => {
    const { url } = await library(fault)
    const { code, stdout, stderr } = await explore(url, [])
    expect(stdout).toContain(`[${rule}]`)
    expect(stdout).toContain('repeat     curl -sS')
    expect(stdout).toMatch(/promised {3}library\.json:\d+ #\//)
    expect(stdout).toContain('$RAMPART_AUTH_CARD')
    expect(stderr).toContain(`broken rules: ${rule}`)
    expect(code).toBe(1)
  })
})

test('a service that fails at forms without a boundary does so everywhere, which is one finding', async () => {
  const { url } = await library('fails at undivided forms')
  const { code, stdout } = await explore(url, [
    '--rules',
    'answers/server-error',
    '--include',
    'GET /hours',
    'GET /books/{id}',
  ])
  expect(stdout).toContain('1 rule failed, 1 finding')
  expect(stdout).toContain(
    'answered 500 to a request that is wrong: the body is a multipart form without a boundary',
  )
  expect(stdout).toMatch(/shown by {3}2 operations/)
  expect(code).toBe(1)
})

test('a service that fails at odd credentials does so everywhere, which is one finding', async () => {
  const { url } = await library('fails at odd cards')
  const { code, stdout } = await explore(url, ['--rules', 'answers/server-error'])
  const said = 'answered 500 to a request that is wrong: the credentials have a non-ASCII letter'
  expect(stdout).toContain('1 rule failed, 1 finding')
  expect(stdout).toContain(said)
  expect(stdout).toMatch(/shown by {3}6 operations/)
  // No book exists, so no request for one succeeds.
  const { stdout: ofNone } = await explore(url, ['--include', 'GET /hours', 'GET /books/{id}'])
  expect(ofNone).toContain(said)
  expect(ofNone).toMatch(/shown by {3}2 operations/)
  expect(stdout).toMatch(/repeat .* -H 'x-card: rampart-wrong-credentials\u00E9'/i)
  expect(code).toBe(1)
})

test('a document of Swagger 2.0 is converted', async () => {
  const { url } = await library()
  const swagger = {
    swagger: '2.0',
    info: { title: 'Library', version: '1' },
    produces: ['application/json'],
    securityDefinitions: { card: { type: 'apiKey', in: 'header', name: 'X-Card' } },
    security: [{ card: [] }],
    paths: {
      '/hours': { get: { responses: { 200: { description: 'Open.', schema: { type: 'integer' } } } } },
    },
  }
  await writeFile(join(folder, 'swagger.json'), JSON.stringify(swagger))
  const { code, stdout, stderr } = await explore(url, ['--document', 'swagger.json', '--for', '2s'])
  expect(stderr).toContain('swagger.json is Swagger 2.0')
  expect(stdout).toContain('[answers/body]')
  expect(code).toBe(1)
})

describe('a run that ends early', () => {
  test('is over when its time is', async () => {
    const { url, inside } = await library()
    const { stdout } = await explore(url, ['--for', '1s', '--rate', '20'])
    expect(stdout).toMatch(/More time would buy planned requests of \d operations/)
    expect(inside.requests.length).toBeLessThan(120)
  })

  test('writes its reports when it is interrupted', async () => {
    const { url, inside } = await library()
    const args = ['test', '--document', file, '--base-url', url, '--report-dir', 'cut', '--rate', '20']
    const child = startCli(args, { cwd: folder, env })
    const ended = finished(child)
    await expect.poll(() => inside.requests.length, { timeout: 60_000 }).toBeGreaterThan(5)
    child.kill('SIGINT')
    expect((await ended).code).not.toBe(0)
    expect(await reportIn(join(folder, 'cut'))).toMatchObject({ interrupted: true })
    expect(inside.books.size).toBe(0)
  })

  test('says that nobody is there', async () => {
    const { code, stderr } = await unanswered
    expect(stderr).toMatch(/error\[\w+\]/)
    expect(code).toBe(3)
  })
})

// Last, because it has been running since the first test.
test('a lost update is a warning that --strict counts', async () => {
  const { code, stdout, stderr } = await lost
  expect(stdout).toContain('[state/updated]')
  expect(stderr).toContain('error[WARNINGS_STRICT]')
  expect(code).toBe(1)
})
