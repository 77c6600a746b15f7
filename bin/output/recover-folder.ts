import { randomBytes } from 'node:crypto'
import { lstat, readdir, readlink, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { RampartError } from '../../diagnostics/index.js'
import { ensureFolder, asOutputError, requireWritableFolder, unlessMissing } from './write-files.js'

const stepMs = 25
const longestSwapMs = 500

/** A folder beside a target: a new set in preparation, or the old set that it replaces. */
interface Sibling {
  readonly path: string
  readonly kind: 'new' | 'old'
  /** Sorts by the time at which its run began. */
  readonly id: string
  /** Whether the run that made it may still be at work. */
  readonly isAlive: boolean
}

/** The siblings of one run, by absolute path. */
export interface OwnSiblings {
  /** The claim: an empty folder, in which the new set is prepared. */
  readonly staged: string
  /** The path for the old set, which does not exist yet. */
  readonly old: string
}

/** The ids of runs of this process that are at work. */
const live = new Set<string>()

const prefixOf = (target: string): string => `.${basename(target)}.rampart-`

const siblingOf = (target: string, kind: Sibling['kind'], id: string): string =>
  join(dirname(target), `${prefixOf(target)}${kind}-${process.pid}-${id}`)

/** In containers every run may have the same process id, so the id of the run is compared too. */
const isAtWork = (pid: number, id: string): boolean => {
  if (pid === process.pid) return live.has(id)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const siblingsOf = async (target: string): Promise<Sibling[]> => {
  const names = (await unlessMissing(readdir(dirname(target)))) ?? []
  const prefix = prefixOf(target)
  return names.flatMap((name) => {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    const [, kind, pid, id = ''] = /^(new|old)-(\d+)-([\da-f]+)$/.exec(rest) ?? []
    if (kind !== 'new' && kind !== 'old') return []
    return [{ path: join(dirname(target), name), kind, id, isAlive: isAtWork(Number(pid), id) }]
  })
}

/** Deletes a temporary sibling. If that fails, the next run tries again. */
export async function removeSibling(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => {})
}

/** The real path of a folder that may be a symbolic link, and need not exist yet. */
export async function realFolder(path: string): Promise<string> {
  const found = await unlessMissing(realpath(path))
  if (found !== undefined) return found
  const link = await unlessMissing(readlink(path))
  if (link !== undefined) return realFolder(resolve(dirname(path), link))
  const parent = await unlessMissing(realpath(dirname(path)))
  return join(parent ?? resolve(dirname(path)), basename(path))
}

const exists = async (path: string): Promise<boolean> => (await unlessMissing(lstat(path))) !== undefined

/** Whether a live run, which needs an instant between its two renames, makes the target. A process may have the id of a dead run. */
const appears = async (target: string): Promise<boolean> => {
  for (let waited = 0; waited < longestSwapMs; waited += stepMs) {
    if (await exists(target)) return true
    await setTimeout(stepMs)
  }
  return false
}

const putBack = async (target: string, { path, isAlive }: Sibling): Promise<void> => {
  if (isAlive && (await appears(target))) return
  try {
    await rename(path, target)
  } catch (error) {
    // Another run may have recovered already, and put something there.
    if (!(await exists(target))) throw error
  }
}

/**
 * Recovers from a killed run of `writeFolder`: puts the old set back when the folder is missing, and removes siblings
 * of runs that are over. Call it before reading a folder that rampart writes.
 */
export async function recoverFolder(folder: string): Promise<void> {
  try {
    const target = await realFolder(folder)
    const olds = (await siblingsOf(target)).filter(({ kind }) => kind === 'old')
    const last = olds.toSorted((a, b) => (a.id < b.id ? -1 : 1)).at(-1)
    if (last && !(await exists(target))) await putBack(target, last)
    for (const { path, isAlive } of await siblingsOf(target)) if (!isAlive) await removeSibling(path)
  } catch (error) {
    throw asOutputError(error, folder)
  }
}

const busy = (target: string, { path }: Sibling): RampartError => {
  const message = `Another run of rampart is writing ${target}.`
  const fix = `Try again when it has ended. If none is at work, delete ${path}.`
  return new RampartError('OUTPUT_BUSY', { message, fix })
}

/**
 * Waits until no other run writes a folder, and then runs `work`. A claim is the folder in which a run prepares its
 * set: a run that sees no other claim goes ahead; of runs that see each other, the first. @throws OUTPUT_BUSY after
 * `patienceMs`.
 */
export async function withClaim<T>(
  target: string,
  patienceMs: number,
  signal: AbortSignal | undefined,
  work: (own: OwnSiblings) => Promise<T>,
): Promise<T> {
  const id = Date.now().toString(16) + randomBytes(4).toString('hex')
  const own = { staged: siblingOf(target, 'new', id), old: siblingOf(target, 'old', id) }
  live.add(id)
  try {
    for (let waited = 0; ; waited += stepMs) {
      signal?.throwIfAborted()
      await ensureFolder(own.staged)
      const claims = (await siblingsOf(target)).filter(({ kind, isAlive }) => kind === 'new' && isAlive)
      const [other, ...more] = claims.filter(({ path }) => path !== own.staged)
      if (other === undefined) return await work(own)
      if (waited >= patienceMs) throw busy(target, other)
      if ([other, ...more].some((one) => one.id < id)) await rm(own.staged, { recursive: true })
      await setTimeout(stepMs)
    }
  } finally {
    await removeSibling(own.staged)
    live.delete(id)
  }
}

/** Refuses a folder that would be replaced as a whole while it holds the current one. */
export async function requireFit(target: string, folder: string): Promise<void> {
  const here = await realpath(process.cwd())
  if (here !== target && !here.startsWith(target.endsWith(sep) ? target : target + sep)) return
  const message = `${folder} contains the current folder, and would be replaced as a whole.`
  throw new RampartError('OUTPUT_FOLDER_UNFIT', { message })
}

/** Makes sure, before the work, that a folder can be written and replaced as a whole, and repairs what a killed run left. */
export async function prepareFolder(folder: string): Promise<void> {
  await requireWritableFolder(folder)
  await requireFit(await realFolder(folder), folder)
  await recoverFolder(folder)
}
