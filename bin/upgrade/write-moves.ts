import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { withMoves } from '../../diff/index.js'
import { asOutputError } from '../output/write-files.js'
import { gitText } from '../process/git.js'
import type { NamingFile } from './texts.js'

/** The files that git tracks and that differ from the last commit; none outside of a repository. */
const changedSince = async (
  folder: string,
  files: readonly string[],
  signal: AbortSignal,
): Promise<string[]> => {
  const args = ['status', '--porcelain', '--no-renames', '--untracked-files=no', '-z', '--', ...files]
  const lines = (await gitText(args, { cwd: folder, signal }))?.split('\0') ?? []
  return lines.filter((line) => line !== '').map((line) => line.slice(3))
}

const requireCommitted = async (
  folder: string,
  files: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const [first, ...others] = await changedSince(folder, files, signal)
  if (first === undefined) return
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  throw new RampartError('UPGRADE_UNCOMMITTED', {
    message: `${first}${more}: there are uncommitted changes, and the moves could not be distinguished from them`,
    where: { file: first },
  })
}

interface Draft {
  readonly file: string
  readonly path: string
  readonly former: string
}

const drafted = async ({ file, content, texts }: NamingFile): Promise<Draft> => {
  const path = `${file}.${process.pid}.tmp`
  const { mode } = await stat(file)
  await writeFile(path, withMoves(content, texts), { flush: true, mode })
  return { file, path, former: content }
}

/** Replaces all files by their drafts, or none. */
const swapped = async (drafts: readonly Draft[]): Promise<void> => {
  const done: Draft[] = []
  try {
    for (const draft of drafts) {
      if ((await readFile(draft.file, 'utf8')) !== draft.former) {
        throw new RampartError('UPGRADE_UNCOMMITTED', {
          message: `${draft.file} was changed meanwhile`,
          where: { file: draft.file },
        })
      }
      await rename(draft.path, draft.file)
      done.push(draft)
    }
  } catch (error) {
    for (const { file, former } of done) await writeFile(file, former)
    throw error
  }
}

/**
 * Moves paths to generated code in files, in all of them or in none.
 * @returns the files that were changed, below the folder
 * @throws RampartError UPGRADE_UNCOMMITTED or OUTPUT_NOT_WRITABLE.
 */
export async function writeMoves(
  folder: string,
  files: readonly NamingFile[],
  mayBeDirty: boolean,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const due = files.filter(({ texts }) => texts.some(({ replacement }) => replacement !== undefined))
  if (due.length === 0) return []
  if (!mayBeDirty)
    await requireCommitted(
      folder,
      due.map(({ file }) => file),
      signal,
    )
  const drafts: Draft[] = []
  try {
    for (const file of due) drafts.push(await drafted(file))
    await swapped(drafts)
  } catch (error) {
    throw error instanceof RampartError ? error : asOutputError(error, folder)
  } finally {
    for (const { path } of drafts) await rm(path, { force: true })
  }
  return due.map(({ file }) => relative(folder, file).replaceAll('\\', '/'))
}
