import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import type { Prepare } from '../../conformance/index.js'
import type { ConfiguredAccess } from '../config/apply-config.js'
import { evaluateModule } from '../config/config-file.js'

/** The function `prepare`, and the file where it stands. */
export interface LoadedPrepare {
  readonly prepare: Prepare
  readonly file: string
}

const isFunction = (value: unknown): value is Prepare => typeof value === 'function'

const refused = (file: string, message: string): RampartError =>
  new RampartError('CONFIG_INVALID', { message: `${file}: ${message}`, where: { file } })

/**
 * The function `prepare` of a config file: itself, or the default export of the module that it names.
 * @throws RampartError CONFIG_INVALID.
 */
export async function loadPrepare(
  { prepare, file, folder }: ConfiguredAccess,
  cwd: string,
): Promise<LoadedPrepare | undefined> {
  if (prepare === undefined) return undefined
  if (isFunction(prepare)) return { prepare, file }
  if (typeof prepare !== 'string') throw refused(file, '"prepare" is no function, and no path of a module')
  const name = join(folder, prepare)
  const path = resolve(cwd, name)
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw refused(file, `"prepare" names ${name}, which cannot be read: ${cause.code ?? cause.message}`)
  })
  const module = await evaluateModule({ path, file: name, text, cwd })
  const found = isObject(module) ? module['default'] : undefined
  if (isFunction(found)) return { prepare: found, file: name }
  throw refused(name, 'its default export is no function; "prepare" of the config file names it for one')
}
