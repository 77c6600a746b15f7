import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cleanEnv, root } from '../e2e/cli.js'
import { comparable, openTerminals, type Step, stepsOf } from './walk.js'
import { temporaryFolder } from '../support/folder.js'

const follow = async (steps: readonly Step[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> => {
  const { take, close } = await openTerminals(cwd, env)
  onTestFinished(close)
  let all = ''
  for (const step of steps) {
    const { code, output } = await take(step)
    const due = Number(/# ends with (\d)/.exec(step.commands)?.[1] ?? 0)
    expect(code, `${step.commands}\n${output}`).toBe(due)
    const printed = output.split('\n').map(comparable)
    for (const line of step.shown) expect(printed, line).toContain(comparable(line))
    all += output
  }
  return all
}

test('docs/tutorial.md: every command does what the page says', { timeout: 120_000 }, async () => {
  const [cwd, bin] = [temporaryFolder(), temporaryFolder()]
  const cli = join(root, 'dist', 'bin', 'rampart.js')
  await writeFile(join(bin, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${cli}" "$@"\n`)
  await chmod(join(bin, 'npx'), 0o755)
  const env = { ...cleanEnv(), PATH: [bin, process.env['PATH']].join(delimiter) }
  const printed = (await follow(stepsOf('docs/tutorial.md'), cwd, env)).split('\n').map(comparable)
  // The finding that README begins with is this one.
  const [, finding = ''] = /```text\n([^]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
  expect(finding).not.toBe('')
  for (const line of finding.split('\n')) expect(printed, line).toContain(comparable(line))
})

// Installs and builds a clone as a reader would, for minutes: only .ci/run asks for it.
if (process.env['RAMPART_WALK_README'] === '1')
  test(
    'README.md: every command does what the page says, from a clone to generated code',
    { timeout: 900_000 },
    async () => {
      const cwd = temporaryFolder()
      await mkdir(join(cwd, 'my-project'))
      execFileSync('git', ['clone', '--quiet', root, join(cwd, 'rampart')])
      await follow(stepsOf('README.md'), join(cwd, 'rampart'), cleanEnv())
    },
  )
