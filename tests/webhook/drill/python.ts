import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'

/** False where there is no Python: what needs it is skipped then. */
export const hasPython = spawnSync('python3', ['--version']).status === 0

/** Starts the receiver in Python, right or with a mistake, until the test has finished; its URL. */
export const startPython = async (
  onTestFinished: (end: () => void | Promise<void>) => void,
  server: 'threaded' | 'single',
  mistake = '',
  name = 'receiver.py',
): Promise<string> => {
  const file = join(import.meta.dirname, name)
  const child = spawn('python3', [file, server, mistake], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  for await (const port of createInterface({ input: child.stdout })) return `http://127.0.0.1:${port}/hooks`
  throw new Error('the receiver in Python did not start')
}
