import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import picocolors from 'picocolors'
import type { Paint } from '../../reporting/index.js'

/** The process as commands use it, passed in so that no other folder reads globals. */
export interface CommandContext {
  /** The words of the command line, where there is one. */
  readonly args?: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Data for the user or the next program in the pipe. */
  readonly stdout: (text: string) => void
  /** Talk: progress, warnings, hints. */
  readonly stderr: (text: string) => void
  /** The streams behind both, for a command that must not wait for their reader. Absent where there are none. */
  readonly streams?: { readonly stdout: Writable; readonly stderr: Writable }
  /** Standard input, piped or typed; opened on first use. Absent where there is none. */
  readonly stdin?: () => Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown }
  /** Aborted by Ctrl-C and by SIGTERM. */
  readonly signal: AbortSignal
  readonly color: boolean
  /** True when stderr is a terminal and `CI` is not set: only then may a line be redrawn. */
  readonly interactive: boolean
}

/** Colours for a stream, or functions that change nothing. */
export function colorsFor(enabled: boolean): Paint {
  return picocolors.createColors(enabled)
}

/** The exit code of an interrupted command. Documented in docs/reference/errors.md. */
export const interruptedExit = 130

/** A run that the user interrupted, and that kept what it had seen until then. */
export class InterruptedRun extends Error {
  override readonly name = 'InterruptedRun'
}

/**
 * Waits for work or for the signal, whichever is first, because a service that hangs must not hold up a user who gave
 * up. The work itself continues, so use it only where the process ends next. @throws the signal's reason.
 */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Resolves when the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

/** A port of 127.0.0.1 that can be listened on, for a moment at least: this one, or a free one for 0. */
export async function portFor(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** True for a value that is not blank; a blank variable counts as forgotten. */
export function isSet(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== ''
}

// Names of variables are in capitals everywhere, and keys are not: the value may be the key itself.
const isPlainName = (name: string): boolean => /^[A-Z][A-Z0-9]{0,15}(_[A-Z0-9]{1,16})*$/.test(name)

/** The message for a variable that an option names and that is empty or not set. Its name may be the secret itself. */
export function unsetText(option: string, name: string, value: string | undefined): string {
  const what = value === undefined ? 'is not set' : 'is blank'
  return isPlainName(name)
    ? `${name}, which ${option} names, ${what}`
    : `the variable that ${option} names ${what} (its name is not repeated: it may be the secret itself)`
}
