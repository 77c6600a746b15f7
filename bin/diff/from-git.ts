import { execFile } from 'node:child_process'
import { posix } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'

const longest = 512 * 1024 * 1024

const unreadable = (name: string, reason: string, cause?: unknown): RampartError =>
  new RampartError('GIT_UNREADABLE', { message: `${name} cannot be read from git: ${reason}`, cause })

const reasonOf = (error: Error, stderr: Buffer): string => {
  if ('code' in error && error.code === 'ENOENT') return 'git is not installed'
  const [first = ''] = stderr.toString('utf8').trim().split('\n')
  return first === '' ? error.message : first.replace(/^fatal: /, '')
}

/** A revision that begins with a dash would be an option. */
const requireName = (name: string): void => {
  if (!name.includes(':')) throw unreadable(name, 'it is not of the form REV:path')
  if (name.startsWith('-')) throw unreadable(name, 'a revision does not begin with a dash')
  if (name.endsWith(':')) throw unreadable(name, 'it names no file')
}

/**
 * Reads a file of a revision. No shell is run, nothing is filtered, and what is no file is refused.
 * @param name `REV:path`, as git takes it
 * @throws RampartError GIT_UNREADABLE; the signal's reason when it is aborted.
 */
export function readFromGit(cwd: string, name: string, signal: AbortSignal): Promise<Buffer> {
  requireName(name)
  return new Promise((resolve, reject) => {
    const env = { ...process.env, LC_ALL: 'C' }
    const options = { cwd, env, signal, maxBuffer: longest, encoding: 'buffer' as const, windowsHide: true }
    execFile('git', ['cat-file', 'blob', name], options, (error, stdout, stderr) => {
      if (!error) resolve(stdout)
      else reject(signal.aborted ? error : unreadable(name, reasonOf(error, stderr), error))
    })
  })
}

const ask = (cwd: string, args: readonly string[], signal: AbortSignal): Promise<string | undefined> =>
  new Promise((resolve) => {
    execFile('git', [...args], { cwd, signal, windowsHide: true }, (error, stdout) => {
      resolve(error ? undefined : stdout.trim())
    })
  })

const split = (name: string): readonly [revision: string, path: string] => {
  const at = name.indexOf(':')
  return [name.slice(0, at), name.slice(at + 1)]
}

/** The commit that `REV:path` names; undefined where git does not say, as for the index. */
export function commitOf(cwd: string, name: string, signal: AbortSignal): Promise<string | undefined> {
  const [revision] = split(name)
  if (revision === '') return Promise.resolve(undefined)
  return ask(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`], signal)
}

/** The path that `REV:path` names, from the root of the repository. */
export async function pathIn(cwd: string, name: string, signal: AbortSignal): Promise<string | undefined> {
  const [, path] = split(name)
  if (!/^\.{1,2}\//.test(path)) return path
  const prefix = await ask(cwd, ['rev-parse', '--show-prefix'], signal)
  return prefix === undefined ? undefined : posix.join(prefix, path)
}
