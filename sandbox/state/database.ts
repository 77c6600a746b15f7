import { mkdir, readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ClassicLevel } from 'classic-level'

import { DataUnusableError } from './data-error.js'
import type { Write } from './journal.js'

/** Bytes by key in a folder of this machine. */
export interface Database {
  readonly read: () => Promise<Map<string, Buffer>>
  /** Writes all or nothing; resolves when it is on the disk. */
  readonly commit: (writes: readonly Write[]) => Promise<void>
  readonly close: () => Promise<void>
}

type Level = ClassicLevel<string, Buffer>

const OWN_FILE = /^(CURRENT|LOCK|LOG(\.old)?|MANIFEST-\d+|\d+\.(log|ldb|sst|dbtmp))$/

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The names in a folder, none where it does not exist yet. Throws `DataUnusableError`. */
const namesIn = async (path: string): Promise<readonly string[]> => {
  try {
    return await readdir(path)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return []
    const reason =
      codeOf(cause) === 'ENOTDIR' ? 'is a file, or below one: it has to be a folder' : 'cannot be read'
    throw new DataUnusableError(path, reason, { cause })
  }
}

/** Looks before the database writes: a folder with anything else in it stays as it is. Throws `DataUnusableError`. */
const checkFolder = async (path: string): Promise<void> => {
  const foreign = (await namesIn(path)).find((name) => !OWN_FILE.test(name))
  if (foreign !== undefined) throw new DataUnusableError(path, `holds ${foreign}, which no database wrote`)
  try {
    await mkdir(path)
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return
    throw new DataUnusableError(path, `cannot be made in ${dirname(path)}`, { cause })
  }
}

const reasonOf = (error: unknown): string => {
  const code = codeOf(error instanceof Error ? error.cause : undefined)
  if (code === 'LEVEL_LOCKED') return 'is in use by another process'
  return code === 'LEVEL_CORRUPTION' ? 'is damaged' : 'cannot be opened or written'
}

const opened = async (path: string): Promise<Level> => {
  const { ClassicLevel } = await import('classic-level')
  const level: Level = new ClassicLevel(path, { keyEncoding: 'utf8', valueEncoding: 'buffer' })
  try {
    await level.open()
    return level
  } catch (cause) {
    throw new DataUnusableError(path, reasonOf(cause), { cause })
  }
}

/** Opens the database in a folder, or makes it, for this process alone. Throws `DataUnusableError`. */
export const openDatabase = async (path: string): Promise<Database> => {
  await checkFolder(path)
  const level = await opened(path)
  return {
    read: async () => new Map(await level.iterator().all()),
    commit: (writes) => level.batch([...writes], { sync: true }),
    close: () => level.close(),
  }
}
