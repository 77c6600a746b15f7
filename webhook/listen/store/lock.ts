import { open, readFile, rm } from 'node:fs/promises'
import { RampartError } from '../../../diagnostics/index.js'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const ownerOf = async (file: string): Promise<number> => Number(await readFile(file, 'utf8').catch(() => ''))

const make = async (file: string): Promise<boolean> => {
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(String(process.pid))
    await handle.close()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Claims a file for this process; what a process left that is gone is taken over. Resolves to what gives it back.
 * @throws RampartError WEBHOOK_KEEP_UNUSABLE while another process has it.
 */
export async function lock(file: string): Promise<() => Promise<void>> {
  const path = `${file}.lock`
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await make(path)) return () => rm(path, { force: true })
    const owner = await ownerOf(path)
    // An empty one was made a moment ago, or its maker died in that moment: its age is not worth a guess.
    if (owner > 0 && isAlive(owner)) {
      throw new RampartError('WEBHOOK_KEEP_UNUSABLE', {
        message: `${file} is in use by process ${owner}`,
        fix: `End that one, or give --keep another file. If it is no "rampart webhook listen", delete ${path}.`,
      })
    }
    await rm(path, { force: true })
  }
  throw new RampartError('WEBHOOK_KEEP_UNUSABLE', { message: `${path} cannot be made` })
}
