import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RampartError } from '../../diagnostics/index.js'

const names = ['rampart.config.ts', 'rampart.config.js', 'rampart.config.json'] as const

/** A config file's content before anything is known of it, and where it stands. */
export interface ConfigFile {
  readonly file: string
  readonly values: Readonly<Record<string, unknown>>
}

/** True for a plain object, as a config file and its sections are. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readText = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw cause
  }
}

const evaluate = async (file: string, text: string): Promise<unknown> => {
  if (file.endsWith('.json')) return JSON.parse(text)
  if (file.endsWith('.js')) return (await import(pathToFileURL(file).href)).default
  const { createJiti } = await import('jiti')
  return createJiti(import.meta.url, { fsCache: false, moduleCache: false }).import(file, { default: true })
}

const invalid = (file: string, what: string, cause?: unknown): RampartError =>
  new RampartError('CONFIG_INVALID', { message: `${file}: ${what}`, where: { file }, cause })

/**
 * Reads the config file of a folder; undefined when there is none.
 * @throws RampartError CONFIG_INVALID when it cannot be evaluated or holds no object.
 */
export async function readConfig(folder: string): Promise<ConfigFile | undefined> {
  for (const name of names) {
    const file = join(folder, name)
    const text = await readText(file)
    if (text === undefined) continue
    const values = await evaluate(file, text).catch((cause: unknown) => {
      throw invalid(
        name,
        cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause),
        cause,
      )
    })
    if (!isObject(values)) throw invalid(name, 'its default export is no object')
    return { file: name, values }
  }
  return undefined
}
