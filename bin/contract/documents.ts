import { fetchDocuments, type FetchedSet } from '../../fetch/index.js'
import type { GeneratorInput } from '../../generator/index.js'
import type { CommandContext } from '../context.js'
import { downloadProgress } from '../output/download-progress.js'
import type { TestOptions } from './options.js'
import type { ListedVersions } from './plan.js'

/** Fetches the documents that a service publishes. @throws RampartError of the FETCH kind. */
export async function fetchSet(
  specUrl: string,
  { allowOrigin = [], timeout }: TestOptions,
  context: CommandContext,
): Promise<FetchedSet> {
  const progress = downloadProgress(context)
  const fetching = fetchDocuments({
    specUrl,
    allowOrigins: allowOrigin,
    signal: context.signal,
    limits: { timeoutMs: timeout * 1000 },
    onProgress: progress.onEvent,
  })
  return fetching.finally(progress.clear)
}

/** Documents as the generator takes them. */
export function inputsOf({ documents }: FetchedSet): GeneratorInput[] {
  return documents.map(({ version, fileName, bytes }) => ({
    name: version,
    file: fileName,
    text: Buffer.from(bytes).toString('utf8'),
  }))
}

/** The versions of fetched documents. */
export function versionsOf(set: FetchedSet): ListedVersions {
  return { versions: set.documents.map(({ version }) => version), default: set.default }
}
