import { resolve } from 'node:path'
import { fileReason, RampartError, wrongUse } from '../../diagnostics/index.js'
import { deliveriesIn, headersIn, isInputError, type RawDelivery } from '../../webhook/index.js'
import { readFileBounded, readPiped } from '../input/bounded.js'
import { given } from '../input/given.js'
import type { CommandContext } from '../process/context.js'
import type { VerifyOptions } from './command.js'

const largestFile = 256 * 1024 * 1024

/** The error of a file that cannot be read, or not understood. */
const unreadable = (file: string, reason: string, cause: unknown, fix?: string): RampartError =>
  new RampartError('WEBHOOK_INPUT_UNREADABLE', { message: `${file}: ${reason}`, cause, ...given({ fix }) })

/** The bytes of a file, or of standard input for `-`. @throws RampartError WEBHOOK_INPUT_UNREADABLE, or the signal's reason. */
export async function readBytes(context: CommandContext, path: string): Promise<Buffer> {
  try {
    if (path === '-') return await readPiped(context, largestFile)
    return await readFileBounded(resolve(context.cwd, path), largestFile)
  } catch (cause) {
    context.signal.throwIfAborted()
    const fix = 'Check the path and its permissions.'
    throw unreadable(path === '-' ? 'standard input' : path, fileReason(cause), cause, fix)
  }
}

const understood = <T>(path: string, read: () => T): T => {
  try {
    return read()
  } catch (cause) {
    if (isInputError(cause)) throw unreadable(path === '-' ? 'standard input' : path, cause.message, cause)
    throw cause
  }
}

const chosenDelivery = (path: string, all: readonly RawDelivery[], entry?: number): RawDelivery => {
  const found = entry === undefined && all.length === 1 ? all[0] : all[(entry ?? 0) - 1]
  if (found !== undefined) return found
  const which = entry === undefined ? 'choose one with --entry' : `there is no entry ${entry}`
  throw wrongUse(`${path} holds ${all.length} deliveries: ${which}, 1 to ${all.length}`)
}

/** Reads the delivery that is to be judged: headers and body apart, or one recorded. */
export async function readDelivery(
  context: CommandContext,
  recorded: string | undefined,
  { headers, body, entry, secretStdin }: Pick<VerifyOptions, 'headers' | 'body' | 'entry' | 'secretStdin'>,
): Promise<RawDelivery> {
  const read = [recorded, headers, body, secretStdin === true ? '-' : undefined]
  if (read.filter((one) => one === '-').length > 1)
    throw wrongUse('standard input can be only one of the secret, the headers and the body')
  if (recorded !== undefined) {
    if (headers !== undefined || body !== undefined)
      throw wrongUse('give either a recorded delivery, or --headers and --body')
    const bytes = await readBytes(context, recorded)
    const all = understood(recorded, () => deliveriesIn(bytes))
    return chosenDelivery(recorded, all, entry)
  }
  if (headers === undefined || body === undefined)
    throw wrongUse('give --headers FILE and --body FILE, or the file of a recorded delivery')
  const text = await readBytes(context, headers)
  return {
    headers: understood(headers, () => headersIn(text.toString('utf8'))),
    body: await readBytes(context, body),
  }
}
