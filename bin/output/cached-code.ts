import { createHash } from 'node:crypto'
import { access, constants, mkdtemp, stat } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GeneratorInput } from '../../generator/index.js'
import { buildId, generatorParts } from '../process/package-info.js'
import { writeFolder } from './write-folder.js'
import { ensureFolder } from './ensure-folder.js'

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

const keyOf = (inputs: readonly GeneratorInput[]): string => {
  const hash = createHash('sha256').update(buildId())
  for (const { name, text } of inputs) hash.update(`\0${name}\0${text}`)
  return hash.digest('hex').slice(0, 32)
}

/**
 * Generated code of documents, without types, from a cache keyed by their content and by the build of rampart.
 * Resolves to the folder that holds it.
 */
export async function cachedCode(
  inputs: readonly GeneratorInput[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  const folder = join(await writableCache(env), keyOf(inputs))
  // Folders are written as a whole or not at all.
  const known = await stat(join(folder, 'index.js')).catch(() => undefined)
  if (known) return folder
  // Only here: what generates takes longer to load than the whole of a small run.
  const { filesOfManifest, generate, manifestName } = await import('../../generator/index.js')
  const { files } = await generate(inputs, {
    ...generatorParts(),
    tablesOnly: true,
    closedResponses: true,
    signal,
  })
  const manifest = files.find(({ path }) => path === manifestName)
  await writeFolder(folder, files, {
    ownedBefore: filesOfManifest(manifest?.content ?? ''),
    signal,
    isDerived: true,
  })
  return folder
}
