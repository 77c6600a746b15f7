import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { cachedCode } from '../../bin/output/cached-code.js'
import type { Api } from '../../conformance/model/api.js'
import type { Surface } from '../../runtime/surface.js'

/** A document as `rampart test` explores it, with tables and validators generated from it. */
export const exploredApi = async (text: string): Promise<Api> => {
  const folder = await mkdtemp(join(tmpdir(), 'rampart-explored-'))
  try {
    const env = { RAMPART_CACHE_DIR: folder }
    const code = await cachedCode(
      [{ name: 'document', file: 'openapi.yaml', text }],
      env,
      new AbortController().signal,
    )
    const generated: { load: (version: string) => Promise<Surface> } = await import(
      pathToFileURL(join(code, 'index.js')).href
    )
    const surface = await generated.load('document')
    const operations = Object.values(surface.operations)
    const document: Record<string, unknown> = parse(text)
    return { version: 'document', surface, document, baseUrl: 'http://127.0.0.1', operations }
  } finally {
    await rm(folder, { recursive: true })
  }
}
