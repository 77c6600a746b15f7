import { fetchDocuments, sha256 } from '../../fetch/index.js'
import type { GeneratorInput } from '../../generator/index.js'
import type { CommandContext } from '../process/context.js'
import { readSpecs } from '../input/documents.js'
import { downloadProgress } from '../output/progress.js'
import type { InspectOptions } from './options.js'

const fetched = async (specUrl: string, context: CommandContext): Promise<GeneratorInput[]> => {
  const progress = downloadProgress(context)
  const { documents } = await fetchDocuments({
    specUrl,
    signal: context.signal,
    onProgress: progress.onEvent,
  }).finally(progress.clear)
  return documents.map(({ version, fileName, bytes }) => ({
    name: version,
    file: fileName,
    text: Buffer.from(bytes).toString('utf8'),
  }))
}

/** The documents that a recording is judged by, oldest first: of a service, or of a folder. */
export async function documentsFor(
  { specUrl, specs }: InspectOptions,
  context: CommandContext,
): Promise<readonly GeneratorInput[]> {
  const documents = specUrl ? await fetched(specUrl, context) : await readSpecs(context.cwd, specs)
  return documents.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** sha256 of each document, by version. */
export function digestsOf(documents: readonly GeneratorInput[]): Readonly<Record<string, string>> {
  return Object.fromEntries(documents.map(({ name, text }) => [name, sha256(Buffer.from(text))]))
}
