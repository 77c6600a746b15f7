import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { RampartError } from '../../../diagnostics/index.js'

// In a container every process may have the same id as its predecessor, so own locks are remembered here.
const held = new Set<string>()

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const hasOwner = (pid: number, path: string): boolean =>
  pid === process.pid ? held.has(path) : pid > 0 && isAlive(pid)

const ownerOf = async (path: string): Promise<number> => Number(await readFile(path, 'utf8').catch(() => ''))

// Linked from a draft, so that a lock never exists without its owner; not every file system has links.
const linked = async (draft: string, path: string): Promise<void> => {
  try {
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error
    await writeFile(path, String(process.pid), { mode: 0o600, flag: 'wx' })
  }
}

const made = async (path: string): Promise<boolean> => {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, String(process.pid), { mode: 0o600 })
  try {
    await linked(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

// Another process may take over at the same moment, so a lock removed by mistake is restored.
const removeLeft = async (path: string, owner: number): Promise<void> => {
  const left = `${path}.${process.pid}.left`
  await rename(path, left).catch(() => undefined)
  const taken = await ownerOf(left)
  if (taken !== owner && hasOwner(taken, path)) await link(left, path).catch(() => undefined)
  await rm(left, { force: true })
}

/**
 * Claims a file for this process, taking over the lock of a dead process. Resolves to a function that releases it.
 * @throws RampartError WEBHOOK_KEEP_UNUSABLE while another process has it.
 */
export async function lock(file: string): Promise<() => Promise<void>> {
  const path = `${file}.lock`
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await made(path)) {
      held.add(path)
      return async () => {
        held.delete(path)
        await rm(path, { force: true })
      }
    }
    const owner = await ownerOf(path)
    if (hasOwner(owner, path)) {
      throw new RampartError('WEBHOOK_KEEP_UNUSABLE', {
        message: `${file} is in use by process ${owner}`,
        fix: `End that one, or give --keep another file. If it is no "rampart webhook listen", delete ${path}.`,
      })
    }
    await removeLeft(path, owner)
  }
  throw new RampartError('WEBHOOK_KEEP_UNUSABLE', { message: `${path} cannot be made` })
}
