import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entryOf, harOf, line } from '../conformance/inspect/har.js'
import { renderJson } from '../../conformance/index.js'
import { reportOf } from '../conformance/support/make.js'
import { root, runCli, startSandbox } from './cli.js'
import { folderWith, temporaryFolder } from '../support/folder.js'

const specs = ['--specs', join(root, 'dist', 'specs')]
const terms = {
  size: -1,
  text: '[{"id":"00000000-0000-4000-8000-000000000001","display_name":"T","url":"u"}]',
}
const withoutVary = [line('content-type', 'application/json'), line('x-api-version', '2026-08-01')]
const key = 'key-not-real'

const good = entryOf({ content: terms, asked: [line('x-api-key', key), line('x-api-version', '2026-08-01')] })
const bad = entryOf({ content: { text: `["${key}"]` }, came: withoutVary })

const inspect = async (text: string, ...args: readonly string[]) => {
  const cwd = temporaryFolder()
  await writeFile(join(cwd, 'traffic.har'), text)
  return { ...(await runCli(['inspect', 'traffic.har', ...args], { cwd })), cwd }
}

describe('rampart inspect', () => {
  test('ends with 0 on traffic that keeps the contract, and says where it took the API to be', async () => {
    const result = await inspect(harOf([good, entryOf({ url: 'https://other.example/x' })]), ...specs)
    expect(result).toMatchObject({ code: 0 })
    expect(result.stdout).toContain('The contract holds')
    expect(result.stderr).toContain('The API root is taken to be https://pay.example/api (1 call)')
    expect(result.stderr).toContain('1 call judged; not judged: 1 of another host or path.')
    const report: unknown = JSON.parse(
      await readFile(join(result.cwd, 'rampart-inspect/report.json'), 'utf8'),
    )
    expect(report).toMatchObject({ command: 'inspect', target: { baseUrl: 'https://pay.example/api' } })
  })

  test('ends with 1 on findings, and shows no key anywhere', async () => {
    const result = await inspect(harOf([good, bad]), ...specs, '--report-dir', 'out', '--json')
    expect(result.code).toBe(1)
    expect(result.stderr).toContain('broken rules: answers/body, versioning/vary')
    const files = ['report.json', 'junit.xml'].map((name) => readFile(join(result.cwd, 'out', name), 'utf8'))
    for (const text of [result.stdout, result.stderr, ...(await Promise.all(files))]) {
      expect(text).not.toContain(key)
    }
  })

  test('says that it replaces the report of another command', async () => {
    const report = renderJson(reportOf([]))
    const cwd = temporaryFolder()
    await writeFile(join(cwd, 'report.json'), report)
    await writeFile(join(cwd, 'traffic.har'), harOf([good]))
    const again = () => runCli(['inspect', 'traffic.har', ...specs, '--report-dir', '.'], { cwd })
    expect((await again()).stderr).toContain('Replaces report.json (rampart test of https://api.example/api')
    expect((await again()).stderr).not.toContain('Replaces')
  })

  test('fetches the documents of a service when it is told which', async () => {
    const { specUrl } = await startSandbox()
    const result = await inspect(
      harOf([good]),
      '--spec-url',
      specUrl,
      '--base-url',
      'https://pay.example/api',
    )
    expect(result).toMatchObject({ code: 0 })
    expect(result.stderr).not.toContain('taken to be')
  })

  test('judges by documents as rampart test does: members beside a closed branch, and parts with gaps', async () => {
    const schema = {
      allOf: [
        { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: false },
        { properties: { name: { type: 'string' } } },
      ],
    }
    const answer = { 200: { description: 'It.', content: { 'application/json': { schema } } } }
    const things = { get: { responses: answer }, put: { responses: { 200: { $ref: '#/gone' } } } }
    const document = { openapi: '3.1.0', info: { title: 'It', version: '1' }, paths: { '/things': things } }
    const cwd = folderWith({
      'specs/2026-08-01.json': document,
      'traffic.har': harOf([
        entryOf({
          url: 'https://pay.example/api/things',
          asked: [line('x-api-version', '2026-08-01')],
          content: { text: '{"id":"1","name":"A"}' },
        }),
      ]),
    })
    const result = await runCli(['inspect', 'traffic.har'], { cwd })
    expect(result.stdout).toMatch(/holds for all [1-9]/)
    expect(result.stderr).toContain('1 part cannot be read as written, so nothing is judged by it')
  })

  test.each<readonly [string, string, string, readonly string[]]>([
    ['a recording cut short', harOf([good]).slice(0, -20), 'RECORDING_SYNTAX', specs],
    [
      'another base URL',
      harOf([good]),
      'https://wrong.example/api',
      [...specs, '--base-url', 'https://wrong.example/api'],
    ],
  ])('ends with 2 on %s', async (_name, text, told, args) => {
    const result = await inspect(text, ...args)
    expect(result.code).toBe(2)
    expect(result.stderr).toContain(told)
  })
})
