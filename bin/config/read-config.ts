import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import type { Source } from '../input/faulty-input.js'
import { parseJson } from '../input/read-json.js'
import { evaluate } from './evaluate.js'
import { withExcerpt } from './excerpt.js'
import { findConfig } from './find-config.js'

/** A config file's content before anything is known of it, and where it stands. */
export interface ConfigFile {
  /** Its path, relative to the working folder. */
  readonly file: string
  /** Its folder, relative to the working folder; empty where it is that. */
  readonly above: string
  readonly values: Readonly<Record<string, unknown>>
  /** Its text, where that is JSON. */
  readonly text?: string
}

const sourceOf = async (path: string, file: string, cwd: string): Promise<Source> => {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const message = `${file} cannot be read: ${cause.message}`
    throw new RampartError('CONFIG_INVALID', { message, where: { file }, cause })
  })
  if (!file.endsWith('.json')) return { name: file, value: await evaluate({ path, file, text, cwd }) }
  try {
    return parseJson(text, file, 'CONFIG_INVALID')
  } catch (error) {
    throw withExcerpt(error, text)
  }
}

/**
 * Reads the config file of a folder, or of the nearest folder above that has one; undefined when none has.
 * @throws RampartError CONFIG_INVALID when there are two, or it cannot be evaluated or holds no object.
 */
export async function readConfig(folder: string): Promise<ConfigFile | undefined> {
  const found = await findConfig(folder)
  if (!found) return undefined
  const above = relative(folder, found.folder)
  const file = join(above, found.name)
  const { value, text } = await sourceOf(join(found.folder, found.name), file, folder)
  if (isObject(value)) return { file, above, values: value, ...(text !== undefined && { text }) }
  const message = `${file}: it holds no object`
  throw new RampartError('CONFIG_INVALID', { message, where: { file } })
}
