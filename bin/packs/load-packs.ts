import { readFile } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { packsOf, type RulePack } from '../../conformance/index.js'
import { RampartError } from '../../diagnostics/index.js'
import type { ConfiguredPacks } from '../config/apply-config.js'
import { evaluate } from '../config/config-file.js'
import { grouped } from './grouped.js'
import { takenIds } from './own-packs.js'

const invalid = (message: string, file: string, cause?: unknown): RampartError =>
  new RampartError('PACK_INVALID', { message, where: { file }, ...(cause !== undefined && { cause }) })

/** The module that an entry names: its default export is a pack, a rule, or a list of them. */
const imported = async (name: string, { file, folder }: ConfiguredPacks, cwd: string): Promise<unknown> => {
  const path = isAbsolute(name) ? name : resolve(cwd, folder, name)
  const shown = relative(cwd, path)
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw invalid(`${file}: packs names ${name}, which cannot be read: ${cause.message}`, file, cause)
  })
  return evaluate({ path, file: shown, text, cwd }, true)
}

const flat = async (
  entry: unknown,
  configured: ConfiguredPacks,
  cwd: string,
): Promise<readonly unknown[]> => {
  const value = typeof entry === 'string' ? await imported(entry, configured, cwd) : entry
  if (!Array.isArray(value)) return [value]
  return (await Promise.all(value.map((one: unknown) => flat(one, configured, cwd)))).flat()
}

/**
 * The packs of a config file, and of the modules that it names.
 * @throws RampartError PACK_INVALID, or CONFIG_INVALID for a module that cannot be evaluated.
 */
export async function loadPacks(
  configured: ConfiguredPacks | undefined,
  cwd: string,
): Promise<readonly RulePack[]> {
  if (configured === undefined) return []
  const { entries, file, folder } = configured
  if (!Array.isArray(entries))
    throw invalid(`${file}: "packs" has to be a list of packs, rules or modules`, file)
  return packsOf(grouped(await flat(entries, configured, cwd)), takenIds(), join(cwd, folder))
}
