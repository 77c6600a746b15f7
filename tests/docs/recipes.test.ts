import { execFileSync, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cleanEnv, root } from '../e2e/cli.js'
import { startServer } from '../support/loopback.js'
import { copyOfTree, follow, stepsUnder } from './recipes.js'

const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const headings = [...contributing.matchAll(/^## (.*)$/gm)]
  .map(([, heading = '']) => heading)
  .filter((heading) => stepsUnder(contributing, heading).length > 0)

const version = '2026-11-01'
let tree = ''

const options = () => ({ cwd: tree, env: { ...cleanEnv(), RAMPART_API_KEY: 'sandbox-key' } })

/** Runs a program of the copy to its end, and gives its exit code with all that it printed. */
const run = (...args: readonly string[]): { readonly code: number; readonly text: string } => {
  try {
    return {
      code: 0,
      text: execFileSync(process.execPath, args, { ...options(), encoding: 'utf8', stdio: 'pipe' }),
    }
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
    return { code: status, text: `${stdout}${stderr}` }
  }
}

const cli = (...args: readonly string[]) => run('dist/bin/rampart.js', ...args)

/** Starts the sandbox of the copy, which ends with the test; gives its origin. */
const serve = async (...args: readonly string[]): Promise<string> => {
  const child = spawn(
    process.execPath,
    ['dist/bin/rampart.js', 'sandbox', '--port', '0', '--json', ...args],
    options(),
  )
  onTestFinished(async () => {
    child.kill()
    await once(child, 'close')
  })
  for await (const line of createInterface(child.stdout))
    return (JSON.parse(line) as { specUrl: string }).specUrl
  throw new Error('the sandbox of the copy did not start')
}

const judge = (origin: string, ...rules: readonly string[]) =>
  cli('test', '--base-url', `${origin}/api`, '--allow-writes', '--versions', version, '--rules', ...rules)

// All recipes share one copy and one build, which takes most of the time.
/** In milliseconds: a whole build, beside other tests. */
const longestBuild = 600_000

beforeAll(async () => {
  tree = await copyOfTree()
  for (const heading of headings) {
    for (const step of stepsUnder(contributing, heading)) await follow(tree, step)
  }
  expect(run('scripts/build.mjs')).toEqual({ code: 0, text: '' })
}, longestBuild)

afterAll(() => rm(tree, { recursive: true, force: true }))

test('every recipe has steps', () => {
  expect(headings).toEqual([
    'Add a version',
    'Add a rule',
    'Add a field of a record',
    'Add an identification code',
    'Add a case of the drill',
    'Add a report format',
    'Add an operation',
    'Add an error',
    'Change a template',
  ])
})

test('Add a version: it is served, behaves as it says, and holds', async () => {
  const origin = await serve()
  expect(await (await fetch(`${origin}/spec/versions`)).json()).toMatchObject({
    versions: expect.arrayContaining([expect.objectContaining({ version })]) as unknown,
  })
  const document = await (await fetch(`${origin}/spec/${version}`)).text()
  expect(document).toContain('settledInArrears')
  const { code, text } = judge(
    origin,
    'terms/*',
    'enumerations/*',
    'versioning/*',
    'spec-documents/*',
    'documents/*',
  )
  expect({ code, text }).toMatchObject({
    code: 0,
    text: expect.stringContaining('The contract holds') as string,
  })
})

test('Add a version: its minting is what the table says', () => {
  const generated = readFileSync(join(tree, 'generated', version, 'MIGRATION.md'), 'utf8')
  expect(generated).toContain('published_at')
})

test('Add a rule: it is listed, and reports its fault and nothing else', async () => {
  expect(cli('rules', '--format', 'markdown').text).toContain('`terms/published-at`')
  const { code, text } = judge(await serve('--fault', 'terms/published-at'), 'terms/*')
  expect(code).toBe(1)
  expect(text.match(/\[\S+\/\S+ /g)).toEqual(['[terms/published-at '])
})

test('Add a field of a record: it is served, and it is reported where it is not', async () => {
  expect(judge(await serve(), 'quote/fields', 'quote/document-record', 'quote/document-limits').code).toBe(0)
  const handler = join(tree, 'dist', 'sandbox', 'quotes', 'handler.js')
  const served = await readFile(handler, 'utf8')
  await writeFile(handler, served.replace("settlement_currency: 'EUR',", ''))
  const { code, text } = judge(await serve(), 'quote/fields')
  await writeFile(handler, served)
  expect(code).toBe(1)
  expect(text).toContain('settlement_currency of SignedAutorampQuote must be a string; it is absent')
})

test('Add an identification code: it is answered, and its fault is reported', async () => {
  const rules = ['identification/selfie-reused', 'identification/error-codes', 'documents/statements']
  expect(judge(await serve(), ...rules).code).toBe(0)
  const { code, text } = judge(await serve('--fault', 'identification/selfie-reused'), ...rules)
  expect(code).toBe(1)
  expect(text.match(/\[\S+\/\S+ /g)).toEqual(['[identification/selfie-reused '])
})

test('Add a case of the drill: it is sent, and its mistake is named', async () => {
  const secret = 'a-secret-of-the-recipe'
  const { url } = await startServer((request, response) => {
    const isRoman = request.headers['webhook-timestamp'] === 'MDCC'
    const mac = createHmac('sha256', secret).update(String(request.headers['webhook-timestamp']))
    request.on('data', (chunk: Buffer) => mac.update(chunk))
    request.on('end', () => {
      const isRight = request.headers['webhook-signature'] === `v1=${mac.digest('hex')}`
      const age = Math.abs(Date.now() / 1000 - Number(request.headers['webhook-timestamp']))
      response.statusCode = isRight && (age <= 300 || isRoman) ? 200 : 401
      response.end()
    })
  })
  const env = { ...options().env, RAMPART_WEBHOOK_SECRET: secret }
  const args = ['webhook', 'drill', '--to', url, '--rules', 'receiver/malformed-timestamp']
  const child = spawn(process.execPath, [join(tree, 'dist/bin/rampart.js'), ...args], { cwd: tree, env })
  const printed = await textOf(child.stdout)
  expect(printed).toContain('Your receiver reads Roman numerals. [roman-numerals]')
})

test('Add a report format: it is printed, and it is a choice', () => {
  expect(
    cli('diff', '--format', 'csv', 'dist/specs/2025-03-13.json', 'dist/specs/2025-03-13.json').text,
  ).toBe('id,effect\n')
  expect(cli('diff', '--help').text).toContain('"csv"')
})

test('Add an operation: it answers', async () => {
  const answer = await fetch(`${await serve()}/api/holidays`, { headers: { 'x-api-key': 'sandbox-key' } })
  expect([answer.status, await answer.json()]).toEqual([200, ['2026-12-25']])
})

test('Add an error: it is documented', () => {
  const page = "import('./dist/scripts/pages/errors.js').then(({ errorsPage }) => console.log(errorsPage()))"
  expect(run('-e', page).text).toContain('| `CALENDAR_MISSING` | 2 |')
})

test('Change a template: the output has it', () => {
  const schemas = readFileSync(join(tree, 'generated', version, 'schemas.js'), 'utf8')
  expect(schemas.split('\n')[1]).toBe('// Constants of enumerations.')
})
