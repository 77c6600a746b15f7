import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli } from './cli.js'
import { folderWith, temporaryFolder } from '../support/folder.js'
import { startServer } from '../support/loopback.js'
import { tableIn } from '../support/table.js'

interface Response {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | null
}

const { failing } = tableIn<{
  readonly failing: readonly (readonly [name: string, Response, code: number, says: string])[]
}>(import.meta.dirname, 'generate-input.yaml')

const documentOf = (title: string, schema: object = { type: 'string' }): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths: {},
    components: { schemas: { A: schema } },
  })

const generate = (cwd: string, ...args: readonly string[]): ReturnType<typeof runCli> =>
  runCli(['generate', ...args], { cwd })

describe('documents from the web', () => {
  test.each(failing)(
    'that %s end with what to do, and without their query',
    async (_what, { status = 200, headers = {}, body }, exit, says) => {
      const { url: origin } = await startServer((_request, response) => {
        response.writeHead(status, headers)
        if (body === null) response.flushHeaders()
        else response.end(body)
      })
      const cwd = temporaryFolder()
      const { code, stdout, stderr } = await generate(cwd, '--input', `${origin}/a.json?key=s3cret`)
      expect([code, stderr]).toEqual([exit, expect.stringMatching(new RegExp(says))])
      expect(stdout + stderr).not.toContain('s3cret')
      expect(stderr).not.toMatch(/\n\s+at /)
      expect(await readdir(cwd)).toEqual([])
    },
  )

  test('leave no query in the code, nor in the command that --check tells', async () => {
    const { url: origin } = await startServer((_request, response) => response.end(documentOf('Keyed')))
    const cwd = temporaryFolder()
    const url = `${origin}/keyed.json?key=s3cret`
    const check = await generate(cwd, '--check', '--input', url)
    expect([check.code, check.stderr]).toEqual([1, expect.stringContaining(`--input ${origin}/keyed.json`)])
    expect(check.stderr).not.toContain('s3cret')
    await generate(cwd, '--input', url)
    const files = await readdir(join(cwd, 'generated'), { recursive: true, withFileTypes: true })
    for (const file of files.filter((entry) => entry.isFile()))
      expect(await readFile(join(file.parentPath, file.name), 'utf8')).not.toContain('s3cret')
  })
})

test('what is written keeps the times of files that do not change, what was edited of those that go, and what others put there', async () => {
  const cwd = temporaryFolder()
  await mkdir(join(cwd, 'in'))
  for (const name of ['one', 'two']) await writeFile(join(cwd, 'in', `${name}.json`), documentOf(name))
  const out = (path: string): string => join(cwd, 'generated', path)
  await generate(cwd, '--input', 'in/one.json', 'in/two.json')
  const before = await stat(out('one/index.js'))
  await writeFile(out('two/types.d.ts'), '// ours\n')
  await writeFile(out('README.md'), 'ours')
  const { code, stderr } = await generate(cwd, '--input', 'in/one.json')
  expect([code, stderr]).toEqual([0, expect.stringContaining('generated/two/types.d.ts is kept')])
  expect(await readdir(out('two'))).toEqual(['types.d.ts'])
  expect(await readFile(out('README.md'), 'utf8')).toBe('ours')
  expect((await stat(out('one/index.js'))).mtimeMs).toBe(before.mtimeMs)
  expect((await generate(cwd, '--input', 'in/one.json', '--check')).code).toBe(0)
})

test.each([
  ['UTF-16', Buffer.from(`\uFEFF${documentOf('Wide')}`, 'utf16le'), /the text is not UTF-8\nnext: Save it/],
  ['UTF-16 without a mark', Buffer.from(documentOf('Wide'), 'utf16le'), /error\[DOCUMENT_SYNTAX\]/],
])('%s is refused', async (_what, bytes, says) => {
  const cwd = folderWith({ 'wide.json': bytes })
  const { code, stderr } = await generate(cwd, '--input', 'wide.json')
  expect([code, stderr]).toEqual([2, expect.stringMatching(says)])
})
