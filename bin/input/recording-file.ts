import { createReadStream } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { RecordingInput } from '../../conformance/index.js'
import { fileReason, RampartError } from '../../diagnostics/index.js'

const chunkSize = 256 * 1024

const unreadable = (file: string, cause: unknown): RampartError =>
  new RampartError('RECORDING_UNREADABLE', {
    message: `${file} cannot be read: ${fileReason(cause)}`,
    where: { file },
    cause,
  })

const bytesOf = async function* (
  file: string,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(path, { highWaterMark: chunkSize })
  try {
    for await (const chunk of stream) {
      signal.throwIfAborted()
      yield chunk
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'syscall' in error) throw unreadable(file, error)
    throw error
  }
}

/**
 * A recording on disk, read piece by piece.
 * @throws RampartError RECORDING_UNREADABLE.
 */
export async function recordingOn(cwd: string, file: string, signal: AbortSignal): Promise<RecordingInput> {
  const path = resolve(cwd, file)
  await access(path, constants.R_OK).catch((cause: unknown) => {
    throw unreadable(file, cause)
  })
  return { file, open: () => bytesOf(file, path, signal) }
}
