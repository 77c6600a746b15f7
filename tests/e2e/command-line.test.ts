import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cleanEnv, finished, root, runCli, runProcess, temporaryFolder } from './cli.js'
import { deadOrigin } from './servers.js'

const golden = join(root, 'fixtures', 'generator', 'golden', 'input.yaml')
const noTrace = /^\s+at .+:\d+:\d+\)?$/m

describe('rampart', () => {
  test.each([
    { args: ['--version'], code: 0, stdout: /^\d+\.\d+\.\d+\n$/ },
    { args: ['--help'], code: 0, stdout: /Commands:[^]*fetch[^]*generate[^]*test[^]*sandbox[^]*rules/ },
    { args: [], code: 0, stdout: /Usage: rampart/ },
    { args: ['test', '--help'], code: 0, stdout: /--base-url <url>/ },
    { args: ['help', 'webhook', 'send'], code: 0, stdout: /Usage: rampart webhook send/ },
    { args: ['help', 'webhook', 'lsten'], code: 2, stderr: /unknown command 'lsten'[^]*Did you mean listen/ },
    { args: ['fetsh', '--help'], code: 2, stderr: /Did you mean fetch\?/ },
    { args: ['generate', '--ot', 'x'], code: 2, stderr: /Did you mean --out\?/ },
    { args: ['frob'], code: 2, stderr: /unknown command 'frob'/ },
    { args: ['fetsh'], code: 2, stderr: /Did you mean fetch\?/ },
    {
      args: ['rules', '--format', 'xml'],
      code: 2,
      stderr: /takes text, json or markdown; it was given "xml"/,
    },
    { args: ['test', '--frob'], code: 2, stderr: /unknown option '--frob'[^]*npx rampart test --help/ },
    { args: ['-v'], code: 0, stdout: /^\d+\.\d+\.\d+\n$/ },
    { args: ['test', 'http://x/api'], code: 2, stderr: /takes no arguments[^]*next: [^]*--base-url URL/ },
    { args: ['test', 'openapi.yaml'], code: 2, stderr: /takes no arguments[^]*next: [^]*--document FILE/ },
    { args: ['test', '--api-key=hunter2'], code: 2, stderr: /'--api-key'\n[^]*RAMPART_API_KEY/ },
    { args: ['test', '--exclude-rules', 'a/*'], code: 2, stderr: /next: [^]*--rules '!versioning/ },
    {
      args: ['test', '--format', 'junit'],
      code: 2,
      stderr: /option '--format'\n[^]*next: [^]*--report-dir DIR/,
    },
    { args: ['generate', '--versions', '2026-08-01'], code: 2, stderr: /next: [^]*--only DATE/ },
    {
      args: ['webhook', 'drill', '--secret', 'hunter2'],
      code: 2,
      stderr: /option '--secret'\nnext: (?![^]*hunter2)[^]*--secret-env NAME/,
    },
    { args: ['test', '--rate', 'x'], code: 2, stderr: /--rate <number> must be[^]*given "x"/ },
    { args: ['test', '--rate'], code: 2, stderr: /--rate <number> lacks its value/ },
    {
      args: ['merge-reports'],
      code: 2,
      stderr: /argument <dir> is missing[^]*npx rampart merge-reports --help/,
    },
    { args: ['fetch', '--specs', 'x'], code: 2, stderr: /next: [^]*--out DIR/ },
    { args: ['fetch', '--spec-url', 'localhost:1/api'], code: 2, stderr: /next: Write http:\/\/localhost:1/ },
    {
      args: ['fetch', '--spec-url', 'api.example.com'],
      code: 2,
      stderr: /Write https:\/\/api\.example\.com/,
    },
    {
      args: ['test', '--document', golden, '--base-url', 'http://x', '--exclude', 'listShelfs'],
      code: 2,
      stderr: /SELECTION_EMPTY\]: --exclude: no operation has "listShelfs"/,
    },
    {
      args: ['test', '--base-url', 'http://x/api', '--plan', '--strict'],
      code: 2,
      stderr: /exclude each other/,
    },
    { args: ['webhook'], code: 2, stderr: /needs the name of a command: listen, verify, send, drill/ },
    { args: ['generate', '--check', '--watch'], code: 2, stderr: /--watch and --check exclude each other/ },
    { args: ['generate', '--package', 'Not A Name'], code: 2, stderr: /a name that npm takes/ },
    { args: ['generate', '--input', 'http://x/', '--watch'], code: 2, stderr: /has nothing to watch/ },
    { args: ['completion', 'bas'], code: 2, stderr: /<shell> takes bash[^]*did you mean "bash"/ },
    { args: ['rules', 'quots/*'], code: 2, stderr: /no rule matches "quots[^]*quote/ },
    { args: ['rules', 'quote/*', '!*'], code: 2, stderr: /leave out every rule/ },
    { args: ['rules', '!*/*', '!no-credentials'], code: 2, stderr: /RULES_UNKNOWN/ },
    {
      args: ['test'],
      code: 2,
      stderr: /error\[OPTION_INVALID\]: no base URL was given[^]*next: Pass --base-url/,
    },
    { args: ['test', '--base-url', 'ftp://x'], code: 2, stderr: /--base-url is no http or https URL/ },
    { args: ['test', '--base-url', 'http://u:hunter2@x/api'], code: 2, stderr: /holds credentials/ },
    {
      args: ['test', '--base-url', 'http://x/api', '--shard', '4/3'],
      code: 2,
      stderr: /i\/n with 1 <= i <= n/,
    },
    { args: ['test', '--base-url', 'http://x/api', '--rules', 'nope/*'], code: 2, stderr: /RULES_UNKNOWN/ },
    { args: ['fetch'], code: 2, stderr: /FETCH_URL_INVALID/ },
    { args: ['generate'], code: 2, stderr: /SPECS_MISSING[^]*rampart fetch/ },
    {
      args: ['generate', '--input', 'missing.json'],
      code: 2,
      stderr: /DOCUMENT_UNREADABLE[^]*missing\.json/,
    },
    { args: ['sandbox', '--port', '70000'], code: 2, stderr: /whole number from 0 to 65535/ },
    { args: ['sandbox', '--fault', 'no/such'], code: 2, stderr: /SANDBOX_FAULT_UNKNOWN/ },
  ])('$args ends with $code', async ({ args, code, stdout, stderr }) => {
    const cwd = await temporaryFolder()
    const result = await runCli(args, { cwd })
    expect(result).toMatchObject({ code })
    if (stdout) expect(result.stdout).toMatch(stdout)
    if (stderr) expect(result.stderr).toMatch(stderr)
    expect(result.stderr).not.toMatch(noTrace)
    expect(result.stdout + result.stderr).not.toContain('hunter2')
    expect(await readdir(cwd), 'a failing command leaves nothing behind').toEqual([])
  })

  test('warns of variables that nothing reads, takes those of .env, and refuses a config file of another kind', async () => {
    const cwd = await temporaryFolder()
    await writeFile(join(cwd, '.env'), 'RAMPART_SPEC_URL=nowhere\nRAMPART_OUT=\nOTHER=1\n')
    const env = { RAMPART_SPECURL: 'http://x', RAMPART_MY_KEY: 'k', RAMPART_AUTH_PETS: 'k' }
    const stray = await runCli(['fetch'], { cwd, env })
    expect(stray.code).toBe(2)
    expect(stray.stderr).toContain('From .env: RAMPART_SPEC_URL.\n')
    expect(stray.stderr).toContain('the specification URL is no http or https URL: "nowhere"')
    expect(stray.stderr).toMatch(
      /nothing reads the variable RAMPART_SPECURL; did you mean "RAMPART_SPEC_URL"/,
    )
    expect(stray.stderr).not.toContain('RAMPART_AUTH_PETS')
    const named = ['test', '--base-url', 'http://x/api', '--api-key-env', 'RAMPART_MY_KEY', '--tags', 'no']
    expect((await runCli(named, { cwd, env })).stderr).not.toContain('RAMPART_MY_KEY')
    expect((await runCli(['fetch'], { cwd, env: { RAMPART_SPEC_URL: 'ftp://first' } })).stderr).toContain(
      '"ftp://first"',
    )
    await writeFile(join(cwd, 'rampart.config.yaml'), 'baseUrl: x\n')
    const refused = await runCli(['fetch'], { cwd })
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('rampart.config.yaml is no config'),
    ])
  })

  test.runIf(existsSync('/dev/full'))('ends with 2 where standard output cannot be written', async () => {
    const full = await open('/dev/full', 'w')
    const child = spawn(process.execPath, [join(root, 'dist/bin/rampart.js'), 'rules'], {
      env: cleanEnv(),
      stdio: ['ignore', full.fd, 'pipe'],
    })
    const { code, stderr } = await finished(child)
    await full.close()
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^Rules: .+\nerror\[OUTPUT_NOT_WRITABLE\]: .+\nnext: .+\n$/),
    ])
  })

  test.each([
    { args: ['--version'], code: 0 },
    { args: ['rules'], code: 0 },
    { args: ['generate'], code: 2 },
    { args: ['fetch', '--spec-url', 'DEAD'], code: 3 },
    { args: ['diff', '--specs', 'missing', '2026-07-01', '2026-08-01'], code: 2 },
    { args: ['check'], code: 2 },
    { args: ['inspect', 'missing.har'], code: 2 },
    { args: ['merge-reports', 'missing'], code: 2 },
    { args: ['templates', 'eject', 'nothing.js'], code: 2 },
    { args: ['sandbox', '--fault', 'no/such'], code: 2 },
    { args: ['webhook', 'verify'], code: 2 },
  ])('a process of its own ends by itself with $code: $args', async ({ args, code }) => {
    const cwd = await temporaryFolder()
    const dead = await deadOrigin()
    const result = await runProcess(
      args.map((one) => one.replace('DEAD', dead)),
      { cwd },
    )
    expect(result.code, result.stderr).toBe(code)
    expect(result.stderr).not.toMatch(noTrace)
    expect(code === 0 ? result.stdout : result.stderr).not.toBe('')
  })

  test('prints the catalogue in three formats', async () => {
    const cwd = await temporaryFolder()
    const [text, json, markdown] = await Promise.all(
      ['text', 'json', 'markdown'].map((format) => runCli(['rules', '--format', format], { cwd })),
    )
    const rules = JSON.parse(json?.stdout ?? '') as { id: string; section: string }[]
    expect((await runCli(['rules', '--json'], { cwd })).stdout).toBe(json?.stdout)
    const both = await runCli(['rules', '--json', '--format', 'text'], { cwd })
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('exclude each other')])
    expect(rules.length).toBeGreaterThan(60)
    for (const { id, section } of rules) {
      expect(text?.stdout).toContain(`${id}\n  ${section}`)
      expect(markdown?.stdout).toContain(`| \`${id}\` | ${section} |`)
    }
  })
})

describe('rampart generate', () => {
  const small = join(root, 'fixtures', 'generator', 'golden', 'input.yaml')
  const other = join(root, 'fixtures', 'generator', 'hostile.json')

  test('gives the same bytes twice, and --check agrees until something changes', async () => {
    const cwd = await temporaryFolder()
    const args = ['generate', '--input', small, '--out', 'code']
    expect(await runCli(args, { cwd })).toMatchObject({ code: 0 })
    const again = await runCli(args, { cwd })
    expect(again).toMatchObject({ code: 0, stderr: 'code is up to date.\n' })
    expect(await runCli([...args, '--check'], { cwd })).toMatchObject({ code: 0 })
    await writeFile(join(cwd, 'code', 'index.js'), '// touched\n')
    const stale = await runCli([...args, '--check'], { cwd })
    expect(stale.code).toBe(1)
    expect(stale.stderr).toMatch(
      /GENERATED_STALE[^]*index\.js differs[^]*next: Run: npx rampart generate --out code/,
    )
    expect(await readFile(join(cwd, 'code', 'index.js'), 'utf8'), '--check writes nothing').toBe(
      '// touched\n',
    )
  })

  test('keeps what others put into the folder, and removes what it wrote before', async () => {
    const cwd = await temporaryFolder()
    await mkdir(join(cwd, 'code'))
    await writeFile(join(cwd, 'code', 'README.md'), 'mine')
    const generate = (file: string) => runCli(['generate', '--input', file, '--out', 'code'], { cwd })
    expect(await generate(small)).toMatchObject({ code: 0 })
    expect(await generate(other)).toMatchObject({ code: 0 })
    const entries = await readdir(join(cwd, 'code'))
    expect(entries).toContain('README.md')
    expect(entries).toContain('hostile')
    expect(entries).not.toContain('input')
  })

  test.each([
    ['{"openapi": "3.1.0", "info": {', /DOCUMENT_SYNTAX[^]*broken\.json:1:\d+/],
    ['openapi: 3.1.0\ninfo: [', /DOCUMENT_SYNTAX[^]*broken\.json:\d+:\d+/],
    ['<!doctype html><html></html>', /DOCUMENT_(SYNTAX|UNSUPPORTED)/],
    ['{"swagger": "1.2"}', /DOCUMENT_UNSUPPORTED[^]*Swagger "1\.2"/],
    [
      '{"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": {"200": {"$ref": "#/no"}, "201": {"$ref": "#/no/more"}}}}}}',
      /DOCUMENT_INVALID[^]*"#\/no"[^]*"#\/no\/more"/,
    ],
  ])('refuses %s and writes nothing', async (text, message) => {
    const cwd = await temporaryFolder()
    await writeFile(join(cwd, 'broken.json'), text)
    const result = await runCli(['generate', '--input', 'broken.json'], { cwd })
    expect(result.code).toBe(2)
    expect(result.stderr).toMatch(message)
    expect(result.stderr).not.toMatch(noTrace)
    expect(await readdir(cwd)).toEqual(['broken.json'])
  })

  test('says so when the folder cannot be written', async () => {
    const cwd = await temporaryFolder()
    const result = await runCli(['generate', '--input', small, '--out', '/proc/rampart'], { cwd })
    expect(result.code).toBe(2)
    expect(result.stderr).toMatch(/OUTPUT_NOT_WRITABLE/)
    expect(result.stderr).not.toMatch(noTrace)
  })
})
