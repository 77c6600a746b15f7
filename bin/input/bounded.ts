import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type CommandContext, untilAborted } from '../process/context.js'
import type { RecordingInput } from '../../conformance/index.js'
import { fileReason, RampartError } from '../../diagnostics/index.js'

/** Limit on the bytes of a file that is read whole: that of a download. */
const mostBytes = 64 * 1024 * 1024

/** Thrown for content that cannot be used. The message is a clause. */
export class UnfitContent extends Error {
  override readonly name = 'UnfitContent'
}

/** Thrown for a file or piped input that is too long. */
export class TooLong extends UnfitContent {
  constructor(most: number) {
    super(`it is longer than ${most / 1024 / 1024} MB`)
  }
}

/** Counts while it reads, because a device or a pipe has no size, and may never end. */
const collected = async (
  stream: AsyncIterable<string | Uint8Array> | Iterable<Uint8Array>,
  most: number,
): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > most) throw new TooLong(most)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** Reads a file, of any kind. @throws TooLong, or the error of the file system. */
export function readFileBounded(path: string, most = mostBytes): Promise<Buffer> {
  return collected(createReadStream(path, { highWaterMark: 1024 * 1024 }), most)
}

/** Reads a file as text. @throws TooLong, UnfitContent if it is not text, or the error of the file system. */
export async function readTextBounded(path: string): Promise<string> {
  const bytes = await readFileBounded(path)
  if (!isUtf8(bytes)) throw new UnfitContent('it is not UTF-8 text')
  return bytes.toString('utf8')
}

/** Reads standard input if it is piped; otherwise returns no bytes. @throws TooLong, or the signal's reason. */
export function readPiped(
  { stdin, signal }: Pick<CommandContext, 'stdin' | 'signal'>,
  most = mostBytes,
): Promise<Buffer> {
  return untilAborted(signal, collected(stdin?.() ?? [], most))
}

const chunkSize = 256 * 1024

const unreadable = (file: string, cause: unknown): RampartError =>
  new RampartError('RECORDING_UNREADABLE', { message: `${file} cannot be read: ${fileReason(cause)}`, cause })

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

/** A recording on disk, read piece by piece. */
export async function recordingOn(cwd: string, file: string, signal: AbortSignal): Promise<RecordingInput> {
  const path = resolve(cwd, file)
  await access(path, constants.R_OK).catch((cause: unknown) => {
    throw unreadable(file, cause)
  })
  return { file, open: () => bytesOf(file, path, signal) }
}
