#!/usr/bin/env node
import { isatty } from 'node:tty'
import { setFlagsFromString } from 'node:v8'
import { fileReason, paintedWithoutHidden } from '../diagnostics/index.js'
import { main } from './main.js'

// A run of the generator ends before optimized code pays off. A higher interrupt budget, after which V8 optimizes,
// halves its CPU time. Only this entry sets it, because a flag applies to the whole process.
if (process.argv[2] === 'generate') setFlagsFromString('--interrupt-budget=500000')

const abort = new AbortController()
const { env, stdout, stderr } = process

// Once: the second signal ends the process by itself, because Node waits at its exit for a read that may never end.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => abort.abort(new Error(`interrupted by ${signal}`)))

let isUnwritten = false

// A reader that went away (`rampart check | head`) is neither a failure nor a verdict: the command continues unread and
// ends as it would have. A command that prints for as long as it is read listens for the error too, and ends at once.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  const isOnlyListener = stdout.listenerCount('error') === 1
  if (error.code === 'EPIPE' && !isOnlyListener) process.exit(0)
  if (error.code === 'EPIPE' || !isOnlyListener || isUnwritten) return
  isUnwritten = true
  stderr.write(
    `error[OUTPUT_NOT_WRITABLE]: standard output cannot be written: ${fileReason(error)}\nnext: Check what it is redirected to, and the free space there.\n`,
  )
})
// An error of stderr cannot be reported anywhere.
stderr.on('error', () => undefined)

// Node exits without a message when nothing is left to wait for and the command has not ended.
const neverEnded = 13
process.once('exit', () => {
  // The output is incomplete, whatever the command found.
  if (isUnwritten) process.exitCode = 2
  // Node sets this code after it passed the former one to exit listeners, so `process.exitCode` is read.
  if (process.exitCode !== neverEnded) return
  process.stderr.write('This is a bug in rampart: the command waits for something that never comes.\n')
  process.exitCode = 70
})

// Decided here, because `isTTY` is undefined for a pipe, and picocolors then goes by CI alone.
const isPainted = isatty(1) && isatty(2) && env['TERM'] !== 'dumb' && !env['NO_COLOR']

// Node would end with 1, which says that the contract is broken.
const reportUncaught = async (error: Error): Promise<void> => {
  const { bugText } = await import('./output/report-failure.js')
  stderr.write(paintedWithoutHidden(bugText(error, process.argv.slice(2), env)))
  process.exit(70)
}
process.once('uncaughtException', (error) => void reportUncaught(error))

const workingFolder = (): string => {
  try {
    return process.cwd()
  } catch {
    stderr.write(
      'error[USAGE_INVALID]: the working folder was deleted\nnext: Change to a folder that exists, and try again.\n',
    )
    process.exit(2)
  }
}

const code = await main(process.argv.slice(2), {
  cwd: workingFolder(),
  env,
  // Piped output is data, so it is not painted.
  stdout: (text) => void stdout.write(stdout.isTTY ? paintedWithoutHidden(text) : text),
  stderr: (text) => void stderr.write(paintedWithoutHidden(text)),
  streams: { stdout, stderr },
  stdin: () => process.stdin,
  signal: abort.signal,
  color: isPainted,
  interactive: stderr.isTTY && (env['CI'] ?? '') === '',
})

process.exitCode = code
// An interrupted command may still hold sockets and threads. Only its output is waited for, and not long.
if (abort.signal.aborted) {
  setTimeout(() => process.exit(code), 500)
  stdout.write('', () => process.exit(code))
}
