import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RampartError } from '../../diagnostics/index.js'
import type { Source } from '../input/faulty-input.js'
import { isObject } from '../../document/index.js'
import { parseJson } from '../input/read-json.js'

const names = ['rampart.config.ts', 'rampart.config.js', 'rampart.config.json'] as const

/** A config file's content before anything is known of it, and where it stands. */
export interface ConfigFile {
  readonly file: string
  readonly values: Readonly<Record<string, unknown>>
  /** Its text, where that is JSON. */
  readonly text?: string
}

const readText = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw cause
  }
}

const evaluate = async (file: string): Promise<unknown> => {
  if (file.endsWith('.js')) return (await import(pathToFileURL(file).href)).default
  const { createJiti } = await import('jiti')
  return createJiti(import.meta.url, { fsCache: false, moduleCache: false }).import(file, { default: true })
}

const sourceOf = async (folder: string, name: string, text: string): Promise<Source> => {
  if (name.endsWith('.json')) return parseJson(text, name, 'CONFIG_INVALID')
  const value = await evaluate(join(folder, name)).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw invalid(name, reason ?? '', cause)
  })
  return { name, value }
}

const invalid = (file: string, what: string, cause?: unknown): RampartError =>
  new RampartError('CONFIG_INVALID', { message: `${file}: ${what}`, where: { file }, cause })

/**
 * Reads the config file of a folder; undefined when there is none.
 * @throws RampartError CONFIG_INVALID when it cannot be evaluated or holds no object.
 */
export async function readConfig(folder: string): Promise<ConfigFile | undefined> {
  for (const name of names) {
    const written = await readText(join(folder, name))
    if (written === undefined) continue
    const { value, text } = await sourceOf(folder, name, written)
    if (!isObject(value)) {
      throw invalid(name, name.endsWith('.json') ? 'it holds no object' : 'its default export is no object')
    }
    return { file: name, values: value, ...(text !== undefined && { text }) }
  }
  return undefined
}
