import { describe, expect, test } from 'vitest'
import { openAccess } from '../../../bin/access/open-access.js'
import type { Api } from '../../../conformance/index.js'
import { operationWith } from '../../conformance/credentials/support.js'
import { makeRedactor } from '../../../redaction/index.js'
import { idleContext } from '../../support/context.js'
import { folderWith } from '../../support/folder.js'

const apiWith = (schemes: readonly string[], version = ''): Api => {
  const securitySchemes = Object.fromEntries(
    schemes.map((name) => [name, { type: 'apiKey', in: 'header', name: `X-${name}` }]),
  )
  const operations = schemes.map((name) => operationWith([{ [name]: [] }]))
  const surface = { securitySchemes } as unknown as Api['surface']
  return { version, surface, document: {}, baseUrl: 'http://127.0.0.1:1', operations }
}

interface Run {
  readonly apis?: readonly Api[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** Opens the access, and returns it with the printed text. */
const opened = async (
  values: Readonly<Record<string, unknown>>,
  { apis = [apiWith(['key'])], env = {}, cwd = '/nowhere' }: Run = {},
): Promise<{ readonly opened: Awaited<ReturnType<typeof openAccess>>; readonly printed: () => string }> => {
  let printed = ''
  const context = { ...idleContext, cwd, env, stderr: (text: string) => void (printed += text) }
  const documents = apis.map((api) => ({ api }))
  const config = { file: 'rampart.config.ts', above: '', values }
  return { opened: await openAccess(documents, config, 1_000, context), printed: () => printed }
}

type Access = Awaited<ReturnType<typeof opened>>['opened']

const redactedBy = ({ documents }: Access) =>
  makeRedactor(documents.flatMap(({ credentials }) => credentials.secrets))

test('what lacks, and what is hidden badly, is said before the run', async () => {
  const { printed } = await opened({}, { apis: [apiWith(['a', 'b'])], env: { RAMPART_AUTH_B: 'short' } })
  expect(printed()).toBe(
    [
      'warning[no-credentials]: 1 operation lacks "a" (API key in header X-a): set RAMPART_AUTH_A in the environment, or name other variables as auth.a in the config file.',
      'warning[short-secret]: a secret has fewer than 8 characters: reports hide it only where it is a whole value.',
      '',
    ].join('\n'),
  )
})

test('a key that no scheme takes is named where credentials lack, or where there is no scheme', async () => {
  const env = { RAMPART_API_KEY: 'value-of-a-key' }
  const said = 'RAMPART_API_KEY is set, and no security scheme reads it.'
  expect((await opened({}, { apis: [apiWith(['a', 'b'])], env })).printed()).toContain(said)
  expect((await opened({}, { apis: [apiWith([])], env })).printed()).toContain(said)
  expect((await opened({}, { apis: [apiWith(['a'])], env })).printed()).not.toContain(said)
  expect((await opened({}, { apis: [apiWith(['a', 'b'])] })).printed()).not.toContain(said)
})

test('variables of schemes that no document has are named, unless a hook may read them', async () => {
  const apis = [apiWith(['petKey'])]
  const env = { RAMPART_AUTH_PETKEY: 'value-of-a-key', OTHER: 'x' }
  const said = 'warning: nothing reads the variable RAMPART_AUTH_PETKEY; did you mean "RAMPART_AUTH_PET_KEY"?'
  expect((await opened({}, { apis, env })).printed()).toContain(said)
  expect((await opened({ prepare: () => ({}) }, { apis, env })).printed()).not.toContain(
    'RAMPART_AUTH_PETKEY',
  )
  const auth = { headers: { 'X-A': { env: 'RAMPART_AUTH_PETKEY' } } }
  expect((await opened({ auth }, { apis, env })).printed()).not.toContain('nothing reads')
})

describe('auth that cannot be used', () => {
  const cases: readonly (readonly [string, unknown, RegExp])[] = [
    ['is not an object', 'sk_secret', /"auth" is text, and must be an object/],
    ['has a key in it', { key: 'sk_secret' }, /"key" is text, and must be an object/],
    ['has a strange member', { key: { enw: 'X' } }, /"enw" is not a known member.*env/],
    ['lacks the password', { key: { usernameEnv: 'U' } }, /passwordEnv/],
    ['lacks the variable of a header', { headers: { 'X-A': {} } }, /"X-A" has no "env"/],
    ['names a scheme that is not there', { kay: { env: 'X' } }, /no security scheme "kay".*key/],
  ]
  test.each(cases)('%s', async (_, auth, message) => {
    const error = await opened({ auth }).catch((one: unknown) => one)
    expect(String(error)).toMatch(message)
    expect(String(error)).not.toContain('sk_secret')
  })
})

test('auth for a scheme that one of several documents has is for that one', async () => {
  const apis = [apiWith(['old'], '2025-01-01'), apiWith(['next'], '2026-01-01')]
  const auth = { next: { env: 'NEXT' } }
  const { opened: access } = await opened({ auth }, { apis, env: { NEXT: 'secret-of-next' } })
  const applied = access.documents.map(
    ({ credentials }) => credentials.apply(operationWith([{ next: [] }]), 'own').headers,
  )
  expect(applied).toEqual([[], [['X-next', 'secret-of-next']]])
  expect(redactedBy(access)('secret-of-next')).toBe('[redacted: NEXT]')
})

describe('prepare', () => {
  test('gives ids, and credentials that are hidden; and is taken back', async () => {
    const done: string[] = []
    const prepare = (): unknown => ({
      ids: { petId: 7 },
      credentials: { key: 'token-of-a-login' },
      teardown: () => void done.push('taken back'),
    })
    const { opened: access, printed } = await opened({ prepare })
    expect([access.known, redactedBy(access)('token-of-a-login')]).toEqual([
      { petId: [7] },
      '[redacted credentials]',
    ])
    await access.close()
    expect([done, printed()]).toEqual([['taken back'], ''])
  })

  test('is taken back where what it returned cannot be used', async () => {
    const done: string[] = []
    const prepare = (): unknown => ({
      credentials: { kay: 'x' },
      teardown: () => void done.push('taken back'),
    })
    await expect(opened({ prepare })).rejects.toThrow(/no security scheme "kay"/)
    expect(done).toEqual(['taken back'])
  })

  test('repeats nothing of the environment that is secret', async () => {
    const env = { MY_PASSWORD: 'hunter22', HOME: '/home/me' }
    const prepare = (): never => {
      throw new Error('login as hunter22 failed in /home/me')
    }
    await expect(opened({ prepare }, { env })).rejects.toThrow(
      'prepare in rampart.config.ts: it failed: login as [redacted] failed in /home/me',
    )
  })

  const modules: readonly (readonly [string, string, RegExp | undefined])[] = [
    [
      'right',
      'export default async ({ baseUrl }: { baseUrl: string }) => ({ ids: { at: baseUrl } })',
      undefined,
    ],
    ['without a default export', 'export const x = 1', /prepare\.ts: its default export must be a function/],
    ['with a mistake', 'export default (\n  = 1', /prepare\.ts:2: Unexpected token/],
    ['that throws', 'throw new Error("no")', /prepare\.ts:1: it throws: no/],
  ]
  test.each(modules)('may be a module: %s', async (_, text, message) => {
    const cwd = folderWith({ 'prepare.ts': text })
    const run = opened({ prepare: './prepare.ts' }, { cwd })
    if (message)
      await expect(run).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        message: expect.stringMatching(message) as string,
      })
    else expect((await run).opened.known).toEqual({ at: ['http://127.0.0.1:1'] })
  })

  test.each([
    ['./none.ts', /none\.ts, which cannot be read: there is no such file/],
    [7, /"prepare" must be a function or the path/],
  ])('is not %s', async (prepare, message) => await expect(opened({ prepare })).rejects.toThrow(message))
})
