import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import type { main as Main } from '../../bin/main.js'
import { contextOf, wordsOf } from '../support/command.js'

export const root = resolve(import.meta.dirname, '../..')
const cli = join(root, 'dist', 'bin', 'rampart.js')

/** The result of a finished command. */
export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The environment of a command, without the variables of vitest. */
export const cleanEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VITEST|RAMPART_|GITHUB_|NODE_ENV$|TEST$|CI$|FORCE_COLOR$)/.test(name),
    ),
  )

/** The folder and environment of a command. */
interface Place {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
}

const envOf = ({ env }: Place): NodeJS.ProcessEnv => ({ ...cleanEnv(), ...env })

/** Starts a real process of the built command line; by default without standard input. */
export function startCli(
  args: readonly string[],
  place: Place,
  stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  return spawn(process.execPath, [cli, ...args], {
    cwd: place.cwd,
    env: envOf(place),
    stdio: [stdin, 'pipe', 'pipe'],
  })
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
export function runProcess(args: readonly string[], place: Place): Promise<Finished> {
  return finished(startCli(args, place))
}

/** Runs a command with a text on its standard input. */
export function runWithInput(args: readonly string[], input: string, place: Place): Promise<Finished> {
  const child = startCli(args, place, 'pipe')
  // A command that refuses its arguments reads none of it.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  return finished(child)
}

const { main } = (await import(pathToFileURL(join(root, 'dist', 'bin', 'main.js')).href)) as {
  main: typeof Main
}

const contextIn = (place: Place, signal: AbortSignal) => contextOf({ ...place, env: envOf(place), signal })

/** A part of a run uses a test runner, which cannot start inside another one. */
const startsRunner = (args: readonly string[]): boolean => args.includes('--shard')

/**
 * Runs a command, given as a line or as words, in this process, which is faster than starting one. Tests of signals,
 * streams and exits start a process.
 */
export async function runCli(
  line: string | readonly string[],
  place: Place,
  signal = new AbortController().signal,
): Promise<Finished> {
  const args = wordsOf(line)
  if (startsRunner(args)) return runProcess(args, place)
  const context = contextIn(place, signal)
  const code = await main(args, context)
  return { code, ...context.text }
}

/** Starts a command that goes on until it is ended, in this process. */
export function startCliInProcess(
  args: readonly string[],
  place: Place,
  onStdout: (text: string) => void,
): { readonly ended: Promise<Finished>; readonly end: () => void } {
  const stopped = new AbortController()
  const context = contextIn(place, stopped.signal)
  const stdout = (text: string): void => {
    context.text.stdout += text
    onStdout(text)
  }
  const ended = main(args, { ...context, stdout }).then((code) => ({ code, ...context.text }))
  return { ended, end: () => stopped.abort(new Error('interrupted')) }
}

/** The addresses of a sandbox. */
interface RunningSandbox {
  readonly baseUrl: string
  readonly specUrl: string
  readonly apiKey: string
}

/** Starts `rampart sandbox` on a free port, in this process; it ends with the test. */
export function startSandbox(...args: readonly string[]): Promise<RunningSandbox> {
  return startSandboxWith({}, ...args)
}

/** Starts `rampart sandbox` with variables of the environment. */
export async function startSandboxWith(
  env: NodeJS.ProcessEnv,
  ...args: readonly string[]
): Promise<RunningSandbox> {
  const stopped = new AbortController()
  const context = contextIn({ cwd: root, env }, stopped.signal)
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
