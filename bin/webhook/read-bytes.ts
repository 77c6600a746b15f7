import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import type { CommandContext } from '../process/context.js'
import { readStdin } from './secrets.js'

const largestFile = 256 * 1024 * 1024

/** The error of a file that cannot be read, or not understood. */
export function unreadable(file: string, reason: string, cause?: unknown): RampartError {
  return new RampartError('WEBHOOK_INPUT_UNREADABLE', {
    message: `${file}: ${reason}`,
    where: { file },
    cause,
  })
}

/**
 * The bytes of a file, or of standard input for `-`.
 * @throws RampartError WEBHOOK_INPUT_UNREADABLE.
 */
export async function readBytes(context: CommandContext, path: string): Promise<Buffer> {
  if (path === '-') return readStdin(context, largestFile)
  try {
    const file = await open(resolve(context.cwd, path))
    try {
      const { size } = await file.stat()
      if (size > largestFile) throw unreadable(path, `it is longer than ${largestFile} bytes`)
      return await file.readFile()
    } finally {
      await file.close()
    }
  } catch (cause) {
    if (cause instanceof RampartError) throw cause
    throw unreadable(path, cause instanceof Error ? cause.message : 'it cannot be read', cause)
  }
}
