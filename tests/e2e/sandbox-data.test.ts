import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { openData } from '../../sandbox/index.js'
import { finished, root, runCli } from './cli.js'
import { type Running, send, start } from './kept/process.js'
import { temporaryFolder } from '../support/folder.js'
import { rowsOf } from '../support/whole.js'

/** The message of a command that cannot use its state: one paragraph, without a stack. */
const refused = async (path: string, ...args: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await runCli(['sandbox', '--port', '0', '--data', path, ...args], {
    cwd: root,
  })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^error\[SANDBOX_DATA_UNUSABLE\]: .+\.\nnext: .+\n$/)
  expect(stderr).toContain(path)
  return stderr
}

const pinned = async (path: string): Promise<void> => {
  const data = await openData(path)
  const record = { partnerId: 'partner', id: 'one', version: '2099-01-01' }
  data.table('customers').set('partner/one', { place: 1, record })
  await data.close()
}

describe('--data refuses', () => {
  test.each([
    { what: 'a file', make: (path: string) => writeFile(path, 'text'), why: 'is a file, or below a file' },
    {
      what: 'a folder with other files in it',
      make: async (path: string) => {
        await mkdir(path)
        await writeFile(join(path, 'notes.txt'), 'text')
      },
      why: 'contains notes.txt, which is not part of a database',
    },
    {
      what: 'a state that lost a file',
      make: async (path: string) => {
        await (await openData(path)).close()
        await rm(join(path, 'CURRENT'))
        await writeFile(join(path, 'CURRENT'), 'MANIFEST-000099\n')
      },
      why: 'cannot be opened or written (No such file or directory)',
    },
    {
      what: 'a customer of a version that is not served',
      make: pinned,
      why: 'holds a customer pinned to version 2099-01-01, which is not served',
    },
  ])('$what', async ({ make, why }) => {
    const path = join(temporaryFolder(), 'state')
    await make(path)
    expect(await refused(path)).toContain(why)
  })

  test('a folder whose parent does not exist', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'missing', 'state')
    expect(await refused(path)).toContain(`cannot be made: there is no folder ${join(folder, 'missing')}`)
    expect(await readdir(folder)).toEqual([])
  })

  test('a second process, and another seed; one that ends lets go', async () => {
    const path = join(temporaryFolder(), 'state')
    const { child } = await start(path, ['sandbox-key'], '--seed', '3')
    expect(await refused(path)).toContain('is in use by another process')
    const ending = finished(child)
    child.kill('SIGINT')
    expect((await ending).code).toBe(0)
    expect(await refused(path, '--seed', '4')).toContain('was made with seed 3, not 4')
  })
})

const create = (origin: string, name: string) =>
  send(origin, 'sandbox-key', {
    method: 'POST',
    path: '/api/customers',
    body: { customer_type: 'Person', email: `${name}@partner.test`, external_id: name },
    idempotencyKey: name,
  })

test.each([false, true])(
  'nobody else can read the state, in a folder that was there: %s',
  async (isThere) => {
    const path = join(temporaryFolder(), 'state')
    if (isThere) await mkdir(path, 0o755)
    const { origin } = await start(path)
    expect((await create(origin, 'one')).status).toBe(201)
    const modeOf = async (name: string): Promise<number> => (await stat(join(path, name))).mode & 0o777
    const files = await readdir(path)
    expect(files).toContain('CURRENT')
    const modes = await Promise.all(files.map(modeOf))
    expect([await modeOf('.'), ...new Set(modes)]).toEqual([0o700, 0o600])
  },
)

// A limit on file size replaces a full disk, because it can be set and removed while the service runs.
const hasLimits = spawnSync('prlimit', ['--version']).status === 0

const limitFiles = ({ child }: Running, size: string): void => {
  const { status } = spawnSync('prlimit', ['--pid', String(child.pid), `--fsize=${size}:unlimited`])
  expect(status).toBe(0)
}

describe.skipIf(!hasLimits)('a full disk', () => {
  // The limit applies to the present file alone, so a new file can be written; on a full disk it cannot.
  const sizes = [
    { size: 1, answered: [500] },
    { size: 5_000, answered: [500, 201] },
    { size: 12_000, answered: [500, 201] },
  ]
  test.each(rowsOf(sizes, ({ size }) => size < 12_000))(
    'is a 500 while it lasts, and costs nothing that is acknowledged before or after ($size bytes)',
    async ({ size, answered }) => {
      const path = join(temporaryFolder(), 'state')
      const first = await start(path)
      const acknowledged = new Map<string, string>()
      const write = async (from: number, to: number): Promise<readonly number[]> => {
        const statuses: number[] = []
        for (let count = from; count < to; count += 1) {
          const { status, text } = await create(first.origin, `customer-${count}`)
          if (status === 201) acknowledged.set(`customer-${count}`, text)
          else expect(text).toContain('the state of the sandbox cannot be written')
          statuses.push(status)
        }
        return statuses
      }
      expect(new Set(await write(0, 5))).toEqual(new Set([201]))
      limitFiles(first, String(size))
      for (const status of await write(5, 35)) expect(answered).toContain(status)
      limitFiles(first, 'unlimited')
      expect(new Set(await write(35, 45))).toEqual(new Set([201]))
      await first.kill()

      const { origin } = await start(path)
      expect(acknowledged.size).toBeGreaterThanOrEqual(15)
      for (const [name, text] of acknowledged)
        expect(await create(origin, name)).toEqual({ status: 201, text })
    },
  )

  test('does not keep the service from ending', async () => {
    const path = join(temporaryFolder(), 'state')
    const running = await start(path)
    limitFiles(running, '1')
    expect((await create(running.origin, 'one')).status).toBe(500)
    const ending = finished(running.child)
    running.child.kill('SIGINT')
    const { code, stderr } = await ending
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(
        /^.+state cannot be .*written .*: what was answered with 500 is lost\.\n$/,
      ),
    })
  })
})
