import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../process/package-info.js'

/** Shells that a script is there for. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

export type Shell = (typeof shells)[number]

/** The script that completes command lines of rampart in a shell. */
export function scriptFor(shell: Shell): Promise<string> {
  const ending = shell === 'powershell' ? 'ps1' : shell
  return readFile(join(packageRoot(), 'bin', 'completion', 'scripts', `rampart.${ending}`), 'utf8')
}
