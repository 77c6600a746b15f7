import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

export const root = resolve(import.meta.dirname, '../..')
const cli = join(root, 'dist', 'bin', 'rampart.js')

/** What a finished command left behind. */
export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rampart-e2e-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The environment as a command gets it: the tests run inside vitest themselves, and it must not notice. */
export const cleanEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VITEST|RAMPART_|GITHUB_|NODE_ENV$|TEST$|CI$|FORCE_COLOR$)/.test(name),
    ),
  )

/** Starts a real process of the built command line. */
export function startCli(
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): ChildProcess {
  return spawn(process.execPath, [cli, ...args], {
    cwd: options.cwd,
    env: { ...cleanEnv(), RAMPART_CACHE_DIR: join(root, '.rampart', 'test-cache'), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Starts one that reads a text from its standard input. */
export function startCliWithInput(
  args: readonly string[],
  input: string,
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): ChildProcess {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: options.cwd,
    env: { ...cleanEnv(), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  return child
}

/** Waits for a process and collects what it prints. */
export function finished(child: ChildProcess): Promise<Finished> {
  const text = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()))
  return new Promise((done, failed) => {
    child.on('error', failed)
    child.on('close', (code) => done({ code, ...text }))
  })
}

/** Runs a command to its end. */
export function runCli(
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Finished> {
  return finished(startCli(args, options))
}

/** Where a sandbox process listens. */
export interface RunningSandbox {
  readonly baseUrl: string
  readonly specUrl: string
  readonly apiKey: string
}

/** Starts `rampart sandbox` on a free port; it ends with the test. */
export function startSandbox(...args: readonly string[]): Promise<RunningSandbox> {
  return startSandboxWith({}, ...args)
}

/** The same with variables of the environment. */
export async function startSandboxWith(
  env: NodeJS.ProcessEnv,
  ...args: readonly string[]
): Promise<RunningSandbox> {
  const child = startCli(['sandbox', '--port', '0', '--json', '--seed', '1', ...args], { cwd: root, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const line = await new Promise<string>((done, failed) => {
    child.on('error', failed)
    child.on('exit', (code) => failed(new Error(`the sandbox ended with ${code}`)))
    if (child.stdout) createInterface({ input: child.stdout }).once('line', done)
  })
  return JSON.parse(line) as RunningSandbox
}
