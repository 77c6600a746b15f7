import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cleanEnv, finished, root, runCli, runProcess } from './cli.js'
import { deadOrigin } from '../support/loopback.js'
import { temporaryFolder } from '../support/folder.js'

const noTrace = /^\s+at .+:\d+:\d+\)?$/m

describe('rampart', () => {
  test('paints no pipe, in CI either', async () => {
    const { stderr } = await runProcess(['rulse'], { cwd: root, env: { CI: '1', FORCE_COLOR: '1' } })
    expect(stderr).toMatch(/^error\[USAGE_INVALID\]: /)
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

  test.skipIf(process.platform === 'win32')('ends with 2 where the working folder is gone', async () => {
    const cwd = temporaryFolder()
    const script = 'cd gone && rmdir ../gone && exec "$0" "$@"'
    mkdirSync(join(cwd, 'gone'))
    const args = ['-c', script, process.execPath, join(root, 'dist/bin/rampart.js'), 'rules']
    const child = spawn('sh', args, { cwd, env: cleanEnv(), stdio: ['ignore', 'pipe', 'pipe'] })
    const { code, stderr } = await finished(child)
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^error\[USAGE_INVALID\]: the working folder was deleted\nnext: .+\n$/),
    ])
  })

  test.each([['process.exit(0)\nexport default {}'], ['await new Promise(() => {})\nexport default {}']])(
    'ends with 2 where the config file ends the process, or never does: %j',
    async (content) => {
      const cwd = temporaryFolder()
      await writeFile(join(cwd, 'rampart.config.ts'), content)
      const { code, stderr } = await runProcess(['check'], { cwd })
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^error\[CONFIG_INVALID\]: rampart\.config\.ts: it ends .+\nnext: .+\n$/),
      ])
    },
  )

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
    const cwd = temporaryFolder()
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
    const cwd = temporaryFolder()
    const [text, json, markdown] = await Promise.all(
      ['text', 'json', 'markdown'].map((format) => runCli(['rules', '--format', format], { cwd })),
    )
    const rules = JSON.parse(json?.stdout ?? '') as { id: string; section: string }[]
    expect((await runCli(['rules', '--json'], { cwd })).stdout).toBe(json?.stdout)
    expect(rules.length).toBeGreaterThan(60)
    for (const { id, section } of rules) {
      expect(text?.stdout).toContain(`${id}\n  ${section}`)
      expect(markdown?.stdout).toContain(`| \`${id}\` | ${section} |`)
    }
  })
})
