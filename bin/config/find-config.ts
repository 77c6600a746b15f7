import { readdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'

/** Names of a config file. */
export const configNames: readonly string[] = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs', 'json'].map(
  (ending) => `rampart.config.${ending}`,
)

interface Found {
  readonly folder: string
  readonly name: string
}

const unreadable = /^rampart\.config\.(?:ya?ml|toml|json5|jsonc)$/

/** A file that somebody took for a config file would be ignored without a word. */
const requireKnownForm = (names: readonly string[], at: string): void => {
  const name = names.find((one) => unreadable.test(one))
  if (name === undefined) return
  throw new RampartError('CONFIG_INVALID', {
    message: `${join(at, name)} is no config file that rampart reads`,
    where: { file: join(at, name) },
    fix: 'Write rampart.config.ts, .js or .json; "npx rampart init" begins one.',
  })
}

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch((): string[] => [])

/** In a folder that everybody may write to, such as /tmp, anybody could leave a file that is run here. */
const requireOwn = async ({ folder, name }: Found, start: string): Promise<void> => {
  const [file, own] = await Promise.all([stat(join(folder, name)), stat(start)])
  if (file.uid === own.uid || file.uid === 0) return
  const path = join(relative(start, folder), name)
  throw new RampartError('CONFIG_INVALID', {
    message: `${path} belongs to somebody else than this folder, and a config file is run`,
    where: { file: path },
    fix: 'Remove it, or put a config file into this folder.',
  })
}

/**
 * The config file of a folder, or of the nearest above it: up to the folder that holds the repository, or to the root
 * of the disk.
 * @throws RampartError CONFIG_INVALID for two of them side by side, and for one above that belongs to somebody else.
 */
export async function findConfig(start: string): Promise<Found | undefined> {
  for (let folder = start; ; folder = dirname(folder)) {
    const there = await namesIn(folder)
    requireKnownForm(there, relative(start, folder))
    const [name, other] = configNames.filter((one) => there.includes(one))
    if (name !== undefined && other !== undefined) {
      const at = relative(start, folder)
      throw new RampartError('CONFIG_INVALID', {
        message: `${join(at, name)} and ${join(at, other)} stand side by side, and one alone can count`,
        where: { file: join(at, other) },
        fix: 'Keep one of them.',
      })
    }
    if (name !== undefined) {
      if (folder !== start) await requireOwn({ folder, name }, start)
      return { folder, name }
    }
    if (there.includes('.git') || dirname(folder) === folder) return undefined
  }
}
