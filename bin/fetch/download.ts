import { RampartError } from '../../diagnostics/index.js'
import { fetchDocuments, type FetchedSet } from '../../fetch/index.js'
import { downloadProgress } from '../output/download-progress.js'
import type { CommandContext } from '../process/context.js'
import type { FetchCommandOptions } from './options.js'

/**
 * The URL that the list of versions is read from.
 * @throws RampartError FETCH_URL_INVALID when none is given.
 */
export function requireSpecUrl({ specUrl }: FetchCommandOptions, { env }: CommandContext): string {
  const given = specUrl ?? env['RAMPART_SPEC_URL']
  if (given) return given
  throw new RampartError('FETCH_URL_INVALID', {
    message: 'No specification URL was given.',
    fix: 'Pass --spec-url URL or set RAMPART_SPEC_URL: the host of the environment without the /api prefix.',
  })
}

/**
 * The documents of all versions that a service publishes.
 * @throws RampartError of the FETCH kind.
 */
export async function download(options: FetchCommandOptions, context: CommandContext): Promise<FetchedSet> {
  const progress = downloadProgress(context, true)
  return fetchDocuments({
    specUrl: requireSpecUrl(options, context),
    allowOrigins: options.allowOrigin ?? [],
    signal: context.signal,
    onProgress: progress.onEvent,
    ...(options.timeout === undefined ? {} : { limits: { timeoutMs: options.timeout * 1000 } }),
  }).finally(progress.clear)
}
