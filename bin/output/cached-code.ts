import { createHash } from 'node:crypto'
import { access, constants, mkdtemp, stat } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GenerateOptions, GeneratorInput, OutputFile } from '../../generator/index.js'
import { buildId, generatorParts } from '../process/package-info.js'
import { ensureFolder } from './write-files.js'
import { writeFolder } from './write-folder.js'

const cacheHome = (env: NodeJS.ProcessEnv): string =>
  env['RAMPART_CACHE_DIR'] ?? join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'rampart')

/** The user's cache, or a temporary folder where that cannot be written: installations may be read-only. */
const writableCache = async (env: NodeJS.ProcessEnv): Promise<string> => {
  const cache = cacheHome(env)
  try {
    await ensureFolder(cache)
    await access(cache, constants.W_OK)
    return cache
  } catch {
    return mkdtemp(join(tmpdir(), 'rampart-'))
  }
}

const keyOf = (parts: readonly string[]): string => {
  const hash = createHash('sha256').update(buildId())
  for (const part of parts) hash.update(`\0${part}`)
  return hash.digest('hex').slice(0, 32)
}

/**
 * A folder of the cache, made on first use and not changed later.
 * @param parts everything that determines its content, besides the build of rampart
 * @param last a file that exists only in a complete folder, because folders are written as a whole or not at all
 */
export async function cachedFolder(
  parts: readonly string[],
  last: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  make: () => Promise<CachedFiles>,
): Promise<string> {
  const folder = join(await writableCache(env), keyOf(parts))
  const known = await stat(join(folder, last)).catch(() => undefined)
  if (known) return folder
  const { files, ownedBefore } = await make()
  await writeFolder(folder, files, { ownedBefore, signal, isDerived: true })
  return folder
}

/** The files of a folder of the cache. */
export interface CachedFiles {
  readonly files: readonly OutputFile[]
  readonly ownedBefore: readonly string[]
}

/**
 * Generated code of documents, without types, from a cache keyed by their content and by the build of rampart. Resolves
 * to the folder that holds it.
 * @param reading options for documents of others: what cannot be read becomes a gap
 * @param partsOf the files that documents consist of, where they refer to others
 */
export async function cachedCode(
  inputs: readonly GeneratorInput[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  reading: Pick<GenerateOptions, 'lenient' | 'allowRefs'> = {},
  partsOf: readonly string[] = [],
): Promise<string> {
  const parts = [JSON.stringify(reading), ...inputs.map(({ name, text }) => `${name}\0${text}`), ...partsOf]
  return cachedFolder(parts, 'index.js', env, signal, async () => {
    // Loaded here only, because the generator takes longer to load than a whole small run.
    const { filesOfManifest, generate, manifestName } = await import('../../generator/index.js')
    const options = { ...generatorParts(), tablesOnly: true, closedResponses: true, signal, ...reading }
    const { files } = await generate(inputs, options)
    const manifest = files.find(({ path }) => path === manifestName)
    return { files, ownedBefore: filesOfManifest(manifest?.content ?? '') }
  })
}
