import { chmod, mkdir, readdir } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { dirname } from 'node:path'
import type { ClassicLevel } from '#bundled/classic-level'

/** The kind of problem with a path, which determines the fix. */
type Obstacle = 'place' | 'in-use' | 'damaged' | 'foreign' | 'format' | 'origin' | 'version' | 'writing'

/** Thrown for a path that cannot hold the state of a sandbox, with the reason. */
export class DataUnusableError extends Error {
  override readonly name = 'DataUnusableError'

  constructor(
    readonly path: string,
    readonly reason: string,
    readonly obstacle: Obstacle,
    options?: ErrorOptions,
  ) {
    super(`${path} ${reason}`, options)
  }
}

/** A value to write under a key, or a key to delete. */
export type Write =
  | { readonly type: 'put'; readonly key: string; readonly value: Buffer }
  | { readonly type: 'del'; readonly key: string }

const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export type Journal = ReturnType<typeof createJournal>

/**
 * Collects writes and commits them together, one commit at a time; writes of requests that end meanwhile go into the
 * next. A commit starts at the end of an event loop turn, so that the writes of one request, with its events and its
 * idempotency record, are never split.
 */
export function createJournal(commit: (writes: readonly Write[]) => Promise<void>) {
  let pending = new Map<string, Write>()
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const write = async (taken: Map<string, Write>): Promise<void> => {
    try {
      await commit([...taken.values()])
    } catch (error) {
      pending = new Map([...taken, ...pending])
      throw error
    } finally {
      running = undefined
    }
  }
  const writeAfter = async (before: Promise<void> | undefined): Promise<void> => {
    await before?.catch(() => undefined)
    await endOfTurn()
    next = undefined
    const taken = pending
    pending = new Map()
    running = write(taken)
    await running
  }
  return {
    note: (one: Write): void => {
      pending.set(one.key, one)
    },
    /** Resolves once all writes so far are durable; failed ones are kept, and reject for who waits. */
    durable: (): Promise<void> | undefined => {
      if (pending.size === 0) return next ?? running
      next ??= writeAfter(running)
      return next
    },
  }
}

export type Database = Awaited<ReturnType<typeof openDatabase>>

type Level = ClassicLevel<string, Buffer>

const ownFile = /^(CURRENT|LOCK|LOG(\.old)?|MANIFEST-\d+|\d+\.(log|ldb|sst|dbtmp))$/

/** Everything is read at startup, for which few large reads are faster than many small ones. */
const readAhead = 2 ** 20
const entriesAtOnce = 2000

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The words of the operating system: behind the code in a message of Node, at the end of one of the database. */
const systemReason = (error: unknown): string => {
  const [, ofNode, ofDatabase] =
    /^E[A-Z\d]+: ([^,]+)|: ([^:/]+)$/.exec(error instanceof Error ? error.message : '') ?? []
  const words = ofNode ?? ofDatabase
  return words === undefined ? '' : ` (${words})`
}

/** The names in a folder; empty if it does not exist. Throws `DataUnusableError`. */
const namesIn = async (path: string): Promise<readonly string[]> => {
  try {
    return await readdir(path)
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOENT') return []
    const reason =
      code === 'ENOTDIR'
        ? 'is a file, or below a file; name a folder'
        : `cannot be read${systemReason(cause)}`
    throw new DataUnusableError(path, reason, 'place', { cause })
  }
}

// Records are those of customers, and LevelDB cannot set the mode of its files, so only the owner can enter
// the folder.
const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, 0o700)
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'EEXIST') return chmod(path, 0o700).catch(() => undefined)
    const parent = dirname(path)
    const reason =
      code === 'ENOENT'
        ? `cannot be made: there is no folder ${parent}`
        : `cannot be made in ${parent}${systemReason(cause)}`
    throw new DataUnusableError(path, reason, 'place', { cause })
  }
}

/** Refuses a folder with other files, unchanged. Throws `DataUnusableError`. */
const checkFolder = async (path: string): Promise<void> => {
  const foreign = (await namesIn(path)).find((name) => !ownFile.test(name))
  if (foreign !== undefined)
    throw new DataUnusableError(path, `contains ${foreign}, which is not part of a database`, 'foreign')
  await makeFolder(path)
}

const reasonsToOpen: Readonly<Record<string, readonly [string, Obstacle]>> = {
  LEVEL_LOCKED: ['is in use by another process', 'in-use'],
  LEVEL_CORRUPTION: ['is damaged', 'damaged'],
}

const refusalToOpen = (path: string, error: unknown): DataUnusableError => {
  const cause = error instanceof Error ? error.cause : undefined
  const other = [`cannot be opened or written${systemReason(cause)}`, 'place'] as const
  return new DataUnusableError(path, ...(reasonsToOpen[codeOf(cause)] ?? other), { cause: error })
}

const opened = async (path: string): Promise<Level> => {
  const { ClassicLevel } = await import('#bundled/classic-level').catch((cause: unknown) => {
    const reason = `cannot be kept here: there is no LevelDB for ${platform()} on ${arch()}`
    throw new DataUnusableError(path, reason, 'place', { cause })
  })
  const level: Level = new ClassicLevel(path, { keyEncoding: 'utf8', valueEncoding: 'buffer' })
  try {
    await level.open()
    return level
  } catch (error) {
    throw refusalToOpen(path, error)
  }
}

const readAll = async (level: Level, entry: (key: string, value: Buffer) => void): Promise<void> => {
  const iterator = level.iterator({ highWaterMarkBytes: readAhead })
  try {
    for (;;) {
      const entries = await iterator.nextv(entriesAtOnce)
      if (entries.length === 0) return
      for (const [key, value] of entries) entry(key, value)
    }
  } finally {
    await iterator.close()
  }
}

/** Opens or creates the store of bytes in a folder. Throws `DataUnusableError`, as writing does. */
export async function openDatabase(path: string) {
  await checkFolder(path)
  const first = await opened(path)
  let level: Level | undefined = first
  const write = async (writes: readonly Write[]): Promise<void> => {
    level ??= await opened(path)
    try {
      await level.batch([...writes], { sync: true })
    } catch (cause) {
      // LevelDB would append after the incomplete record in its log, which the next start ignores, so it must be
      // reopened.
      const torn = level
      level = undefined
      await torn.close()
      throw new DataUnusableError(path, `cannot be written${systemReason(cause)}`, 'writing', { cause })
    }
  }
  const commit = async (writes: readonly Write[]): Promise<void> => {
    const isStale = level !== undefined
    try {
      await write(writes)
    } catch (error) {
      // LevelDB rejects writes after an earlier background error, so the write is repeated once with a reopened
      // database.
      if (!isStale) throw error
      await write(writes)
    }
  }
  return {
    get: (key: string): Promise<Buffer | undefined> => first.get(key),
    isEmpty: async () => (await first.keys({ limit: 1 }).all()).length === 0,
    /** Passes every entry to the callback, without keeping any in memory. */
    read: (entry: (key: string, value: Buffer) => void) => readAll(first, entry),
    /** Writes atomically, and resolves once the data is on disk. */
    commit,
    close: async (): Promise<void> => level?.close(),
  }
}
