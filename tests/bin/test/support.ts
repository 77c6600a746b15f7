import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { main } from '../../../bin/main.js'

/** The result of a command. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** The folder that it ran in. */
  readonly cwd: string
}

/** A document with these members; by default with one operation, which reads. */
export const documentOf = (more: object = {}): object => ({
  openapi: '3.0.3',
  info: { title: 'It', version: '1.0' },
  paths: { '/things': { get: { responses: { 200: { description: 'All.' } } } } },
  ...more,
})

/** A folder with these files, each a text or JSON, which is gone after the test. */
export async function folderWith(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rampart-explore-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    const text = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2)
    await writeFile(join(folder, name), text)
  }
  return folder
}

/** Runs `rampart test` in this process, for a second. */
export async function explore(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  const code = await main(['test', '--report-dir', 'report', '--for', '1s', ...args], {
    cwd,
    env,
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    signal: new AbortController().signal,
    color: false,
    interactive: false,
  })
  return { code, stdout, stderr, cwd }
}
