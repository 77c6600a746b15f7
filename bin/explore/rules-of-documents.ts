import type { Registry } from '../../conformance/index.js'
import type { TestOptions } from '../test/options.js'
import type { CommandContext } from '../process/context.js'
import { readExplored } from './documents.js'
import { rulesAbout } from './rules.js'

/**
 * The rules that a service is judged by where these documents are all that is known of it.
 * @param documents files or URLs
 * @throws RampartError of documents that cannot be read, PACK_INVALID or CONFIG_INVALID.
 */
export async function rulesOfDocuments(
  documents: readonly string[],
  packs: TestOptions['packs'],
  context: CommandContext,
): Promise<Registry> {
  const read = await readExplored({ document: documents }, context)
  return (await rulesAbout(read, packs, context)).all
}
