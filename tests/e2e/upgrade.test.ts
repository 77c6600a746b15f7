import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { reportFiles } from '../../conformance/index.js'
import { reportOf, resultOf } from '../conformance/support/make.js'
import { type Finished, root, runCli, runProcess } from './cli.js'
import { folderWith } from '../support/folder.js'
import { git } from '../support/git.js'
import { validatorOf } from '../support/published-schema.js'
import { tableIn } from '../support/table.js'
import { isWhole } from '../support/whole.js'

const [older, newer] = ['2026-07-01', '2026-08-01'] as const
const key = 'sk_live_4f9a2c7be01d'
const id = '3fa85f64-5717-4562-b3fc-2c963f66afa6'

type Files = Readonly<Record<string, string>>

const { tsconfig, program, clean, petProgram, ...pets } = tableIn<{
  readonly tsconfig: object
  readonly program: Files
  readonly clean: Files
  readonly petProgram: string
  readonly 'pets-1': object
  readonly 'pets-2': object
}>(import.meta.dirname, 'upgrade.yaml')

/** The text of a file of the program. */
const textOf = (file: string): string => program[file] ?? ''

const specs = join(root, 'dist', 'specs')

const upgrade = (cwd: string, ...args: readonly string[]): Promise<Finished> =>
  runCli(['upgrade', older, newer, '--specs', specs, ...args], { cwd, env: { GITHUB_ACTIONS: 'true' } })

interface Shown {
  readonly imports: string
  readonly mustChange: boolean
  readonly must: readonly { file: string; line: number; advice: string[]; changes: string[] }[]
  readonly changes: readonly { fingerprint: string; id: string }[]
  readonly untouched: readonly object[]
  readonly may: Shown['must']
  readonly named: readonly { file: string; line: number }[]
  readonly moves: readonly { file: string; line: number }[]
  readonly ownErrors?: { count: number }
  readonly behaviours: readonly { says: string }[]
  readonly traffic: readonly { findings: { kind: string; operation: string; message: string }[] }[]
  readonly commands: readonly { readonly command: string; readonly why: string }[]
}

/** The lines of a file that bear a mark. */
const marked = (file: string, mark: string): string[] =>
  textOf(file)
    .split('\n')
    .flatMap((line, index) => (line.includes(`// ${mark}`) ? [`${file}:${index + 1}`] : []))

const at = (places: readonly { file: string; line: number }[]): string[] =>
  places.map(({ file, line }) => `${file}:${line}`)

const moved = ['src/Fees.svelte', 'src/Fees.vue', 'src/api.test.ts', 'src/api.ts', 'src/lazy.ts'] as const

// Each of them compiles a program with whole clients of two versions.
describe.runIf(isWhole)('--write', () => {
  test('a program that breaks in known places is shown these and no other, and its paths are moved', async () => {
    const cwd = folderWith(program)
    const first = await upgrade(cwd, '--json', '--write')
    const found = JSON.parse(first.stdout) as Shown
    const validate = validatorOf('diff/upgrade/upgrade.schema.json')
    validate(found)
    expect(validate.errors ?? []).toEqual([])
    expect(validate({ ...found, must: [{ ...found.must[0], advice: [] }] })).toBe(false)
    expect(at(found.must)).toEqual(marked('src/api.ts', 'MUST'))
    expect(found.must.map(({ advice }) => advice)).toEqual([
      ['Do not expect the status `409`: see the other responses.'],
      ['Send `industry` always: it is required in the request now.'],
      ['Handle the new variant `array` of `IdentificationBadRequestBody`.'],
    ])
    expect(found).toMatchObject({ imports: 'older', mustChange: true, isWritten: true })
    expect(found.ownErrors).toBeUndefined()
    // All other changes are shown at the lines that call their operations.
    expect(found.behaviours.map(({ says }) => says)).toEqual([
      'a Business without its company documents is refused',
    ])
    expect(at(found.may)).toEqual(marked('src/api.ts', 'MAY'))
    expect(at(found.named)).toEqual(['config.json:1', ...marked('src/api.ts', 'NAMES')])
    expect(at(found.moves)).toEqual([
      'src/Fees.svelte:2',
      'src/Fees.vue:2',
      'src/api.test.ts:2',
      'src/api.ts:1',
      'src/api.ts:2',
      'src/api.ts:3',
      'src/lazy.ts:1',
      'src/lazy.ts:2',
      'src/lazy.ts:3',
    ])
    expect(first.stderr).toContain(`${moved.map((file) => `moved ${file}\n`).join('')}5 files changed.`)
    expect(first.code).toBe(1)
    for (const file of moved) {
      const due = textOf(file).replaceAll(`generated/${older}`, `generated/${newer}`)
      expect(await readFile(join(cwd, file), 'utf8')).toBe(due)
    }
    expect(await readFile(join(cwd, 'config.json'), 'utf8')).toBe(textOf('config.json'))
    const second = await upgrade(cwd, '--write')
    expect(second.stderr).toContain('No path is left to be moved.')
    expect(second.stdout).toContain('**3 places of it do not compile with it.**')
    expect(second.code).toBe(1)
    expect((await readdir(join(cwd, 'src'))).map((file) => `src/${file}`).toSorted()).toEqual(moved)
  })

  test('leaves files alone whose changes are not committed', async () => {
    const cwd = folderWith(clean)
    git(cwd, 'init', '-q')
    git(cwd, 'add', '.')
    git(cwd, 'commit', '-qm', 'first')
    const edited = `${clean['src/fees.ts']}// edited\n`
    await writeFile(join(cwd, 'src/fees.ts'), edited)
    const refused = await upgrade(cwd, '--write')
    expect(refused.stderr).toContain('error[UPGRADE_UNCOMMITTED]: src/fees.ts: there are uncommitted changes')
    expect(refused.code).toBe(2)
    expect(await readFile(join(cwd, 'src/fees.ts'), 'utf8')).toBe(edited)
    expect((await upgrade(cwd, '--write', '--allow-dirty', '--output', 'UPGRADE.md')).code).toBe(0)
    expect(await readFile(join(cwd, 'UPGRADE.md'), 'utf8')).toContain('1 path was moved.')
    expect(await readFile(join(cwd, 'src/fees.ts'), 'utf8')).toBe(edited.replace(older, newer))
  })
})

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

const entry = (call: string, version: string, status: number, body: unknown, sent?: unknown): object => {
  const [method = '', path = ''] = call.split(' ')
  const headers = pairs({ 'X-API-Key': key, 'X-API-Version': version, 'Content-Type': 'application/json' })
  return {
    startedDateTime: '2026-07-05T00:00:00Z',
    request: {
      method,
      url: `https://api.example.com/api${path}`,
      headers,
      ...(sent !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      headers: pairs({ 'Content-Type': 'application/json; charset=utf-8', 'X-API-Version': version }),
      content: { text: JSON.stringify(body) },
    },
  }
}

const har = (...entries: readonly object[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 't', version: '1' }, entries } })

/** A request that the older version takes, and the newer one does not. */
const entryToRefuse = async (): Promise<object> => {
  const file = join(root, 'fixtures/identification/business.until-industry-required.json')
  const body = JSON.parse(await readFile(file, 'utf8')) as unknown
  const failure = { trace_id: 't', message: 'm' }
  return entry(`POST /customers/${id}/identifications/v2`, older, 500, failure, body)
}

describe('a program that nothing breaks', () => {
  test('ends with 0 as a process of its own, and shows by its traffic what would break, and no secret', async () => {
    const signings = `/customers/${id}/required-signings`
    const recording = har(
      entry(`GET ${signings}`, older, 409, `nothing, ${key}`),
      entry(`GET ${signings}`, older, 200, []),
      entry(`POST /customers/${id}/identifications/v2`, newer, 400, [
        { code: 'industry_required', message: key, docs_url: 'https://docs.example.com/#industry_required' },
      ]),
      entry(`GET ${signings}`, '2025-03-13', 409, 'nothing'),
    )
    const own = { policy: { table: { [newer]: [{ says: 'fees tell their age' }] } } }
    const cwd = folderWith({
      ...clean,
      'app.har': recording,
      'rampart.config.json': JSON.stringify({ diff: own }),
    })
    const args = ['upgrade', older, newer, '--specs', specs, '--har', 'app.har']
    const { code, stdout, stderr } = await runProcess(args, { cwd })
    expect(stdout).toContain(
      '**Nothing has to change by hand**, 3 points may have to, 1 path is to be moved.',
    )
    expect(stdout).toContain('- [ ] 2026-08-01: fees tell their age')
    expect(stdout).toContain(
      '- [ ] `get /customers/{id}/required-signings 409` status 409 is not documented (1 exchange',
    )
    expect(stdout).toContain('- [ ] `post /customers/{id}/identifications/v2 400` code for the older version')
    expect(stdout).toContain(
      '2 exchanges of the older version and 1 of the newer one were read again, and 1 was left out',
    )
    const commands = [...stdout.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, command]) => command)
    expect(commands).toEqual([
      `npx rampart generate --specs ${specs}`,
      `npx rampart upgrade ${older} ${newer} --specs ${specs} --write`,
      'npx tsc --noEmit',
      `npx rampart upgrade ${older} ${newer} --specs ${specs}`,
    ])
    expect(stdout).not.toContain(key)
    expect([code, stderr]).toEqual([0, ''])
    expect(await readdir(cwd)).toHaveLength(5 + 1)
    expect(await readFile(join(cwd, 'src/fees.ts'), 'utf8')).toBe(clean['src/fees.ts'])
  })

  test('is told which of its requests would be refused', async () => {
    const cwd = folderWith({ 'app.har': har(await entryToRefuse()) })
    const { code, stdout } = await upgrade(cwd, '--har', 'app.har', '--output', '-')
    expect(stdout).toContain('### Requests in recorded traffic that would be refused')
    expect(stdout).toMatch(/- \[ \] `post \/customers\/\{id\}\/identifications\/v2[^\n]*industry/)
    expect(code).toBe(1)
  })

  test('is not told of what the suite sent, nor of reports that name the version', async () => {
    const report = reportOf([resultOf({ version: older })])
    const pages = reportFiles(report).map(({ path, content }) => [`reports/${path}`, content] as const)
    const cwd = folderWith({
      ...Object.fromEntries(pages),
      'reports/check.json': `{"checkVersion": 1, "stages": ["${older}"]}`,
      'own.json': `{"api": "${older}"}`,
      'suite.har': har({ ...(await entryToRefuse()), _rampart: { id: '1' } }),
    })
    const { code, stdout } = await upgrade(cwd, '--har', 'suite.har', '--json')
    const { named, mustChange, traffic } = JSON.parse(stdout) as Shown
    expect(at(named)).toEqual(['own.json:1'])
    expect(traffic[0]?.findings.map(({ kind }) => kind)).toContain('request')
    expect([mustChange, code]).toEqual([false, 0])
  })
})

describe('documents that are files', () => {
  test('each line is led back to its changes, and the commands keep the older code', async () => {
    const cwd = folderWith({
      'package.json': '{"type": "module"}\n',
      'tsconfig.json': tsconfig,
      'pets-1.json': pets['pets-1'],
      'pets-2.json': pets['pets-2'],
      'shops.json': pets['pets-1'],
      'old/api.yaml': 'openapi: 3.1.0\ninfo:\n  title: beside pets-1\n',
      'src/pets.ts': petProgram,
    })
    const run = (...args: readonly string[]) => runCli(args, { cwd })
    await run('generate', '--input', 'pets-1.json', 'shops.json', '--out', 'src/api')
    const { stdout } = await run('upgrade', 'pets-1.json', 'pets-2.json', '--json')
    const { must, may, named, commands, changes, untouched } = JSON.parse(stdout) as Shown
    const kinds: Readonly<Record<string, string>> = {
      'response-type-changed': 'age',
      'response-property-became-optional': 'name',
      'response-enum-value-added': 'mood',
      'server-removed': 'server',
    }
    const kindOf = new Map(changes.map(({ fingerprint, id: kind }) => [fingerprint, kinds[kind] ?? kind]))
    const found = [...must, ...may].flatMap(({ line, changes: own }) =>
      own.map((change) => `${line} ${kindOf.get(change)}`),
    )
    const due = petProgram.split('\n').flatMap((text, index) =>
      (text.split('// ')[1] ?? '')
        .split(' ')
        .filter(Boolean)
        .map((kind) => `${index + 1} ${kind}`),
    )
    expect(found.toSorted()).toEqual(due.toSorted())
    expect([untouched, named]).toEqual([[], []])
    const [generate = '', write = ''] = commands.map(({ command }) => command)
    expect(generate).toBe('npx rampart generate --input pets-1.json pets-2.json')
    expect(commands[0]?.why).toContain(
      'Add the other documents whose code you use, which is removed otherwise',
    )
    expect((await run(...generate.split(' ').slice(2), '--out', 'src/api')).code).toBe(0)
    expect((await run(...write.split(' ').slice(2))).stderr).toContain('moved src/pets.ts')
    expect(await readdir(join(cwd, 'src/api'))).toEqual(expect.arrayContaining(['pets-1', 'pets-2']))
    expect(await readFile(join(cwd, 'src/pets.ts'), 'utf8')).toContain(`'./api/pets-2/index.js'`)
  })

  test('of one name take the place of each other', async () => {
    const cwd = folderWith({
      'package.json': '{"type": "module"}\n',
      'tsconfig.json': tsconfig,
      'old/api.json': pets['pets-1'],
      'new/api.json': pets['pets-2'],
      'src/pets.ts': petProgram.replace('pets-1', 'api'),
    })
    const first = async (): Promise<Shown> =>
      JSON.parse(
        (await runCli(['upgrade', 'old/api.json', 'new/api.json', '--json'], { cwd })).stdout,
      ) as Shown
    await runCli(['generate', '--input', 'old/api.json', '--out', 'src/api'], { cwd })
    const { moves, commands } = await first()
    const generate = 'npx rampart generate --input new/api.json'
    expect([moves, commands[0]?.command]).toEqual([[], generate])
    await runCli([...generate.split(' ').slice(2), '--out', 'src/api'], { cwd })
    expect((await first()).commands.map(({ command }) => command)).not.toContain(generate)
  })
})
