import { access, constants, readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { withClaim } from './claim.js'
import { type FolderPlan, planFolder } from './folder-plan.js'
import { type FolderTree, readTree, realFolder, unlessMissing } from './folder-tree.js'
import { asOutputError } from './output-error.js'
import { checkPaths, type OutputFile } from './output-file.js'
import { recoverFolder } from './recover-folder.js'
import { stageFolder, type StageOptions } from './stage.js'
import { swapIn } from './swap.js'

const longestWaitMs = 10_000
const maxForeign = 1000

/** The files that `writeFolder` may replace, and how it is stopped. */
export interface WriteOptions extends StageOptions {
  /** Paths that an earlier run wrote, as its lock or manifest records them: only these may be dropped. */
  readonly ownedBefore: readonly string[]
  /** Milliseconds to wait for another run that writes the same folder. */
  readonly patienceMs?: number
}

/** The files that were written and removed, as paths relative to the folder. Both empty when everything was there already. */
export interface WriteResult {
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

interface Survey {
  readonly tree: FolderTree | undefined
  readonly plan: FolderPlan
}

const requireFit = async (target: string, folder: string): Promise<void> => {
  const here = await realpath(process.cwd())
  if (here !== target && !here.startsWith(target.endsWith(sep) ? target : target + sep)) return
  const message = `${folder} is or holds the folder in which you are, and is replaced as a whole.`
  throw new RampartError('OUTPUT_FOLDER_UNFIT', { message, where: { file: folder } })
}

/** A folder full of somebody else's work was hardly meant to be replaced, and would be rebuilt link by link. */
const requireOwn = ({ plan }: Survey, folder: string): void => {
  if (plan.foreign.length <= maxForeign) return
  const message = `${folder} holds ${plan.foreign.length} files that rampart did not write.`
  throw new RampartError('OUTPUT_FOLDER_UNFIT', { message, where: { file: folder } })
}

const sameFiles = async (
  target: string,
  tree: FolderTree,
  files: readonly OutputFile[],
): Promise<Set<string>> => {
  const same = new Set<string>()
  for (const { path, content } of files) {
    if (tree.get(path) !== 'file') continue
    const wanted = Buffer.from(content)
    const { size } = await stat(join(target, path))
    if (size === wanted.length && wanted.equals(await readFile(join(target, path)))) same.add(path)
  }
  return same
}

const survey = async (
  target: string,
  files: readonly OutputFile[],
  owned: readonly string[],
): Promise<Survey> => {
  const tree = await readTree(target)
  const same = await sameFiles(target, tree ?? new Map(), files)
  return { tree, plan: planFolder(tree ?? new Map(), files, same, new Set(owned)) }
}

const resultOf = ({ plan }: Survey): WriteResult => ({
  written: plan.write.map(({ path }) => path),
  removed: plan.drop,
})

const isDone = ({ plan }: Survey): boolean => plan.write.length + plan.drop.length === 0

const write = async (
  target: string,
  files: readonly OutputFile[],
  options: WriteOptions,
): Promise<WriteResult> => {
  const { ownedBefore, signal, patienceMs = longestWaitMs } = options
  // A first look without a claim: it may meet another run at work, but mostly there is nothing to do.
  const glance = await unlessMissing(survey(target, files, ownedBefore))
  if (glance && isDone(glance)) return resultOf(glance)
  return withClaim(target, patienceMs, signal, async (names) => {
    await recoverFolder(target)
    const found = await survey(target, files, ownedBefore)
    if (isDone(found)) return resultOf(found)
    requireOwn(found, target)
    if (found.tree) await access(target, constants.W_OK)
    const staged = names.name('new')
    await stageFolder(target, staged, found.tree, found.plan, options)
    await swapIn(staged, target, found.tree, names)
    return resultOf(found)
  })
}

/**
 * Makes a folder hold a set of files, all or nothing: a kill at any moment leaves the old set or the new
 * one, at worst beside the folder, from where the next run puts it back. What rampart did not write stays;
 * files that do not change keep their times; when nothing changes nothing is written. A folder that is a
 * symbolic link stays one. Runs that write the same folder wait for each other.
 * Throws RampartError OUTPUT_FOREIGN_FILE, OUTPUT_NOT_WRITABLE, OUTPUT_FOLDER_UNFIT, OUTPUT_BUSY or
 * OUTPUT_PATH_INVALID, or the signal's reason when aborted before the new set is in place.
 */
export async function writeFolder(
  folder: string,
  files: readonly OutputFile[],
  options: WriteOptions,
): Promise<WriteResult> {
  options.signal?.throwIfAborted()
  checkPaths(files)
  try {
    await recoverFolder(folder)
    const target = await realFolder(folder)
    await requireFit(target, folder)
    return await write(target, files, options)
  } catch (error) {
    throw asOutputError(error, folder)
  }
}
