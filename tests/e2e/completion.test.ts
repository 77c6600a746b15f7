import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { cleanEnv, root } from './cli.js'
import { temporaryFolder } from '../support/folder.js'

const exec = promisify(execFile)

/** A folder with documents and files to choose from. */
const folder = async (): Promise<string> => {
  const cwd = temporaryFolder()
  await mkdir(join(cwd, 'specs'))
  await mkdir(join(cwd, 'a folder'))
  for (const path of ['specs/2026-07-01.json', 'specs/2026-08-01.yaml', 'specs/rampart.lock.json', 'a.har'])
    await writeFile(join(cwd, path), '')
  return cwd
}

const isThere = (command: string): Promise<boolean> =>
  exec('sh', ['-c', `command -v ${command}`]).then(
    () => true,
    () => false,
  )

/** Command lines by words, and what a shell offers for the last. */
const offers: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [['che'], ['check']],
  [['rules', '--format', 'j'], ['json']],
  [
    ['diff', '2026'],
    ['2026-07-01', '2026-08-01'],
  ],
  [['inspect', 'a.'], ['a.har']],
  [['generate', '--out', 'a'], ['a folder']],
  [['x$(touch owned)', ''], []],
]

const quoted = (word: string): string => `'${word}'`

/** Scripts that make a shell complete the last word of a line, as at its prompt. */
const asked = {
  bash: (line: readonly string[]) =>
    `f=$(complete -p ${line[0]}); f=\${f##*-F }; COMP_WORDS=(${line.map(quoted).join(' ')}); ` +
    `COMP_CWORD=${line.length - 1}; \${f%% *} ${line[0]}; printf '%s\\n' "\${COMPREPLY[@]}"`,
  fish: (line: readonly string[]) => `complete -C ${quoted(line.join(' '))} | string split -f1 \\t; true`,
}

describe.each(['bash', 'fish'] as const)('in %s', async (shell) => {
  test.runIf(await isThere(shell))(
    'the word at the cursor is completed, and nothing typed is run',
    async () => {
      const cwd = await folder()
      const bin = temporaryFolder()
      const cli = join(root, 'dist', 'bin', 'rampart.js')
      await writeFile(join(bin, 'rampart'), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`)
      await chmod(join(bin, 'rampart'), 0o755)
      const env = { ...cleanEnv(), PATH: [bin, process.env['PATH']].join(delimiter) }
      await exec('sh', ['-c', `rampart completion ${shell} > "${join(bin, 'script')}"`], { cwd, env })
      for (const runner of [[], ['npx'], ['pnpm', 'exec'], ['yarn', '-s']]) {
        for (const [words, offered] of runner.length === 0 ? offers : offers.slice(0, 2)) {
          const line = [...runner, 'rampart', ...words]
          const { stdout } = await exec(
            shell,
            ['-c', `source ${join(bin, 'script')}; ${asked[shell](line)}`],
            { cwd, env },
          )
          const found = stdout
            .split('\n')
            .filter(Boolean)
            .map((text) => text.replace(/\/$/, ''))
          if (offered.length > 0) expect(found.toSorted(), line.join(' ')).toEqual(offered)
        }
      }
      expect(await readdir(cwd)).not.toContain('owned')
    },
  )
})

test.runIf(await isThere('bash'))('in bash, what completed behind a runner before still does', async () => {
  const bin = temporaryFolder()
  await exec(
    'sh',
    ['-c', `"${process.execPath}" "${join(root, 'dist/bin/rampart.js')}" completion bash > script`],
    { cwd: bin, env: cleanEnv() },
  )
  const before = `_yarn() { COMPREPLY=("\${COMP_WORDS[COMP_CWORD]}-of-yarn"); }; complete -F _yarn yarn`
  const { stdout } = await exec(
    'bash',
    ['-c', `${before}; source ./script; source ./script; ${asked.bash(['yarn', 'add'])}`],
    { cwd: bin, env: cleanEnv() },
  )
  expect(stdout).toBe('add-of-yarn\n')
})
