import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { preparePlan } from '../../bin/vitest/prepare.js'
import { folderWith, snapshot } from '../support/folder.js'
import { startServer } from '../support/loopback.js'
import { rampart } from '../support/rampart.js'
import { tableIn } from '../support/table.js'

// Command lines with the expected output. Wrong ones end before anything is sent or written.

interface Group {
  readonly title: string
  /** The exit code of all rows; without one they are wrong use. */
  readonly code?: number
  readonly files?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
  /** Patterns by command line; ORIGIN in it is a server. Successful ones match on stdout, others on stderr. */
  readonly lines?: Readonly<Record<string, string>>
  /** Patterns by the content of one file, which one command line reads. */
  readonly contents?: {
    readonly file: string
    readonly line: string
    readonly rows: Readonly<Record<string, string>>
  }
}

interface Row extends Group {
  readonly line: string
  readonly says: string
}

const groups = readdirSync(join(import.meta.dirname, 'command-lines')).flatMap((file) =>
  tableIn<readonly Group[]>(import.meta.dirname, `command-lines/${file}`),
)

const rowsOf = (group: Group): readonly (readonly [name: string, Row])[] => {
  const { file = '', line = '', rows = {} } = group.contents ?? {}
  return [
    ...Object.entries(group.lines ?? {}).map(([own, says]) => [own, { ...group, line: own, says }] as const),
    ...Object.entries(rows).map(([content, says]) => {
      const files = { ...group.files, [file]: content }
      return [content, { ...group, files, line, says }] as const
    }),
  ]
}

let requests = 0
const { url: origin } = await startServer((_request, response) => {
  requests += 1
  response.writeHead(404).end()
}, afterAll)

describe.each(groups)('$title', (group) => {
  test.each(rowsOf(group))('%s', async (_, { line, files = {}, env = {}, code = 2, says }) => {
    const cwd = folderWith(files)
    const before = snapshot(cwd)
    requests = 0
    const { stdout, stderr, ...ended } = await rampart(line.replaceAll('ORIGIN', origin), { cwd, env })
    const said = code === 0 ? stdout : stderr
    expect([ended.code, said]).toEqual([code, expect.stringMatching(new RegExp(says))])
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(stdout + stderr).not.toMatch(/hunter2|pasted/)
    expect([requests, snapshot(cwd)]).toEqual([0, before])
  })
})

test.each([
  [{ customerId: 'abc' }, /--customer-id takes a UUID/],
  [{ rules: ['quote/eco'] }, /did you mean "quote\/echo"/],
  [{ apiKeyEnv: 'RAMPART_NO_SUCH_KEY' }, /RAMPART_NO_SUCH_KEY, which --api-key-env names, is not set/],
  [{ provocations: { Persn: [] } }, /did you mean "Person"/],
])('rampart/vitest says before anything is sent what is wrong with %j', async (options, says) => {
  requests = 0
  await expect(preparePlan({ baseUrl: `${origin}/api`, ...options })).rejects.toThrow(says)
  expect(requests).toBe(0)
})

test.each([
  'test --base-url ORIGIN/api --customer-id 6F0C1E0A-8F35-4C57-9D1B-0D1F3A5C7E91 --rules versioning/* --api-key-env KEY',
  'fetch --spec-url ORIGIN',
  'check --spec-url ORIGIN --base-url ORIGIN/api --skip fetch',
  'check --spec-url ORIGIN --base-url ORIGIN/api --skip fetch --strict',
  'webhook send ping --to ORIGIN --secret-env KEY',
])('what is right is sent: %s', async (line) => {
  requests = 0
  await rampart(line.replaceAll('ORIGIN', origin), { cwd: folderWith({}), env: { KEY: 'key' } })
  expect(requests).toBeGreaterThan(0)
})

test('a key that no header carries is named, and never sent', async () => {
  requests = 0
  const line = `test --base-url ${origin}/api --api-key-env KEY`
  const { code, stderr } = await rampart(line, { env: { KEY: 'k3y\nx' } })
  expect([code, stderr, requests]).toEqual([3, expect.stringMatching(/SERVICE_REFUSED_KEY.*in KEY has/), 0])
  expect(stderr).not.toContain('k3y')
})

test('below a config file, the versions beside it are offered', async () => {
  const cwd = folderWith({ 'rampart.config.js': '', 'specs/2026-07-01.json': '', 'below/keep': '' })
  const { stdout } = await rampart('complete -- diff 2026', { cwd: join(cwd, 'below') })
  expect(stdout).toBe('2026-07-01\t\n:files\n')
})
