import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type ErrorCode, RampartError } from '../../diagnostics/index.js'
import type { Source } from './faulty-input.js'
import { findJsonError } from '../../document/index.js'
import { positionIn } from './json-positions.js'

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/**
 * The value of a JSON text.
 * @param name the file as the user spelled it
 * @throws RampartError of the code, with line and column, when it is no JSON.
 */
export function parseJson(text: string, name: string, code: ErrorCode): Source {
  // Some editors begin a text with a mark of its encoding.
  const plain = text.replace(/^\uFEFF/, '')
  try {
    return { name, value: JSON.parse(plain), text: plain }
  } catch (cause) {
    const fault = findJsonError(plain)
    const { line, column } = positionIn(plain, fault.offset)
    const message = `${name}:${line}:${column} ${fault.message}`
    throw new RampartError(code, { message, where: { file: name, line, column }, cause })
  }
}

/**
 * Reads a JSON file that an option names.
 * @param path relative to `cwd`, as the user spelled it
 * @throws RampartError of the code, when it cannot be read or is no JSON.
 */
export async function readJson(cwd: string, path: string, code: ErrorCode): Promise<Source> {
  const text = await readFile(resolve(cwd, path), 'utf8').catch((cause: unknown) => {
    throw new RampartError(code, { message: `${path}: ${reasonOf(cause)}`, where: { file: path }, cause })
  })
  return parseJson(text, path, code)
}
