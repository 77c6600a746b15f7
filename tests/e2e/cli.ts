import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import type { main as Main } from '../../bin/main.js'

export const root = resolve(import.meta.dirname, '../..')
const cli = join(root, 'dist', 'bin', 'rampart.js')

/** The result of a finished command. */
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

/** Runs a command to its end, in a process of its own. */
export function runProcess(
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Finished> {
  return finished(startCli(args, options))
}

const { main } = (await import(pathToFileURL(join(root, 'dist', 'bin', 'main.js')).href)) as {
  main: typeof Main
}

const contextOf = (
  { cwd, env }: { cwd: string; env?: NodeJS.ProcessEnv },
  signal: AbortSignal,
): Parameters<typeof Main>[1] & { readonly text: { stdout: string; stderr: string } } => {
  const text = { stdout: '', stderr: '' }
  return {
    cwd,
    env: { ...cleanEnv(), RAMPART_CACHE_DIR: join(root, '.rampart', 'test-cache'), ...env },
    stdout: (more) => void (text.stdout += more),
    stderr: (more) => void (text.stderr += more),
    stdin: () => Readable.from([]),
    signal,
    color: false,
    interactive: false,
    text,
  }
}

/** A part of a run is cut by a test runner of its own, which cannot be started inside of one. */
const startsRunner = (args: readonly string[]): boolean => args.includes('--shard')

/**
 * Runs a command to its end: what `dist/bin/rampart.js` calls, in this process, which has it loaded already. What a
 * process adds (signals, streams, that it ends by itself) is shown by those tests that start one.
 */
export async function runCli(
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
  signal = new AbortController().signal,
): Promise<Finished> {
  if (startsRunner(args)) return runProcess(args, options)
  const context = contextOf(options, signal)
  const code = await main(args, context)
  return { code, ...context.text }
}

/** Starts a command that goes on until it is ended, in this process. */
export function startCliInProcess(
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
  onStdout: (text: string) => void,
): { readonly ended: Promise<Finished>; readonly end: () => void } {
  const stopped = new AbortController()
  const context = contextOf(options, stopped.signal)
  const stdout = (text: string): void => {
    context.text.stdout += text
    onStdout(text)
  }
  const ended = main(args, { ...context, stdout }).then((code) => ({ code, ...context.text }))
  return { ended, end: () => stopped.abort(new Error('interrupted')) }
}

/** Where a sandbox listens. */
export interface RunningSandbox {
  readonly baseUrl: string
  readonly specUrl: string
  readonly apiKey: string
}

/** Starts `rampart sandbox` on a free port, in this process; it ends with the test. */
export function startSandbox(...args: readonly string[]): Promise<RunningSandbox> {
  return startSandboxWith({}, ...args)
}

/** The same with variables of the environment. */
export async function startSandboxWith(
  env: NodeJS.ProcessEnv,
  ...args: readonly string[]
): Promise<RunningSandbox> {
  const stopped = new AbortController()
  const context = contextOf({ cwd: root, env }, stopped.signal)
  const line = await new Promise<string>((done, failed) => {
    const running = main(['sandbox', '--port', '0', '--json', '--seed', '1', ...args], {
      ...context,
      stdout: done,
    })
    onTestFinished(async () => {
      stopped.abort(new Error('the test is over'))
      await running
    })
    void running.then((code) => failed(new Error(`the sandbox ended with ${code}: ${context.text.stderr}`)))
  })
  return JSON.parse(line) as RunningSandbox
}
