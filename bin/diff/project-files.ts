import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { untilAborted } from '../process/until-aborted.js'
import type { CommandContext } from '../process/context.js'

const longest = 64 * 1024 * 1024
const skipped = /^(node_modules|dist|build|out|coverage|\.(?!github$|env))/
const inModules = /(^|\/)node_modules\//

/** The files that git knows or would take up; undefined outside of a repository. */
const fromGit = (folder: string, signal: AbortSignal): Promise<string[] | undefined> =>
  new Promise((resolve) => {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
    execFile('git', args, { cwd: folder, signal, maxBuffer: longest, windowsHide: true }, (error, stdout) =>
      resolve(error ? undefined : stdout.split('\0').filter((path) => path !== '' && !inModules.test(path))),
    )
  })

const walked = async (folder: string, below = ''): Promise<string[]> => {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])
  const lists = entries
    .filter(({ name }) => !skipped.test(name))
    .map(async (entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) return walked(folder, path)
      return entry.isFile() ? [path] : []
    })
  return (await Promise.all(lists)).flat()
}

/** The files of a project below its folder, with slashes: those that are not ignored, and nothing of other packages. */
export async function projectFiles(folder: string, { signal }: CommandContext): Promise<readonly string[]> {
  const known = await untilAborted(signal, fromGit(folder, signal))
  // An ignored folder inside of a repository is a project as well.
  return known === undefined || known.length === 0 ? walked(folder) : known.toSorted()
}
