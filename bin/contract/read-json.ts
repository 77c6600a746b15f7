import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type ErrorCode, RampartError } from '../../diagnostics/index.js'

/**
 * Reads a JSON file that an option names.
 * @param path relative to `cwd`, as the user spelled it
 * @param code thrown when it cannot be read or is no JSON
 */
export async function readJson(cwd: string, path: string, code: ErrorCode): Promise<unknown> {
  try {
    return JSON.parse(await readFile(resolve(cwd, path), 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RampartError(code, { message: `${path}: ${reason}`, where: { file: path }, cause })
  }
}
