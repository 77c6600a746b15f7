import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { finished, root, runCli, startCliWithInput, temporaryFolder } from './cli.js'

const urls = ['--spec-url', 'https://api.example.com', '--base-url', 'https://api.example.com/api']

const project = async (text = '{\n    "name": "mine",\n    "private": true\n}\n'): Promise<string> => {
  const cwd = await temporaryFolder()
  await writeFile(join(cwd, 'package.json'), text)
  return cwd
}

describe('rampart init --yes', () => {
  test('writes config, script and workflows, and finds them there the next time', async () => {
    const cwd = await project()
    const first = await runCli(['init', '--yes', ...urls], { cwd })
    expect(first.code, first.stderr).toBe(0)
    expect(first.stdout.trim().split('\n')).toEqual([
      'rampart.config.json',
      'package.json',
      '.github/workflows/rampart.yml',
      '.github/workflows/rampart-update.yml',
    ])
    expect(JSON.parse(await readFile(join(cwd, 'rampart.config.json'), 'utf8'))).toEqual({
      specUrl: 'https://api.example.com',
      baseUrl: 'https://api.example.com/api',
      specs: 'specs',
    })
    expect(await readFile(join(cwd, 'package.json'), 'utf8')).toBe(
      '{\n    "name": "mine",\n    "private": true,\n    "scripts": {\n        "contract": "rampart check"\n    }\n}\n',
    )
    const written = await stat(join(cwd, 'package.json'))
    const again = await runCli(['init', '--yes', ...urls], { cwd })
    expect([again.code, again.stdout]).toEqual([0, ''])
    expect(again.stderr).toContain('Everything is there already.')
    expect((await stat(join(cwd, 'package.json'))).mtimeMs).toBe(written.mtimeMs)
  })

  test('the config it writes is one that the commands take', async () => {
    const cwd = await project()
    await runCli(['init', '--yes', '--spec-url', 'http://127.0.0.1:9', '--ci', 'none'], { cwd })
    const { code, stderr } = await runCli(['check'], { cwd })
    expect(stderr).not.toContain('CONFIG_INVALID')
    expect(code).toBe(2)
    expect(stderr).toContain('FETCH_LOCK_MISSING')
  })

  test.each([
    {
      name: 'CRLF and tabs',
      text: '{\r\n\t"name": "mine"\r\n}\r\n',
      due: '{\r\n\t"name": "mine",\r\n\t"scripts": {\r\n\t\t"contract": "rampart check"\r\n\t}\r\n}\r\n',
    },
    {
      name: 'a byte order mark',
      text: '\uFEFF{\n   "name": "mine"\n}',
      due: '\uFEFF{\n   "name": "mine",\n   "scripts": {\n      "contract": "rampart check"\n   }\n}',
    },
  ])('$name of package.json stay', async ({ text, due }) => {
    const cwd = await project(text)
    const { code, stderr } = await runCli(['init', '--yes', '--ci', 'none'], { cwd })
    expect(code, stderr).toBe(0)
    expect(await readFile(join(cwd, 'package.json'), 'utf8')).toBe(due)
  })

  test('a URL with a password is refused and not repeated', async () => {
    const cwd = await project()
    const args = ['init', '--yes', '--spec-url', 'https://me:hunter2@api.example.com']
    const { code, stdout, stderr } = await runCli(args, { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('--spec-url: That URL holds credentials')])
    expect(stdout + stderr).not.toContain('hunter2')
    expect(await readdir(cwd)).toEqual(['package.json'])
  })

  test('a file in the place of a folder is no bug', async () => {
    const cwd = await project()
    await writeFile(join(cwd, '.github'), '')
    const { code, stderr } = await runCli(['init', '--yes'], { cwd })
    expect([code, stderr]).toEqual([2, expect.stringContaining('error[INIT_UNREADABLE]')])
    expect((await readdir(cwd)).toSorted()).toEqual(['.github', 'package.json'])
  })

  test('a folder inside of a repository, and a script of that name, are told', async () => {
    const outer = await temporaryFolder()
    const cwd = join(outer, 'packages', 'one')
    await mkdir(join(outer, '.git'))
    await mkdir(cwd, { recursive: true })
    await writeFile(join(cwd, 'package.json'), '{"scripts":{"contract":"make contract"}}')
    const { code, stderr } = await runCli(['init', '--yes'], { cwd })
    expect(code, stderr).toBe(0)
    expect(stderr).toContain(`The repository begins at ${join('..', '..')},`)
    expect(stderr).toContain('a script "contract" of its own')
  })

  test('a script and a config that are there stay as they are', async () => {
    const text = '{"scripts":{"contract":"make contract"}}'
    const cwd = await project(text)
    await writeFile(join(cwd, 'rampart.config.js'), 'export default {}\n')
    const { code } = await runCli(['init', '--yes', '--ci', 'gitlab'], { cwd })
    expect(code).toBe(0)
    expect(await readFile(join(cwd, 'package.json'), 'utf8')).toBe(text)
    expect((await readdir(cwd)).toSorted()).toEqual([
      'package.json',
      'rampart.config.js',
      'rampart.gitlab-ci.yml',
    ])
  })

  test.each([
    { name: 'a workflow of somebody else', text: undefined, says: 'INIT_FILE_EXISTS' },
    { name: 'a package.json that is none', text: '[]', says: 'INIT_PACKAGE_INVALID' },
    { name: 'a package.json that is no JSON', text: '{', says: 'INIT_PACKAGE_INVALID' },
  ])('$name ends it before anything is written', async ({ text, says }) => {
    const cwd = await project(text)
    await mkdir(join(cwd, '.github', 'workflows'), { recursive: true })
    const workflow = join(cwd, '.github', 'workflows', 'rampart.yml')
    await writeFile(workflow, 'name: mine\n')
    const { code, stderr } = await runCli(['init', '--yes', ...urls], { cwd })
    expect([code, stderr.includes(says)]).toEqual([2, true])
    expect((await readdir(cwd)).toSorted()).toEqual(['.github', 'package.json'])
    expect(await readFile(workflow, 'utf8')).toBe('name: mine\n')
  })

  test('--force replaces a workflow', async () => {
    const cwd = await project()
    await mkdir(join(cwd, '.github', 'workflows'), { recursive: true })
    await writeFile(join(cwd, '.github', 'workflows', 'rampart.yml'), 'name: mine\n')
    expect((await runCli(['init', '--yes', '--force', ...urls], { cwd })).code).toBe(0)
    const text = await readFile(join(cwd, '.github', 'workflows', 'rampart.yml'), 'utf8')
    expect(parse(text)).toMatchObject({ name: 'contract' })
  })
})

describe('questions', () => {
  test('three at most, and a wrong answer is asked for again', async () => {
    const cwd = await project()
    const input = 'nowhere\nhttps://api.example.com\n\njenkins\ngitlab\n'
    const { code, stdout, stderr } = await finished(startCliWithInput(['init'], input, { cwd }))
    expect(code, stderr).toBe(0)
    expect(stderr.match(/: (?=\S|$)/g)?.length).toBeGreaterThanOrEqual(3)
    expect(stderr).toContain('That is no http or https URL.')
    expect(stderr).toContain('Please answer github, gitlab or none.')
    expect(stdout.trim().split('\n')).toEqual([
      'rampart.config.json',
      'package.json',
      'rampart.gitlab-ci.yml',
    ])
    expect(JSON.parse(await readFile(join(cwd, 'rampart.config.json'), 'utf8'))).toEqual({
      specUrl: 'https://api.example.com',
      specs: 'specs',
    })
  })

  test('none that the command line answers, and none at the end of the input', async () => {
    const cwd = await project()
    const { code, stderr } = await finished(startCliWithInput(['init', ...urls], '', { cwd }))
    expect(code, stderr).toBe(0)
    expect(stderr).not.toContain('Host that serves')
    expect(stderr).toContain('CI system')
  })
})

test('the files of the CI are in the package', async () => {
  const { files } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { files: string[] }
  expect(files).toContain('ci')
})
