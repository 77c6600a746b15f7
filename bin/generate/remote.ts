import { RampartError } from '../../diagnostics/index.js'
import { fetchOne, withoutQueries } from '../../fetch/index.js'
import type { GeneratorInput } from '../../generator/index.js'
import type { CommandContext } from '../process/context.js'
import { downloadProgress } from '../output/progress.js'

/** The origins of the hosts in `--allow-refs`, which also names folders. */
const originsOf = (allowRefs: readonly string[]): string[] =>
  allowRefs
    .flatMap((host) => [`http://${host}`, `https://${host}`])
    .filter((text) => URL.canParse(text) && new URL(text).origin === text.toLowerCase())

const elsewhere = (error: unknown): unknown => {
  if (!(error instanceof RampartError) || error.code !== 'FETCH_CROSS_ORIGIN') return error
  return error.with({ fix: 'If you trust it, allow its host with --allow-refs.' })
}

/** A document and its text, from a URL. It has no name yet where the URL does not end with that of a file. */
export async function readRemote(
  given: string,
  allowRefs: readonly string[],
  context: CommandContext,
): Promise<Omit<GeneratorInput, 'name'>> {
  const progress = downloadProgress(context)
  const onProgress: typeof progress.onEvent = (event) =>
    progress.onEvent(event.type === 'retry' ? { ...event, reason: withoutQueries(event.reason) } : event)
  const { signal } = context
  const found = await fetchOne(given, { allowOrigins: originsOf(allowRefs), signal, onProgress })
    .catch((error: unknown) => {
      throw elsewhere(error)
    })
    .finally(progress.clear)
  return { file: found.url, text: found.text }
}
