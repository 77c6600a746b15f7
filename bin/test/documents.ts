import { fetchDocuments, type FetchedSet } from '../../fetch/index.js'
import type { GeneratorInput } from '../../generator/index.js'
import type { CommandContext } from '../process/context.js'
import { downloadProgress } from '../output/download-progress.js'
import type { TestOptions } from './options.js'
import type { ListedVersions } from './plan.js'

const sayUnserved = ({ unserved }: FetchedSet, context: CommandContext): void => {
  for (const { version, error } of unserved) {
    context.stderr(
      `The document of ${version} cannot be had, so that version is not tested: ${error.message}\n`,
    )
  }
}

/**
 * Fetches the documents that a service publishes. One that is listed and cannot be had is said, and gone without as
 * long as there is another.
 * @throws RampartError of the FETCH kind.
 */
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
    withoutUnserved: true,
  })
  const set = await fetching.finally(progress.clear)
  sayUnserved(set, context)
  return set
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
  return {
    versions: set.documents.map(({ version }) => version),
    unserved: set.unserved.map(({ version, url }) => ({ version, url })),
    default: set.default,
  }
}
